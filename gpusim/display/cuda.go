package display

// This file shows a kernel as CUDA C.

import "gpucourse/gpusim"

// Source is the text of a program.
type Source string

// CUDA returns a kernel as CUDA C: a Go function, or a kernel of a module.
func CUDA(kernel any) (Source, error) {
	k, err := gpusim.Compile(kernel)
	if err != nil {
		return "", err
	}
	text, err := k.CUDA()
	return Source(text), err
}

func (s Source) render() output {
	return output{scrolled(element("pre", listingStyle, escape(string(s)))), string(s)}
}
