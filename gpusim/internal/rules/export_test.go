package rules

// Terms returns the terms of the rules by their names.
func Terms() map[string]string {
	terms := map[string]string{}
	for _, r := range table {
		terms[r.name] = r.term
	}
	return terms
}
