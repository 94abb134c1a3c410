package main

// Unpad copies a picture to an array without padding: the rows of in begin pitch bytes apart, those
// of out width elements.
func Unpad(out, in []float32, width, height, pitch int) {
	// your code
}
