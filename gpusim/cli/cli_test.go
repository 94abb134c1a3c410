package cli

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

func TestDashes(t *testing.T) {
	root, run := &cobra.Command{}, &cobra.Command{}
	run.Flags().String("nvcc", "", "")
	run.Flags().StringP("include", "I", "", "")
	run.Flags().Bool("json", false, "")
	root.AddCommand(run)
	args := []string{"run", "-grid", "1,2", "-format=json", "--block", "3", "-h", "n=-1", "-1", "a=-x", "-nvcc", "-rdc=true", "-I", "-include", "-json", "-then", "--", "-np", "3"}
	want := []string{"run", "--grid", "1,2", "--format=json", "--block", "3", "-h", "n=-1", "-1", "a=-x", "--nvcc", "-rdc=true", "-I", "-include", "--json", "--then", "--", "-np", "3"}
	if got := TwoDashes(root, args); !slices.Equal(got, want) {
		t.Errorf("TwoDashes: got %q, want %q", got, want)
	}
	if got, want := OneDash("  --grid X, -h, --help  a--b ---"), "  -grid X, -h, -help  a--b ---"; got != want {
		t.Errorf("OneDash: got %q, want %q", got, want)
	}
}
