//go:build !js

package progress

// This file locks the file against other programs.

import (
	"context"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long a change waits for others, which take milliseconds, and longer on a busy
// machine. Only a program that was stopped holds the file so long.
const lockWait = time.Minute

// lock locks a file, and returns the function that ends it.
func lock(path string) (unlock func() error, err error) {
	l := flock.New(path)
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	_, err = l.TryLockContext(ctx, 5*time.Millisecond)
	return l.Unlock, err
}
