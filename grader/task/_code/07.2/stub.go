package main

// Double doubles a picture of width columns. Row y begins at element y·width.
func Double(out, in []float32, width, height int) {
	x := 0 // complete these two lines: the column of this thread,
	y := 0 // and its row
	if x < width && y < height {
		out[y*width+x] = 2 * in[y*width+x]
	}
}
