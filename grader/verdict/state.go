package verdict

// This file writes states as words, for files and tools.

import "fmt"

// stateWords are the words of the states.
var stateWords = [...]string{"not valid", "not started", "wrong", "wasteful", "done"}

// String returns the word for the score table.
func (s State) String() string { return stateWords[s] }

// MarshalText returns the word of a state.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word of a state.
func (s *State) UnmarshalText(text []byte) error {
	for i, word := range stateWords {
		if word == string(text) {
			*s = State(i)
			return nil
		}
	}
	return fmt.Errorf("no state has the name %q", text)
}
