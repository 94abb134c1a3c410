package cells

// This file reads the log of the cells that GoNB executed.

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
)

// logDir is the environment variable that holds the folder of the logs. The log of a
// kernel is PID.log: GoNB's process starts each cell, so a cell's parent has that PID.
const logDir = "GPUCOURSE_CELL_LOGS"

// logFile is the environment variable that holds the path of the cell's own log, for the
// processes that the cell starts: their parent is the cell. The grader is such a process.
const logFile = "GPUCOURSE_CELL_LOG"

func init() {
	if dir := os.Getenv(logDir); dir != "" && os.Getenv(logFile) == "" {
		os.Setenv(logFile, logOfParent(dir))
	}
}

func logOfParent(dir string) string { return filepath.Join(dir, fmt.Sprintf("%d.log", os.Getppid())) }

// What GoNB logs, each in a line that begins with the source file that logs it.
var (
	logStarts   = regexp.MustCompile(`^Logging for .* starting at `)
	logExecutes = regexp.MustCompile(`^I.* dispatcher\.go:\d+\] .*> publish "execute_input" with code$`)
	logCell     = regexp.MustCompile(`^I.* execcode\.go:\d+\] .*?ExecuteCell: \[(.*)\]$`)
)

// readLog returns the places of the lines of each declaration that cells hold, by the
// declaration's key. It returns nil where there is no log.
func readLog() map[string][]Place {
	file := os.Getenv(logFile)
	if dir := os.Getenv(logDir); file == "" && dir != "" {
		file = logOfParent(dir)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	places := map[string][]Place{}
	executed := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case logStarts.MatchString(line): // another process had this PID
			executed = 0
			clear(places)
		case logExecutes.MatchString(line):
			executed++
		default:
			if m := logCell.FindStringSubmatch(line); m != nil {
				addCell(places, diag.CellFile(executed), unquoteAll(m[1]))
			}
		}
	}
	return places
}

// unquoteAll returns the strings of a list as %q prints it: "a" "b".
func unquoteAll(list string) (out []string) {
	for list != "" {
		quoted, err := strconv.QuotedPrefix(list)
		if err != nil {
			return out
		}
		s, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
		out = append(out, s)
		list = strings.TrimPrefix(list[len(quoted):], " ")
	}
	return out
}

// addCell adds the declarations of a cell. They replace equal ones of earlier cells.
func addCell(places map[string][]Place, cell string, lines []string) {
	program, from := cellProgram(lines)
	fset := token.NewFileSet()
	tree, _ := parser.ParseFile(fset, cell, strings.Join(program, "\n"), parser.ParseComments|parser.SkipObjectResolution)
	if tree == nil {
		return
	}
	for _, d := range declarations(fset, tree, program) {
		list := make([]Place, len(d.lines))
		for i := range list {
			n := from[d.first-1+i]
			list[i] = Place{diag.Pos{File: cell, Line: n}, lines[n-1]}
		}
		places[d.key] = list
	}
}

// cellProgram returns a cell as a Go file, as GoNB writes it, and the line of the cell
// from which each line comes: commands are left out, and %% begins func main.
func cellProgram(lines []string) (program []string, from []int) {
	add := func(n int, text string) { program, from = append(program, text), append(from, n) }
	add(1, "package main")
	inMain, continued := false, false
	for i, line := range lines {
		command := strings.TrimPrefix(line, "//gonb:")
		begins := isMain(command)
		isCommand := continued || strings.HasPrefix(command, "%") || strings.HasPrefix(command, "!")
		continued = isCommand && strings.HasSuffix(command, `\`)
		switch {
		case begins:
			add(i+1, "func main() {")
			add(i+1, "\tflag.Parse()")
			inMain = true
		case isCommand || strings.HasPrefix(line, "package"):
		default:
			add(i+1, line)
		}
	}
	if inMain {
		add(len(lines), "")
		add(len(lines), "}")
	}
	return program, from
}

// isMain reports whether a command puts the rest of the cell into func main.
func isMain(command string) bool {
	return strings.HasPrefix(command, "%main") || command == "%%" || strings.HasPrefix(command, "%% ") || strings.HasPrefix(command, "%%\t")
}
