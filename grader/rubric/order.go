package rubric

// This file finds what a host program leaves to luck: two accesses of the same memory, one of them a store, of which
// nothing makes the second wait for the first. Results of the simulator do not show it, because it copies at once.

import (
	"fmt"
	"maps"
	"reflect"
	"unsafe"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// span is a range of addresses, of the host or of devices.
type span struct {
	host       bool
	from, size uint64
}

func (s span) meets(t span) bool {
	return s.host == t.host && s.from < t.from+t.size && t.from < s.from+s.size
}

// rangeOf returns the addresses of a buffer or a slice; ok is false for anything else.
func rangeOf(v any) (s span, ok bool) {
	switch b := v.(type) {
	case *gpusim.Buffer[float32]:
		return span{false, b.Address(), uint64(4 * b.Len())}, true
	case *gpusim.Buffer[int32]:
		return span{false, b.Address(), uint64(4 * b.Len())}, true
	case *gpusim.Buffer[uint8]:
		return span{false, b.Address(), uint64(b.Len())}, true
	case gpu.Pitched[float32]:
		return rangeOf(b.Data)
	case gpusim.Rows[float32]:
		return rangeOf(b.Data)
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice || r.Len() == 0 {
		return s, false
	}
	return span{true, uint64(uintptr(unsafe.Pointer(r.Pointer()))), uint64(r.Len()) * uint64(r.Type().Elem().Size())}, true
}

// touch is an access of memory.
type touch struct {
	span
	write bool
}

// work is something that a stream does, by its index.
type work struct {
	call    *HostCall
	touches []touch
	known   map[int]bool // the work that has ended before
}

// order follows a program and knows what comes before what.
type order struct {
	all     []work
	streams map[*gpusim.Stream]map[int]bool
	apart   map[*gpusim.Stream]bool // non-blocking streams
	plain   map[*gpusim.Stream]bool // each stands for the default stream, whose key is nil
	events  map[*gpusim.Event]map[int]bool
	byHost  map[int]bool // what the host has waited for
	after   map[int]bool // what work of any blocking stream waits for: that of the default stream
}

// OrderHints say what to think of, by what does not wait.
type OrderHints struct {
	Kernel  string // a kernel that may begin too early
	Kernels string // a kernel that may begin before another kernel has ended; "" is Kernel
	Copy    string // a copy that may begin too early
	Host    string // the host, which uses or gives back its memory too early
	Return  string // the function, which returns too early
}

// of returns the hint on a call that does not wait for another one.
func (h *OrderHints) of(c, other *HostCall) string {
	switch {
	case c.launches() && other.launches() && h.Kernels != "":
		return h.Kernels
	case c.launches():
		return h.Kernel
	case c.Is(HostReads, HostWrites, "gpusim.FreeHost", "gpusim.HostUnregister"):
		return h.Host
	}
	return h.Copy
}

// launches reports whether the call launches a kernel.
func (c *HostCall) launches() bool { return c.Is("Stream.Launch", "Device.Launch") }

// Ordered checks that nothing of a program is left to luck. At the end all work on the host's memory must be done.
func Ordered(hints OrderHints) ProgramCheck {
	return func(p *Played) *Mistake {
		o := &order{
			streams: map[*gpusim.Stream]map[int]bool{}, apart: map[*gpusim.Stream]bool{}, plain: map[*gpusim.Stream]bool{},
			events: map[*gpusim.Event]map[int]bool{}, byHost: map[int]bool{}, after: map[int]bool{},
		}
		for i := range p.Calls {
			if m, other := o.follow(&p.Calls[i]); m != nil {
				m.Hint = hints.of(&p.Calls[i], other)
				return m
			}
		}
		for i, w := range o.all {
			for _, t := range w.touches {
				if t.host && t.write && !o.byHost[i] {
					return &Mistake{What: "the function returns while " + said(w.call) + " may still be under way", Line: w.call.Line, Hint: hints.Return}
				}
			}
		}
		return nil
	}
}

// said is a call in words.
func said(c *HostCall) string {
	switch {
	case c.Is("Stream.CopyFrom", "Buffer.CopyFrom"):
		return "a copy to the device"
	case c.Is("Stream.CopyTo", "Buffer.CopyTo", "Buffer.Host"):
		return "a copy to the host"
	case c.launches():
		return "a kernel"
	case c.Is(HostReads, HostWrites):
		return c.Name
	}
	return c.Name
}

// follow takes one call; it returns what it leaves to luck, and the earlier call that it does not wait for.
func (o *order) follow(c *HostCall) (m *Mistake, other *HostCall) {
	switch {
	case c.Is("Device.DefaultStream"):
		o.plain[c.Results[0].(*gpusim.Stream)] = true
	case c.Is("Device.NewNonBlockingStream"):
		o.apart[c.Results[0].(*gpusim.Stream)] = true
	case c.Is("Stream.Record"):
		o.events[c.Args[1].(*gpusim.Event)] = o.before(o.stream(c.Args[0]))
	case c.Is("Stream.Wait"):
		s := o.stream(c.Args[0])
		o.streams[s] = union(o.streams[s], o.events[c.Args[1].(*gpusim.Event)])
	case c.Is("Stream.Synchronize"):
		maps.Copy(o.byHost, o.before(o.stream(c.Args[0])))
	case c.Is("Event.Synchronize"):
		maps.Copy(o.byHost, o.events[c.Args[0].(*gpusim.Event)])
	case c.Is("Device.Synchronize", "Buffer.Free"):
		o.waitForAll()
	case c.Is("Stream.CopyFrom", "Stream.CopyTo", "Stream.CopyDevice", "Stream.Launch", "gpusim.Copy2D"):
		return o.work(c, o.stream(c.Args[0]))
	case c.Is("Buffer.CopyFrom", "Buffer.CopyTo", "Buffer.Host", "Device.Launch"):
		return o.work(c, nil)
	case c.Is(HostReads, HostWrites):
		return o.byItself(c, touch{must(c.Args[0]), c.Is(HostWrites)})
	case c.Is("gpusim.FreeHost", "gpusim.HostUnregister"):
		return o.byItself(c, touch{must(c.Args[1]), true})
	}
	return nil, nil
}

func must(v any) span { s, _ := rangeOf(v); return s }

// stream returns the key of a stream.
func (o *order) stream(of any) *gpusim.Stream {
	s := of.(*gpusim.Stream)
	if o.plain[s] {
		return nil
	}
	return s
}

func (o *order) waitForAll() {
	for i := range o.all {
		o.byHost[i] = true
	}
}

// before returns the work that comes before what a stream is given next.
func (o *order) before(s *gpusim.Stream) map[int]bool {
	known := union(o.streams[s], o.byHost)
	switch {
	case s == nil:
		for other, set := range o.streams {
			if !o.apart[other] {
				maps.Copy(known, set)
			}
		}
	case !o.apart[s]:
		maps.Copy(known, o.after)
	}
	return known
}

// work adds what a stream is given.
func (o *order) work(c *HostCall, s *gpusim.Stream) (*Mistake, *HostCall) {
	w := work{call: c, touches: touchesOf(c), known: o.before(s)}
	if c.Staged {
		w.touches = deviceOnly(w.touches, c)
	}
	for i, other := range o.all {
		if !w.known[i] && collide(w.touches, other.touches) {
			return &Mistake{
				What: fmt.Sprintf("nothing makes %s wait for %s, and both use the same memory", said(c), said(other.call)), Line: c.Line, Also: other.call.Line,
			}, other.call
		}
	}
	i := len(o.all)
	o.all = append(o.all, w)
	o.streams[s] = union(w.known, map[int]bool{i: true})
	if s == nil {
		o.after = o.streams[s]
	}
	if c.Is("Buffer.CopyFrom", "Buffer.CopyTo", "Buffer.Host") || c.Staged && c.Is("Stream.CopyTo") {
		maps.Copy(o.byHost, o.streams[s])
	}
	return nil, nil
}

// IsStaged reports whether arguments of a copy are pageable memory of the host.
func IsStaged(dev *gpusim.Device, args []any) bool {
	for _, a := range args {
		if s, ok := rangeOf(a); ok && s.host {
			p, err := dev.Pointer(a)
			return err == nil && p.Kind == gpusim.PageableMemory
		}
	}
	return false
}

// deviceOnly leaves out the memory of the host that a copy to the device has read when the call returns.
func deviceOnly(all []touch, c *HostCall) (list []touch) {
	for _, t := range all {
		if !t.host || !c.Is("Stream.CopyFrom") {
			list = append(list, t)
		}
	}
	return list
}

// byItself checks what the host does with its memory.
func (o *order) byItself(c *HostCall, t touch) (*Mistake, *HostCall) {
	for i, other := range o.all {
		if !o.byHost[i] && collide([]touch{t}, other.touches) {
			what := c.Name
			if c.Is("gpusim.FreeHost", "gpusim.HostUnregister") {
				what = "the host gives back"
			}
			return &Mistake{What: fmt.Sprintf("%s memory while %s may still use it", what, said(other.call)), Line: c.Line, Also: other.call.Line}, other.call
		}
	}
	return nil, nil
}

// touchesOf returns what a call reads and writes. A kernel may do both with each of its arguments.
func touchesOf(c *HostCall) (list []touch) {
	for i, a := range c.Args {
		s, ok := rangeOf(a)
		if !ok {
			continue
		}
		write := true
		switch {
		case c.Is("Stream.CopyFrom", "Buffer.CopyFrom"):
			write = !s.host
		case c.Is("Stream.CopyTo", "Buffer.CopyTo", "Buffer.Host"):
			write = s.host
		case c.Is("gpusim.Copy2D", "Stream.CopyDevice"):
			write = i == 1
		}
		list = append(list, touch{s, write})
	}
	return list
}

// collide reports whether two lists of accesses meet at memory that one of them writes.
func collide(a, b []touch) bool {
	for _, x := range a {
		for _, y := range b {
			if (x.write || y.write) && x.meets(y.span) {
				return true
			}
		}
	}
	return false
}

func union(a, b map[int]bool) map[int]bool {
	all := map[int]bool{}
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}
