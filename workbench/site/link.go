package site

// This file makes links that open a kernel in the workbench.

import (
	"encoding/base64"
	"encoding/json"
)

// Shared is a kernel with its launch, as the page's address holds it.
type Shared struct {
	Source string  `json:"source"`
	Launch *Launch `json:"launch,omitempty"` // nil leaves the launch to the page
}

// Launch is what the form of the page has, each as gpusim profile takes it.
type Launch struct {
	Kernel string `json:"kernel"`
	Device string `json:"device"`
	Grid   string `json:"grid"`
	Block  string `json:"block"`
	Shared string `json:"shared"`
	Values string `json:"values"`
	Flags  string `json:"flags"`
}

// Link returns the address of the page that opens a kernel, relative to the folder of the
// workbench.
func Link(s Shared) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return "index.html#" + base64.RawURLEncoding.EncodeToString(text)
}
