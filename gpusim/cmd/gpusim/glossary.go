package main

// This file is gpusim glossary: what a word means.

import (
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/report"
)

func glossaryCommand() *cobra.Command {
	format := textFormat
	c := &cobra.Command{
		Use:   "glossary [WORD …]",
		Short: "Explain a term, a stall reason or a metric",
		Long: "Explain the words of reports and of the course: terms, stall reasons and metrics. A part of a word\n" +
			"finds all entries that hold it; without a word, all are listed. notebooks/" + glossary.File + " has the same entries.",
		Example: "  gpusim glossary sector\n  gpusim glossary mio_throttle\n  gpusim glossary gld_efficiency",
		RunE:    func(c *cobra.Command, words []string) error { return explainWords(c, format, words) },
	}
	tableFlag(c, &format)
	return c
}

func explainWords(c *cobra.Command, format string, words []string) error {
	if err := checkFormat(format, csvFormat); err != nil {
		return err
	}
	if len(words) == 0 {
		words = []string{""}
	}
	text := ""
	t := report.NewTable("name", "also", "group", "meaning", "unit", "chapter")
	for _, word := range words {
		found := glossary.Lookup(word)
		if len(found) == 0 {
			return usagef("the glossary has no %q; %s lists all entries", word, c.CommandPath())
		}
		texts := make([]string, len(found))
		for i, e := range found {
			texts[i] = e.String()
			t.Add(e.Name, strings.Join(e.Also, ", "), e.Group, e.Meaning, e.Unit, e.Chapter)
		}
		text += strings.Join(texts, "\n")
	}
	return writeTable(c, format, t, text)
}
