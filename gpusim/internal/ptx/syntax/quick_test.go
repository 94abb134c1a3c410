package syntax
import ("testing";"os";"path/filepath")
func TestQuick(t *testing.T) {
	list, _ := filepath.Glob(os.Getenv("PTXGLOB"))
	for _, f := range list {
		b, _ := os.ReadFile(f)
		m, err := Parse(filepath.Base(f), b)
		if err != nil { t.Error(err); continue }
		t.Log(f, len(m.Funcs), len(m.Vars))
	}
}
