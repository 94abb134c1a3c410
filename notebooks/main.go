// Command notebooks sets up and opens the course: `go run ./notebooks`.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"gpucourse/notebooks/internal/course"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := course.Main(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "\n"+err.Error())
		os.Exit(1)
	}
}
