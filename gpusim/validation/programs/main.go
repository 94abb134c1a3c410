// Command programs tries whole programs of other people: each of list.txt is built and run by
// gpusim run, and once more with no kernel run.
//
//	go run ./gpusim/validation/programs [-run REGEXP] FOLDER
//
// FOLDER has a folder OWNER+NAME for each repository, at the commit that the list names. A program
// passes when it ends with exit status 0 and its output is as the list says, and when the output of the
// control, which runs no kernel, is not. Others must end with the reason that the list names.
//
// The output is a row per program. The exit status is 1 when a result is not the one in the list.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"regexp"
	"time"

	"gpucourse/gpusim/command"
)

var (
	only  = flag.String("run", "", "try the programs whose row matches this `REGEXP`")
	limit = flag.Duration("limit", 3*time.Minute, "the longest that one run of a program may take")
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 && os.Args[1] == "run" { // a process of try
		os.Exit(command.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
	}
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name the folder of the repositories")
	}
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	t := &trial{gpusim: self, sources: flag.Arg(0), limit: *limit}
	if !t.all(ctx, regexp.MustCompile(*only)) {
		os.Exit(1)
	}
}

// all tries the programs of the list, and reports whether all results are as the list says.
func (t *trial) all(ctx context.Context, only *regexp.Regexp) bool {
	passed, tried, same := 0, 0, true
	for _, p := range programs() {
		if !only.MatchString(p.row) || ctx.Err() != nil {
			continue
		}
		got := t.try(ctx, &p)
		tried++
		if got.passes {
			passed++
		}
		if wrong := p.differs(&got); wrong != "" {
			same = false
			fmt.Printf("%s: %s\n", p.name(), wrong)
		} else {
			fmt.Printf("%s: %s, %.1f s\n", p.name(), p.result, got.took.Seconds())
		}
	}
	fmt.Printf("%d of %d programs pass\n", passed, tried)
	return same
}
