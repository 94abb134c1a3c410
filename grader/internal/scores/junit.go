package scores

// This file writes results as JUnit does: a test suite per exercise of a submission.

import (
	"encoding/xml"

	"gpucourse/grader/verdict"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	Failure *junitReason `xml:"failure"`
	Error   *junitReason `xml:"error"`
	Skipped *junitReason `xml:"skipped"`
}

type junitReason struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func junit(results []Result) []byte {
	out := junitSuites{Name: "gpucourse"}
	for i := range results {
		for j := range results[i].Items {
			item := &results[i].Items[j]
			name := results[i].Submission + "/" + item.Exercise
			if n := len(out.Suites); n == 0 || out.Suites[n-1].Name != name {
				out.Suites = append(out.Suites, junitSuite{Name: name})
			}
			out.Suites[len(out.Suites)-1].add(item)
		}
	}
	for _, s := range out.Suites {
		out.Tests, out.Failures, out.Errors = out.Tests+s.Tests, out.Failures+s.Failures, out.Errors+s.Errors
	}
	text, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		panic("BUG: results that are no XML: " + err.Error())
	}
	return append([]byte(xml.Header), append(text, '\n')...)
}

// add appends a kernel or plan. What is not valid is an error, what is not started is
// skipped, and what is wrong or wasteful is a failure.
func (s *junitSuite) add(item *Item) {
	c := junitCase{Name: item.Kernel, Class: s.Name}
	reason := &junitReason{item.State, item.title(), item.text()}
	switch item.State {
	case Done:
	case verdict.NotStarted.String():
		c.Skipped = reason
		s.Skipped++
	case verdict.Invalid.String():
		c.Error = reason
		s.Errors++
	default:
		c.Failure = reason
		s.Failures++
	}
	s.Tests++
	s.Cases = append(s.Cases, c)
}
