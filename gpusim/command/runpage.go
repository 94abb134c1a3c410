package command

// This file is gpusim run in a page of a browser: the simulator reads main() itself.

import (
	"bytes"
	"encoding/json"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/display"
	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/source"
)

// pageBudget is the warp instructions that a program may execute in a tab.
const pageBudget = 1e9

// programPage is a program as the workbench shows it.
type programPage struct {
	Out      string        `json:"out"` // what it printed
	Errors   string        `json:"errors"`
	Status   int           `json:"status"`
	Tables   string        `json:"tables"` // HTML
	Card     string        `json:"card"`   // HTML of what ended it; empty for its own end
	Mistakes []pageMistake `json:"mistakes"`
}

// playCommand is the form of gpusim run that needs no compiler and no process.
func playCommand() *cobra.Command {
	var device, format string
	c := &cobra.Command{
		Use:   "run FILE.cu",
		Short: "Run main() and kernels of a CUDA program",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			spec, err := arch.Find(device)
			if err != nil {
				return usageError{err}
			}
			unit, err := loadUnit(args[0], cudaFlags{compiler: compilerValue(source.Own)}, spec)
			if err != nil {
				return err
			}
			return writeProgramPage(c, unit, device)
		},
	}
	deviceFlag(c, &device)
	c.Flags().StringVar(&format, "format", pageFormat, "how to print it: page")
	return c
}

func writeProgramPage(c *cobra.Command, unit source.Unit, device string) error {
	var out, errors bytes.Buffer
	ran, status, err := cudart.Play(unit, nil, &out, cudart.Options{
		Devices: []string{device}, Budget: pageBudget, Stderr: &errors, Context: c.Context(),
	})
	p := programPage{Out: out.String(), Errors: errors.String(), Status: status}
	if ran != nil && len(ran.Launches) > 0 {
		p.Tables = display.HTML(ran)
	}
	if err != nil {
		p.Card = display.HTML(err)
		for _, d := range diag.ListOf(err) {
			p.Mistakes = append(p.Mistakes, pageMistake{d.Pos.Line, d.Pos.Col, d.What()})
		}
	}
	return json.NewEncoder(c.OutOrStdout()).Encode(p)
}
