package setup

// This file explains a failed step and says what the user can do.

import (
	"fmt"
	"runtime"
	"strings"
)

// Problem is the error of a set-up that cannot continue.
type Problem struct {
	What   string // is wrong, a sentence
	Remedy string // what the user can do
	Detail string // the end of the failed program's output, or empty
}

// Error returns the message for the terminal.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.What + "\n")
	if p.Detail != "" {
		b.WriteString("\n    " + strings.ReplaceAll(p.Detail, "\n", "\n    ") + "\n")
	}
	b.WriteString("\nWhat to do: " + p.Remedy)
	return b.String()
}

// advice is a remedy for each operating system. The key "" stands for every
// system without an entry.
type advice map[string]string

func (a advice) on(goos string) string {
	if s, ok := a[goos]; ok {
		return s
	}
	return a[""]
}

// need says what the set-up lacks.
type need int

const (
	needPython need = iota
	needVenv
	needNetwork
	needCertificate
	needProxy
	needSpace
	needPermission
	needWritable
	needHashes
	needCompiler
	needReport
)

var remedies = map[need]advice{
	needPython: {
		"":       "install Python 3 with your package manager (Debian, Ubuntu: sudo apt install python3 python3-venv), then run this again.",
		"darwin": "install Python 3 (brew install python, or https://www.python.org/downloads/), then run this again.",
	},
	needVenv: {
		"":       "install the venv module (Debian, Ubuntu: sudo apt install python3-venv; Fedora: it comes with python3), then run this again.",
		"darwin": "install a complete Python (brew install python, or https://www.python.org/downloads/), then run this again.",
	},
	needNetwork:     {"": "connect to the internet, or set HTTPS_PROXY (and PIP_INDEX_URL, GOPROXY for a mirror), then run this again. Only the first run needs the network."},
	needCertificate: {"": "name your network's certificate file in PIP_CERT and SSL_CERT_FILE, then run this again."},
	needProxy:       {"": "name the right proxy in HTTPS_PROXY (http://USER:PASSWORD@HOST:PORT if it wants a password) and ask its owner to allow pypi.org, files.pythonhosted.org and proxy.golang.org; or name mirrors in PIP_INDEX_URL and GOPROXY. Then run this again."},
	needSpace:       {"": "free about 1 GB on the disk that holds this folder (and on the one that holds the temporary folder), then run this again."},
	needPermission:  {"": "make this folder writable for you, or clone the repository into a folder of your own, then run this again."},
	needWritable:    {"": "nothing can be written to the disk that holds this folder; clone the repository to a folder of your own on another disk, then run this again."},
	needHashes:      {"": "a downloaded package is not the one that the course pins in requirements.txt; use another mirror (PIP_INDEX_URL), then run this again."},
	needCompiler:    {"": "no ready-made package exists for this Python or machine; install a Python from " + oldest.String() + " to " + newest.String() + ", then run this again."},
	needReport:      {"": "read the lines above; delete the folder .venv if it is there, and run this again."},
}

// symptoms maps texts in a program's output to what the set-up lacks. The first
// entry that matches counts. Case and line breaks do not.
var symptoms = []struct {
	text string
	need need
	what string
}{
	{"No space left on device", needSpace, "The disk is full."},
	{"Disk quota exceeded", needSpace, "The disk quota is used up."},
	{"Read-only file system", needWritable, "The disk is read-only."},
	{"ensurepip is not available", needVenv, "This Python has no venv module."},
	{"No module named venv", needVenv, "This Python has no venv module."},
	{"No module named ensurepip", needVenv, "This Python has no venv module."},
	{"No module named pip", needVenv, "This Python's venv module makes environments without pip."},
	{"CERTIFICATE_VERIFY_FAILED", needCertificate, "The package index's certificate is not trusted."},
	{"certificate signed by unknown authority", needCertificate, "The Go module proxy's certificate is not trusted."},
	{"DO NOT MATCH THE HASHES", needHashes, "A package does not match its hash."},
	{"Permission denied", needPermission, "A file cannot be written."},
	{"Tunnel connection failed", needProxy, "The proxy refuses the connection."},
	{": Proxy Authentication Required", needProxy, "The proxy refuses the connection."},
	{`": Forbidden`, needProxy, "The proxy refuses the connection."},
	{"Cannot connect to proxy", needProxy, "The proxy cannot be reached."},
	{"proxyconnect tcp", needProxy, "The proxy cannot be reached."},
	{"dial tcp", needNetwork, "The Go module proxy cannot be reached."},
	{"Name or service not known", needNetwork, "The package index cannot be reached."},
	{"Temporary failure in name resolution", needNetwork, "The package index cannot be reached."},
	{"nodename nor servname provided", needNetwork, "The package index cannot be reached."},
	{"Failed to establish a new connection", needNetwork, "The package index cannot be reached."},
	{"Network is unreachable", needNetwork, "The package index cannot be reached."},
	{"Connection refused", needNetwork, "The package index cannot be reached."},
	{"timed out", needNetwork, "The package index does not answer."},
	{"module lookup disabled", needNetwork, "Go modules are missing, and GOPROXY=off forbids downloading them."},
	{"No matching distribution found", needCompiler, "A pinned package does not exist for this Python."},
}

// detailLines is how much of a failed program's output is shown with a known cause.
const detailLines = 8

// Diagnose explains why a step failed with err.
func Diagnose(step string, err error) error { return diagnose(step, err.Error()) }

// diagnose explains a failed step by the end of its output.
func diagnose(step, output string) error {
	if p := recognise(output); p != nil {
		return p
	}
	return &Problem{
		What:   fmt.Sprintf("The step %q failed.", step),
		Remedy: remedies[needReport].on(runtime.GOOS),
		Detail: LastLines(output, 20),
	}
}

// Remedy returns what to do about a known cause that output shows, or "".
func Remedy(output string) string {
	if p := recognise(output); p != nil {
		return p.What + " What to do: " + p.Remedy
	}
	return ""
}

// recognise returns the problem whose symptom is in output, or nil.
func recognise(output string) *Problem {
	text := plain(output)
	for _, s := range symptoms {
		if strings.Contains(text, plain(s.text)) {
			return &Problem{What: s.what, Remedy: remedies[s.need].on(runtime.GOOS), Detail: LastLines(output, detailLines)}
		}
	}
	return nil
}

// plain returns s in lower case with single spaces for all white space.
func plain(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// LastLines returns the last n lines of s that are not blank.
func LastLines(s string, n int) string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimRight(line, " \r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
