package pass

// This file selects passes by name, so that a learner can see what each one does.

import (
	"fmt"
	"slices"
	"strings"
)

// Select returns the passes that choice names: "" or "all" for Default, "none"
// for those that every kernel needs, or "-name,-name…" for Default without some. The
// error for an unknown name lists the valid names.
func Select(choice string) ([]Pass, error) {
	switch choice {
	case "", "all":
		return Default, nil
	case "none":
		return slices.DeleteFunc(slices.Clone(Default), func(p Pass) bool { return !p.Always }), nil
	}
	var gone []string
	for item := range strings.SplitSeq(choice, ",") {
		name := strings.TrimLeft(item, "-") // a command line may add a second minus
		i := slices.IndexFunc(Default, func(p Pass) bool { return p.Name == name })
		if name == item || i < 0 || Default[i].Always {
			return nil, fmt.Errorf("%q does not choose passes; write all, none, or a minus and a name: %s", item, strings.Join(optional(), ", "))
		}
		gone = append(gone, name)
	}
	return Without(gone...), nil
}

// optional lists the names of the passes that can be left out, in order.
func optional() []string {
	var names []string
	for _, p := range Default {
		if !p.Always && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}
