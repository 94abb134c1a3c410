// Command public tries PTX on the kernels of other people's repositories: it compiles every
// file .cu below a folder with nvcc, and runs each kernel from its PTX.
//
//	go run ./gpusim/validation/public FOLDER…
//
// A folder is a repository. Headers are looked for as its own build would find them, roughly
// (nvcc.go). The PTX is kept in the folder of -cache. Each kernel gets a process of its own
// (kernel.go), because a kernel that ends the process or never ends must not end the others.
//
// The output is a row of a table for each folder, with counts of kernels by verdict, and the
// kernels that did not run with their reasons, by frequency.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

var (
	cache  = flag.String("cache", filepath.Join(os.TempDir(), "gpusim-public"), "the `folder` that keeps the PTX")
	sample = flag.Int("sample", 1, "try one file of this `number`")
	jobs   = flag.Int("j", runtime.GOMAXPROCS(0), "how many `processes` run at the same time")
	kernel = flag.String("kernel", "", "try the kernel of this `name` in a file of PTX")
	launch = flag.Bool("launch", true, "run the kernels; else they are compiled, and one that compiles counts as run")
	verb   = flag.Bool("v", false, "print each kernel with its verdict")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *kernel != "" {
		os.Exit(tryKernel(ctx, flag.Arg(0), *kernel))
	}
	if flag.NArg() == 0 {
		log.Fatal("name a folder with files .cu")
	}
	fmt.Print(heading)
	var all counts
	for _, folder := range flag.Args() {
		c, err := repository(ctx, folder)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(c.row(filepath.Base(folder)))
		all.add(c)
	}
	fmt.Print(all.row("all"), "\n", all.reasons())
}

// repository tries all kernels of a folder.
func repository(ctx context.Context, folder string) (*counts, error) {
	r, err := open(folder)
	if err != nil {
		return nil, err
	}
	c := &counts{}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(*jobs)
	for i, file := range r.sources {
		if i%*sample > 0 {
			continue
		}
		g.Go(func() error { return c.file(ctx, r, file) })
	}
	return c, g.Wait()
}

// file tries all kernels of a file.
func (c *counts) file(ctx context.Context, r *repo, file string) error {
	ptx, err := r.compile(ctx, file)
	if err != nil || ptx == "" {
		c.skip()
		return err
	}
	names, err := kernels(ptx)
	if err != nil {
		c.note(result{file: ptx, verdict: refused, reason: err.Error()})
		return ctx.Err()
	}
	for _, name := range names {
		c.note(try(ctx, ptx, name))
	}
	return ctx.Err()
}
