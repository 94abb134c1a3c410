package cudart

// This file is streams and events, in simulated time.

import (
	"cmp"
	"fmt"
	"math"

	"gpucourse/gpusim"
)

// The streams that have numbers of their own in the runtime.
const (
	noStream      = 0
	legacyStream  = 1
	perThread     = 2
	nonBlocking   = 1 // flag of cudaStreamCreateWithFlags
	leastPriority = 0
)

// stream returns a stream by its handle; nil for one that was not made.
func (s *session) stream(c *call, handle uint64) *gpusim.Stream {
	switch handle {
	case noStream, legacyStream, perThread:
		return s.device(c).DefaultStream()
	}
	return s.streams[handle]
}

func (s *session) streamCreate(c *call) status {
	d, name := s.device(c), fmt.Sprintf("stream %d", len(s.streams)+1)
	h := s.handle()
	if len(c.words) > 1 && c.words[1]&nonBlocking != 0 {
		s.streams[h] = d.NewNonBlockingStream(name)
	} else {
		s.streams[h] = d.NewStream(name)
	}
	if len(c.words) > 1 {
		s.streamKinds[s.streams[h]] = c.words[1]
	}
	s.writeWord(c.words[0], h, 8)
	return success
}

func (s *session) streamDestroy(c *call) status {
	stream := s.streams[c.words[0]]
	if stream == nil {
		return invalidResource
	}
	delete(s.streams, c.words[0])
	return s.complained(stream.Destroy(), invalidResource)
}

func (s *session) streamSynchronize(c *call) status {
	stream := s.stream(c, c.words[0])
	if stream == nil {
		return invalidResource
	}
	stream.Synchronize()
	return s.waited()
}

func (s *session) streamQuery(c *call) status {
	stream := s.stream(c, c.words[0])
	if stream == nil {
		return invalidResource
	}
	// The program asks until the answer is yes; time passes while it waits.
	stream.Synchronize()
	return s.waited()
}

func (s *session) streamWait(c *call) status {
	stream, event := s.stream(c, c.words[0]), s.events[c.words[1]]
	if stream == nil || event == nil {
		return invalidResource
	}
	return s.complained(stream.Wait(&event.Event), invalidResource)
}

func (s *session) hostFunction(c *call) status {
	stream := s.stream(c, c.words[0])
	if stream == nil {
		return invalidResource
	}
	s.waited()
	s.later(c.words[1], c.words[2])
	return s.complained(stream.Host("host function", 0, func() {}), invalidResource)
}

func (s *session) addCallback(c *call) status {
	stream := s.stream(c, c.words[0])
	if stream == nil {
		return invalidResource
	}
	s.waited()
	s.callback(c.words[1], c.words[0], s.sticky, c.words[2])
	return s.complained(stream.Host("callback", 0, func() {}), invalidResource)
}

func (s *session) streamFlags(c *call) status {
	stream, made := s.streams[c.words[0]]
	if !made && s.stream(c, c.words[0]) == nil {
		return invalidResource
	}
	s.writeWord(c.words[1], s.streamKinds[stream], 4)
	return success
}

func (s *session) streamPriority(c *call) status {
	if s.stream(c, c.words[0]) == nil {
		return invalidResource
	}
	s.writeWord(c.words[1], leastPriority, 4)
	return success
}

func (s *session) priorities(c *call) status {
	s.writeWord(c.words[0], leastPriority, 4)
	s.writeWord(c.words[1], leastPriority, 4)
	return success
}

// event is an event of the program.
type event struct {
	gpusim.Event
	untimed bool // cudaEventDisableTiming
}

const disableTiming = 2 // flag of cudaEventCreateWithFlags

func (s *session) eventCreate(c *call) status {
	h := s.handle()
	s.events[h] = &event{untimed: len(c.words) > 1 && c.words[1]&disableTiming != 0}
	s.writeWord(c.words[0], h, 8)
	return success
}

func (s *session) eventDestroy(c *call) status {
	if s.events[c.words[0]] == nil {
		return invalidResource
	}
	delete(s.events, c.words[0])
	return success
}

func (s *session) eventRecord(c *call) status {
	stream, event := s.stream(c, c.words[1]), s.events[c.words[0]]
	if stream == nil || event == nil {
		return invalidResource
	}
	return cmp.Or(s.sticky, s.complained(stream.Record(&event.Event), invalidResource))
}

func (s *session) eventSynchronize(c *call) status {
	event := s.events[c.words[0]]
	if event == nil {
		return invalidResource
	}
	event.Synchronize()
	return s.waited()
}

func (s *session) eventQuery(c *call) status { return s.eventSynchronize(c) }

func (s *session) elapsed(c *call) status {
	a, b := s.events[c.words[1]], s.events[c.words[2]]
	if a == nil || b == nil {
		return invalidResource
	}
	if a.untimed || b.untimed {
		return s.because(invalidResource, "create the event without cudaEventDisableTiming", "an event has no time")
	}
	t, err := gpusim.Elapsed(&a.Event, &b.Event)
	if err != nil {
		return statusOf(err, invalidResource)
	}
	s.writeWord(c.words[0], uint64(math.Float32bits(float32(t.Seconds()*1e3))), 4)
	return s.sticky
}
