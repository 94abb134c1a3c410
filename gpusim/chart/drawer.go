//go:build !js && notebookcell

package chart

// This file has ECharts run by another program. GoNB links a program for each cell, and
// linking a JavaScript interpreter into it takes a fifth of the time in which a cell is built.

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
)

// drawProgram is the environment variable that names the program, which calls Serve. The
// set-up of the course sets it together with the build tag notebookcell.
const drawProgram = "GPUCOURSE_DRAW"

// drawer is the running program. It ends when this process does, as its input ends.
var drawer struct {
	sync.Mutex
	in  *json.Encoder
	out *json.Decoder
}

// draw returns the SVG that ECharts makes of options.
func draw(option []byte, width, height int) string {
	drawer.Lock()
	defer drawer.Unlock()
	svg, err := ask(drawing{option, width, height})
	if err != nil {
		panic(fmt.Sprintf("chart: the program that draws, %s: %v; stop JupyterLab and run `go run ./notebooks` again", os.Getenv(drawProgram), err))
	}
	return svg
}

func ask(d drawing) (svg string, err error) {
	if drawer.in == nil {
		if err := startDrawer(); err != nil {
			return "", err
		}
	}
	if err := drawer.in.Encode(d); err != nil {
		return "", err
	}
	return svg, drawer.out.Decode(&svg)
}

func startDrawer() error {
	cmd := exec.Command(os.Getenv(drawProgram))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	drawer.in, drawer.out = json.NewEncoder(in), json.NewDecoder(out)
	return cmd.Start()
}
