package command

// This file shows the results of sweeps, and merges those of shards.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/display"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

// sweepResults is what becomes of the results of a sweep.
type sweepResults struct {
	file, html, format, metrics string
	figures                     []sweep.Figure
	draw                        sweepDrawing
}

// sweepDrawing draws figures of a sweep. A page of a browser has no such function.
type sweepDrawing func(r *sweep.Results, figures ...sweep.Figure) []*chart.Picture

// sweepPage is a sweep as the workbench shows it.
type sweepPage struct {
	Columns []report.Column `json:"columns"`
	Errors  []string        `json:"errors"`
}

func (s *sweepResults) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.file, "results", "", "keep a line of JSON per launch in this `file`")
	if s.draw != nil {
		c.Flags().StringVar(&s.html, "html", "", "draw the figures into this `file`, a page of HTML")
	}
	c.Flags().StringVar(&s.metrics, "metrics", "", "show the metrics of these `names`, separated by commas, in place of time, bandwidth and percent of the roof")
}

// check reads the flags.
func (s *sweepResults) check() (err error) {
	if err := checkFormat(s.format, csvFormat, pageFormat); err != nil {
		return err
	}
	s.figures = sweep.Usual()
	if s.metrics != "" {
		if s.figures, err = sweep.Figures(sweep.Fields(s.metrics)...); err != nil {
			return usageError{err}
		}
	}
	for _, file := range []string{s.file, s.html} {
		if info, err := os.Stat(filepath.Dir(file)); file != "" && (err != nil || !info.IsDir()) {
			return usagef("%s: there is no folder %s", file, filepath.Dir(file))
		}
	}
	return nil
}

// write prints the table, and draws the page.
func (s *sweepResults) write(c *cobra.Command, r *sweep.Results) error {
	table := r.Table(s.figures...)
	if s.html != "" {
		page := display.Document("Sweep", s.draw(r, s.figures...), r.Of, table)
		if err := os.WriteFile(s.html, []byte(page), 0o666); err != nil {
			return err
		}
	}
	if s.format == pageFormat {
		return json.NewEncoder(c.OutOrStdout()).Encode(sweepPage{table.Columns(), r.Errors()})
	}
	text := table.String() + "\n"
	for i, e := range r.Errors() {
		if i == mostErrors {
			text += "…\n"
			break
		}
		text += e + "\n"
	}
	return writeTable(c, s.format, table, text)
}

// mostErrors is how many errors stand below a table.
const mostErrors = 8

func mergeCommand(draw sweepDrawing) *cobra.Command {
	s := sweepResults{draw: draw}
	c := &cobra.Command{
		Use:   "merge FILE …",
		Short: "Join the results of the shards of a sweep, and show them",
		Long: "Join the files of -results of the shards of a sweep, print their table, and write them as one file: the file of a sweep without shards, byte for byte. " +
			"Of one file it prints the table and draws the page again.\n\nThe exit code is 1 when launches are missing.",
		Example: "  gpusim sweep merge -results all.jsonl -html sweep.html part-0.jsonl part-1.jsonl",
		Args:    fileAtLeast,
		RunE: func(c *cobra.Command, files []string) error {
			if err := s.check(); err != nil {
				return err
			}
			return s.merge(c, files)
		},
	}
	tableFlag(c, &s.format)
	s.flags(c)
	return c
}

func (s *sweepResults) merge(c *cobra.Command, files []string) error {
	r, err := sweep.Merge(files...)
	if err != nil {
		return err
	}
	if s.file != "" {
		err = r.WriteFile(s.file)
	}
	if err = errors.Join(err, s.write(c, r)); err != nil || len(r.Missing) == 0 {
		return err
	}
	return fmt.Errorf("%d of %d launches are missing; the first is %v", len(r.Missing), len(r.Missing)+len(r.Rows), r.Missing[0])
}

// sweepProgress tells a terminal how many launches are done, and how long the others take if they take as
// long.
func sweepProgress(w io.Writer) func(done, total int) {
	if !terminal(w) {
		return nil
	}
	start, before := time.Now(), -1
	return func(done, total int) {
		if before < 0 {
			before = done // of an earlier run
		}
		text := fmt.Sprintf("\r\x1b[K%d of %d launches", done, total)
		if n := done - before; n > 0 && done < total {
			more := (time.Since(start) / time.Duration(n) * time.Duration(total-done)).Round(time.Second)
			text += fmt.Sprintf(", about %v more (Ctrl-C ends it)", max(more, time.Second))
		}
		if done == total {
			text = "\r\x1b[K"
		}
		fmt.Fprint(w, text)
	}
}
