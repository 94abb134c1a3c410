package main

// This file reads and writes the stored kernels and facts.

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// The stored files: a txtar archive of modules and of sources that the tree does not hold, and a table with a row per kernel.
const (
	modules = "kernels.txtar.gz"
	numbers = "nvcc.csv"
)

// store writes both files.
func store(dir string, archive *txtar.Archive, facts []fact) error {
	to, err := os.Create(filepath.Join(dir, modules))
	if err != nil {
		return err
	}
	defer to.Close()
	z, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(txtar.Format(archive)); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	var table strings.Builder
	w := csv.NewWriter(&table)
	w.Write([]string{"file", "kernel", "registers", "stack", "spill stores", "spill loads", "executed", "loops: instructions/accesses"})
	for _, f := range facts {
		w.Write([]string{f.File, f.Kernel, strconv.Itoa(f.Registers), strconv.Itoa(f.Stack), strconv.Itoa(f.SpillStores), strconv.Itoa(f.SpillLoads), strconv.Itoa(f.Executed), written(f.Loops)})
	}
	w.Flush()
	return os.WriteFile(filepath.Join(dir, numbers), []byte(table.String()), 0o666)
}

// written returns loops as the table has them: "24/ld.global.4:2+st.global.4:1 8/".
func written(loops []loop) string {
	list := make([]string, len(loops))
	for i, l := range loops {
		list[i] = fmt.Sprintf("%d/%s", l.Instructions, l.Accesses.join("+"))
	}
	return strings.Join(list, " ")
}

// read is the inverse of written.
func read(text string) (list []loop, err error) {
	for _, of := range strings.Fields(text) {
		count, kinds, _ := strings.Cut(of, "/")
		l := loop{Accesses: accesses{}}
		if l.Instructions, err = strconv.Atoi(count); err != nil {
			return nil, err
		}
		for kind := range strings.SplitSeq(kinds, "+") {
			if name, n, ok := strings.Cut(kind, ":"); ok {
				if l.Accesses[name], err = strconv.Atoi(n); err != nil {
					return nil, err
				}
			}
		}
		list = append(list, l)
	}
	return list, nil
}

// stored reads both files.
func stored(dir string) (*txtar.Archive, []fact, error) {
	from, err := os.Open(filepath.Join(dir, modules))
	if err != nil {
		return nil, nil, err
	}
	defer from.Close()
	z, err := gzip.NewReader(from)
	if err != nil {
		return nil, nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, nil, err
	}
	facts, err := storedFacts(filepath.Join(dir, numbers))
	return txtar.Parse(text), facts, err
}

// storedFacts reads the table.
func storedFacts(path string) ([]fact, error) {
	table, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		return nil, err
	}
	var list []fact
	for _, row := range rows[1:] {
		f := fact{File: row[0], Kernel: row[1]}
		if _, err := fmt.Sscan(strings.Join(row[2:7], " "), &f.Registers, &f.Stack, &f.SpillStores, &f.SpillLoads, &f.Executed); err != nil {
			return nil, err
		}
		if f.Loops, err = read(row[7]); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}
