package command

// This file is gpusim verify: a launch on a real GPU beside the simulated one.

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/internal/verify"
)

type verifyOptions struct {
	cudaOptions
	nvcc, ncu string
	arch      string
	replay    string
}

func verifyCommand() *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify [-replay FOLDER] FILE KERNEL PARAM=VALUE …",
		Short: "Run a kernel on a real GPU and compare it with the simulator",
		Long: "Write a kernel as CUDA C (or take the text of a file .cu), build it with nvcc, run it on this machine's GPU, and compare the arrays that it wrote bit by bit with the simulator's. " +
			"With ncu, the counters are compared too.\n\n" +
			"-replay compares what run.sh of a folder found on another machine; gpusim cuda -out writes such folders.\n\n" + valueHelp,
		Example: "  gpusim verify -grid 64,64 -block 32,32 transpose.go Transpose out=4194304 in=4194304:rand(1) n=2048\n" +
			"  gpusim verify -replay launches",
		Args: func(c *cobra.Command, args []string) error {
			if o.replay != "" {
				return nil
			}
			return fileAndKernel(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error { return o.verify(c, args) },
	}
	o.launchFlags(c)
	c.Flags().StringVar(&o.nvcc, "nvcc", "nvcc", "`path` of nvcc")
	c.Flags().StringVar(&o.ncu, "ncu", "", "`path` of ncu, to compare counters (empty: do not)")
	c.Flags().StringVar(&o.arch, "arch", "", "`architecture` that nvcc compiles for, such as sm_90 (empty: that of the GPU)")
	c.Flags().StringVar(&o.replay, "replay", "", "compare the results in this `folder`")
	c.Flags().StringVar(&o.out, "record", "", "keep the programs and results in this `folder`")
	return c
}

func (o *verifyOptions) verify(c *cobra.Command, args []string) error {
	if o.replay != "" {
		return o.compare(c, o.replay)
	}
	nvcc, err := exec.LookPath(o.nvcc)
	if err != nil {
		return fmt.Errorf("%s is not on this machine (%w): write the launch with gpusim cuda -out FOLDER, "+
			"run FOLDER/run.sh where nvcc and a GPU are, and compare with gpusim verify -replay FOLDER", o.nvcc, err)
	}
	if o.out == "" {
		dir, err := os.MkdirTemp("", "gpusim-verify")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.out = dir
	}
	if err := o.run(c, args); err != nil {
		return err
	}
	if err := o.onGPU(c, nvcc); err != nil {
		return err
	}
	return o.compare(c, o.out)
}

// onGPU runs the folder's script.
func (o *verifyOptions) onGPU(c *cobra.Command, nvcc string) error {
	dir, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(c.Context(), filepath.Join(dir, "run.sh"))
	if o.ncu != "" {
		cmd.Args = append(cmd.Args, "-ncu")
	}
	cmd.Env = append(os.Environ(), "NVCC="+nvcc, "NCU="+o.ncu, "ARCH="+o.arch)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd.Path, err, text)
	}
	return nil
}

// compare prints the results of a folder. Its error says that some are wrong.
func (o *verifyOptions) compare(c *cobra.Command, dir string) error {
	r, err := verify.Read(dir)
	if err != nil {
		return err
	}
	if len(r.Launches) == 0 {
		return errors.New(dir + " holds no results of its launches")
	}
	counters := ""
	if r.Profiled() {
		counters = r.Counters()
	}
	if _, err := fmt.Fprintf(c.OutOrStdout(), "%s\n%s%s", r.Table(), counters, r.Summary()); err != nil {
		return err
	}
	if r.Wrong() {
		return errReported
	}
	return nil
}
