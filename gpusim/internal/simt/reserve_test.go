//go:build unix

package simt

import "testing"

// TestReservable: the host refuses more than an address space, and gives little.
func TestReservable(t *testing.T) {
	const addressSpace = 1 << 62
	if reservable(addressSpace) || !reservable(1<<20) || !reservable(2*probedBytes) {
		t.Errorf("got %v, %v and %v, want false, true and true", reservable(addressSpace), reservable(1<<20), reservable(2*probedBytes))
	}
}
