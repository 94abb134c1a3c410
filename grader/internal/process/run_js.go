package process

// This file does the work in the program itself, in a tab of a browser.

import (
	"context"
	"encoding/json"
	"fmt"
)

// works are those that Serve was told.
var works map[string]Work

// Serve notes the works that Run does.
func Serve(list map[string]Work) { works = list }

// Run does a request, and calls reply with each line that the work answers. The work goes
// on after an error of reply, which is returned.
func Run(_ context.Context, work string, request any, _ Limits, reply func([]byte) error) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if works[work] == nil {
		return fmt.Errorf("no work has the name %q", work)
	}
	var wrong error
	err = works[work](line, func(answer any) {
		text, err := json.Marshal(answer)
		if err == nil {
			err = reply(text)
		}
		if wrong == nil {
			wrong = err
		}
	})
	if err == nil {
		err = wrong
	}
	return err
}
