package source

// Forget drops the Units that are kept.
func Forget() { recent.units, recent.order = nil, nil }

// Functions lists the functions of a Unit of Go, in source order.
func Functions(u Unit) (names []string) {
	for _, d := range u.(*Go).src.decls {
		if d.fn() != nil && d.recv == "" {
			names = append(names, d.name)
		}
	}
	return names
}

// SourceFile is sourceFile.
var SourceFile = sourceFile
