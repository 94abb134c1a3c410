package setup

// freeBytes knows nothing on Windows, where there is no set-up.
func freeBytes(string) (uint64, bool) { return 0, false }
