// Command workbench writes the workbench, the simulator in a browser, as a folder of static
// files.
//
//	go run gpucourse/workbench DIR           write it into a folder
//	go run gpucourse/workbench -serve        write it into a temporary folder and serve it
//	go run gpucourse/workbench -packages     bundle the npm packages again, after npm ci in workbench/page
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"

	"gpucourse/workbench/site"
)

func main() {
	serve := flag.Bool("serve", false, "serve the workbench on this machine")
	address := flag.String("address", "localhost:8080", "where -serve listens")
	packages := flag.Bool("packages", false, "bundle the npm packages again")
	flag.Parse()
	if err := run(context.Background(), *serve, *packages, *address, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "workbench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, serve, packages bool, address string, args []string) error {
	switch {
	case packages:
		return site.Packages(ctx)
	case serve:
		return serveAt(ctx, address)
	case len(args) == 1:
		return site.Publish(ctx, args[0])
	}
	return fmt.Errorf("name the folder to write, or -serve")
}

func serveAt(ctx context.Context, address string) error {
	dir, err := os.MkdirTemp("", "workbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := site.Build(ctx, dir, site.Quick); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("The workbench is at http://%s/ (Ctrl-C ends it)\n", listener.Addr())
	return http.Serve(listener, http.FileServer(http.Dir(dir)))
}
