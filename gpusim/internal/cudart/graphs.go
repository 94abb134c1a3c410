package cudart

// This file is graphs: calls that are kept and run later, in the order in which they were added.
// A program adds them one by one, or lets a stream keep what it is given (capture).

import (
	"slices"
)

// graph is a cudaGraph_t or a cudaGraphExec_t.
type graph struct{ nodes []*node }

// node is a call that a graph keeps.
type node struct {
	handle uint64
	run    func(c *call, stream uint64) status
}

// copied returns a graph with nodes of its own, which have the same handles.
func (g *graph) copied() *graph {
	to := &graph{}
	for _, n := range g.nodes {
		same := *n
		to.nodes = append(to.nodes, &same)
	}
	return to
}

// capture is what streams keep.
type capture struct {
	streams map[uint64]*graph // by the handles of streams that keep calls
	events  map[uint64]*graph // by the handles of events that such streams recorded
}

// add adds a node.
func (s *session) add(g *graph, run func(*call, uint64) status) *node {
	n := &node{handle: s.handle(), run: run}
	g.nodes = append(g.nodes, n)
	return n
}

// capturing returns the graph that keeps a call; nil where none does. A stream that waits for an event
// of a capture takes part in it.
func (s *session) capturing(c *call) *graph {
	if len(s.capture.streams) == 0 {
		return nil
	}
	at := c.row.streamWord()
	if at < 0 {
		return nil
	}
	if g := s.capture.streams[c.words[at]]; g != nil {
		return g
	}
	if c.row.name == "cudaStreamWaitEvent" {
		if g := s.capture.events[c.words[1]]; g != nil {
			s.capture.streams[c.words[at]] = g
			return g
		}
	}
	return nil
}

// keepCall lets a graph keep a call.
func (s *session) keepCall(g *graph, c *call) status {
	switch c.row.name {
	case "cudaStreamBeginCapture", "cudaStreamEndCapture", "cudaStreamIsCapturing", "cudaStreamGetFlags", "cudaStreamGetPriority":
		return c.row.run(s, c)
	case "cudaStreamSynchronize", "cudaStreamQuery":
		return captureUnsupported
	case "cudaStreamWaitEvent":
		return success
	case "cudaEventRecord", "cudaEventRecordWithFlags":
		s.capture.events[c.words[0]] = g
		return success
	case "__cudaLaunchKernel", "cudaLaunchKernel", "cudaLaunchCooperativeKernel":
		return s.keepLaunch(g, s.requested(c))
	case "cudaMallocAsync", "cudaMallocFromPoolAsync": // the program wants the address now
		return c.row.run(s, c)
	}
	s.add(g, func(now *call, stream uint64) status {
		later := &call{row: c.row, thread: now.thread, words: slices.Clone(c.words)}
		later.words[c.row.streamWord()] = stream
		return c.row.run(s, later)
	})
	return success
}

// keepLaunch lets a graph keep a launch with the arguments of now.
func (s *session) keepLaunch(g *graph, r request) status {
	run, err := s.laterLaunch(r)
	if err == success {
		s.add(g, run)
	}
	return err
}

// laterLaunch returns what makes a launch with the arguments of now.
func (s *session) laterLaunch(r request) (func(*call, uint64) status, status) {
	f := s.kernelOf(r.kernel)
	if f == nil {
		return nil, invalidFunction
	}
	r.values = s.arguments(f.kernel, r.args)
	return func(c *call, stream uint64) status {
		r.stream = stream
		return s.launch(c, r)
	}, success
}

func (s *session) beginCapture(c *call) status {
	h := c.words[0]
	switch {
	case h == noStream || h == legacyStream || s.capture.streams[h] != nil:
		return captureUnsupported
	case s.stream(c, h) == nil:
		return invalidResource
	}
	s.capture.streams[h] = &graph{}
	return success
}

func (s *session) endCapture(c *call) status {
	g := s.capture.streams[c.words[0]]
	if g == nil {
		return invalidValue
	}
	for h, of := range s.capture.streams {
		if of == g {
			delete(s.capture.streams, h)
		}
	}
	for h, of := range s.capture.events {
		if of == g {
			delete(s.capture.events, h)
		}
	}
	s.newGraph(c.words[1], g)
	return success
}

func (s *session) isCapturing(c *call) status {
	active := uint64(0)
	if s.capture.streams[c.words[0]] != nil {
		active = 1
	}
	s.writeWord(c.words[1], active, 4)
	return success
}

// newGraph gives a graph a handle, and writes it where the program wants it.
func (s *session) newGraph(to uint64, g *graph) {
	h := s.handle()
	s.graphs[h] = g
	s.writeWord(to, h, 8)
}

func (s *session) graphCreate(c *call) status {
	s.newGraph(c.words[0], &graph{})
	return success
}

// graphCopy makes a graph of another: cudaGraphInstantiate and cudaGraphClone.
func (s *session) graphCopy(c *call) status {
	g := s.graphs[c.words[1]]
	if g == nil {
		return invalidValue
	}
	s.newGraph(c.words[0], g.copied())
	return success
}

func (s *session) graphDestroy(c *call) status {
	if s.graphs[c.words[0]] == nil {
		return invalidValue
	}
	delete(s.graphs, c.words[0])
	return success
}

func (s *session) graphLaunch(c *call) status {
	g := s.graphs[c.words[0]]
	switch {
	case g == nil:
		return invalidValue
	case s.stream(c, c.words[1]) == nil:
		return invalidResource
	}
	for _, n := range g.nodes {
		if err := n.run(c, c.words[1]); err != success {
			return err
		}
	}
	return success
}

func (s *session) graphNodes(c *call) status {
	g := s.graphs[c.words[0]]
	if g == nil {
		return invalidValue
	}
	for i, n := range g.nodes {
		if c.words[1] != 0 {
			s.writeWord(c.words[1]+uint64(8*i), n.handle, 8)
		}
	}
	s.writeWord(c.words[2], uint64(len(g.nodes)), 8)
	return success
}

// addNode adds a node that a program describes: its first words are where the handle goes, the graph,
// and what the node depends on, which was added before.
func (s *session) addNode(c *call, run func(*call, uint64) status) status {
	g := s.graphs[c.words[1]]
	if g == nil {
		return invalidValue
	}
	s.writeWord(c.words[0], s.add(g, run).handle, 8)
	return success
}

// launchOf returns what makes the launch of a cudaKernelNodeParams.
func (s *session) launchOf(parms uint64) (func(*call, uint64) status, status) {
	w := s.fields(kernelNode, parms)
	return s.laterLaunch(request{kernel: w[0], grid: dim3(w[1:]), block: dim3(w[4:]), shared: w[7], args: w[8]})
}

func (s *session) addKernelNode(c *call) status {
	run, err := s.launchOf(c.words[4])
	if err != success {
		return err
	}
	return s.addNode(c, run)
}

// setKernelNode replaces the launch of a node.
func (s *session) setKernelNode(c *call) status {
	g := s.graphs[c.words[0]]
	if g == nil {
		return invalidValue
	}
	i := slices.IndexFunc(g.nodes, func(n *node) bool { return n.handle == c.words[1] })
	if i < 0 {
		return invalidValue
	}
	run, err := s.launchOf(c.words[2])
	if err == success {
		g.nodes[i].run = run
	}
	return err
}

// setAnyKernelNode replaces the launch of a node in whatever graph has it.
func (s *session) setAnyKernelNode(c *call) status {
	for h, g := range s.graphs {
		if slices.ContainsFunc(g.nodes, func(n *node) bool { return n.handle == c.words[0] }) {
			return s.setKernelNode(&call{row: c.row, thread: c.thread, words: []uint64{h, c.words[0], c.words[1]}})
		}
	}
	return invalidValue
}

func (s *session) addCopyNode(c *call) status {
	w := s.fields(copy3D, c.words[4])
	return s.addNode(c, func(c *call, stream uint64) status { return s.volumeCopy(s.stream(c, stream), w) })
}

func (s *session) addCopyNode1D(c *call) status {
	w := c.words[4:]
	return s.addNode(c, func(c *call, stream uint64) status {
		return s.memcpyIn(s.stream(c, stream), w[0], w[1], w[2], w[3])
	})
}

func (s *session) addSetNode(c *call) status {
	w := s.fields(setNode, c.words[4])
	return s.addNode(c, func(*call, uint64) status { return s.setElements(w) })
}

// setElements is a cudaMemsetParams: rows of elements of 1, 2 or 4 bytes.
func (s *session) setElements(w []uint64) status {
	at, pitch, value, size, width, height := w[0], w[1], w[2], w[3], w[4], w[5]
	for y := range height {
		p, err := s.part(at+y*pitch, width*size)
		if err != success || p.piece == nil {
			return invalidValue
		}
		for i, data := 0, p.view.Bytes(); i < len(data); i++ {
			data[i] = byte(value >> (8 * (uint64(i) % size)))
		}
	}
	return success
}

func (s *session) addHostNode(c *call) status {
	w := s.fields(hostNode, c.words[4])
	return s.addNode(c, func(*call, uint64) status {
		s.waited()
		s.later(w[0], w[1])
		return success
	})
}

func (s *session) addEmptyNode(c *call) status {
	return s.addNode(c, func(*call, uint64) status { return success })
}

func (s *session) addChildGraph(c *call) status {
	child := s.graphs[c.words[4]]
	if child == nil {
		return invalidValue
	}
	child = child.copied()
	return s.addNode(c, func(c *call, stream uint64) status {
		for _, n := range child.nodes {
			if err := n.run(c, stream); err != success {
				return err
			}
		}
		return success
	})
}
