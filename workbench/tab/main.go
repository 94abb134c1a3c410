//go:build js

// Command tab is the simulator in a tab of a browser: it gives the page the command line of
// gpusim as a function. It is compiled to WebAssembly and runs in a worker, which ends it
// when a launch takes too long or too much memory.
//
// The machine: the worker keeps files in memory and gives them to Go as its file system.
// The page sends words and a function; the function gets the exit code and both outputs.
// One command runs at a time.
package main

import (
	"bytes"
	"context"
	"runtime/debug"
	"syscall/js"

	"gpucourse/workbench/programs"
)

// garbage lets the heap double and half again between collections, a compromise between
// time and the memory of a tab.
const garbage = 150

// mostHeap is when the collector begins to work harder, in bytes: memory that a tab has
// once taken is never given back, and the worker ends Go at twice as much.
const mostHeap = 512 << 20

func main() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(mostHeap)
	js.Global().Call("serve", js.FuncOf(run))
	select {}
}

// run starts the command of the first argument and calls the second with its result.
func run(_ js.Value, args []js.Value) any {
	words := make([]string, args[0].Length())
	for i := range words {
		words[i] = args[0].Index(i).String()
	}
	done := args[1]
	go func() {
		var stdout, stderr bytes.Buffer
		code := programs.Run(context.Background(), words, &stdout, &stderr)
		done.Invoke(code, stdout.String(), stderr.String())
	}()
	return nil
}
