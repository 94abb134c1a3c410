package progress

// This file stands for the lock in a tab of a browser, whose files no other program sees.

func lock(string) (unlock func() error, err error) { return func() error { return nil }, nil }
