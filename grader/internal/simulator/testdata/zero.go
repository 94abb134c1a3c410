package look

// Zero reads a result, on which nothing depends.
func Zero(out, in []int32) { out[0] = max(out[0]&1, 1) * in[0] }
