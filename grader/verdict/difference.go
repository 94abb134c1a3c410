package verdict

// This file holds the elements around the first wrong one, for a picture.

// Difference is a part of an array after a launch with a wrong result.
type Difference struct {
	Array    string
	First    int       // index of the first wrong element
	Elements []Element // First and its neighbours, by index
}

// Element is an element with what it should be.
type Element struct {
	Index     int
	Got, Want string
	Written   bool // its value is not that from before the launch
	Wrong     bool
	Fixed     bool    // it is no part of the result: it must not change
	Thread    *Thread // the last that wrote the element; nil for none
	// Owner is the thread with the element's index among all threads of the launch: the
	// one that writes it in most kernels. Nil when the launch has no such thread.
	Owner *Thread
}

// Thread is a thread of a launch.
type Thread struct {
	Block, Thread string // "3", or "(3, 1, 0)" where the launch has several dimensions
	Lane          int
}
