//go:build !js

package progress

// This file locks the file against other programs.

import (
	"context"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long a change waits for others.
const lockWait = 3 * time.Second

// lock locks a file, and returns the function that ends it.
func lock(path string) (unlock func() error, err error) {
	l := flock.New(path)
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	_, err = l.TryLockContext(ctx, 5*time.Millisecond)
	return l.Unlock, err
}
