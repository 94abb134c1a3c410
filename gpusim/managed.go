package gpusim

// This file is memory that moves, page by page, to the side that touches it.

import (
	"maps"
	"reflect"
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Managed is elements of type T that host and device share. Kernels take it as
// they take a Buffer; the host uses At and Set. Pages lie on the side that
// touched them last. CUDA: cudaMallocManaged.
//
// The moves are counted; the timeline does not show them.
type Managed[T any] struct{ buffer *Buffer[T] }

// MallocManaged allocates zeroed managed memory for n elements, whose pages are
// nowhere until one side touches them.
func MallocManaged[T any](d *Device, n int) (*Managed[T], error) {
	if err := d.managesMemory(); err != nil {
		return nil, err
	}
	a, err := d.mallocOf(reflect.TypeFor[T](), n, "MallocManaged")
	if err != nil {
		return nil, err
	}
	a.block.kind = ManagedMemory
	a.block.pages = d.newPages(n * a.size)
	return &Managed[T]{&Buffer[T]{a}}, nil
}

// managesMemory returns an error where a device has no managed memory.
func (d *Device) managesMemory() error {
	if d.spec.Transfer.PageBytes == 0 {
		return noSetting(d.spec.Name+" has no managed memory", func(s *arch.Spec) bool { return s.Transfer.PageBytes > 0 })
	}
	return nil
}

// newPages returns the pages of so many bytes, which nobody has touched.
func (d *Device) newPages(bytes int) *pages {
	t := &d.spec.Transfer
	return &pages{size: t.PageBytes, region: t.RegionBytes / t.PageBytes, place: make([]side, padding.Units(bytes, t.PageBytes))}
}

// At returns an element; its page comes to the host. It panics, as indexing
// does, when the element is not there.
func (m *Managed[T]) At(i int) T { return *m.touch(i) }

// Set changes an element; its page comes to the host.
func (m *Managed[T]) Set(i int, v T) { *m.touch(i) = v }

// touch waits for the device, as the host must before it touches managed memory.
func (m *Managed[T]) touch(i int) *T {
	element := &m.buffer.Slice()[i]
	m.buffer.array.block.device.Synchronize()
	m.buffer.array.block.pages.move(i*m.buffer.array.size, onHost)
	return element
}

// Len returns the number of elements.
func (m *Managed[T]) Len() int { return m.buffer.Len() }

// Free gives the memory back. CUDA: cudaFree.
func (m *Managed[T]) Free() error { return m.buffer.Free() }

// Migrations returns what has moved by now.
func (m *Managed[T]) Migrations() report.Migrations { return m.buffer.array.block.pages.counts }

func (m *Managed[T]) deviceArray() *Array { return m.buffer.array }

// side is where a page is.
type side uint8

const (
	untouched side = iota
	onHost
	onDevice
)

// pages is where the pages of an allocation are.
type pages struct {
	size   int // bytes
	region int // pages within which a fault of the device brings others
	place  []side
	counts report.Migrations
}

// move brings the page with a byte to a side, and counts. A page that nobody has
// touched is made there: a fault, and nothing moves.
func (p *pages) move(at int, to side) {
	page := at / p.size
	if p.place[page] == to {
		return
	}
	if to == onHost {
		p.counts.HostFaults++
		p.counts.ToHost += p.bring(page, to)
		return
	}
	p.counts.DeviceFaults++
	p.counts.ToDevice += p.bring(page, to)
	from, behind := p.dense(page)
	for other := from; other < behind; other++ {
		p.counts.ToDevice += p.bring(other, to)
	}
}

// bring returns the bytes that move when a page goes to a side.
func (p *pages) bring(page int, to side) int {
	was := p.place[page]
	p.place[page] = to
	if was == to || was == untouched {
		return 0
	}
	return p.size
}

// dense returns the first page, and that behind the last, of the largest part of a page's
// region of which over half is on the device. Parts are aligned and of 2ⁿ pages. Measured:
// h100/statements.txt (managed); it is the rule of NVIDIA's driver, uvm_perf_prefetch.c,
// with its threshold of 51 %.
func (p *pages) dense(page int) (from, behind int) {
	from, behind = page, page+1
	for n := 2; n <= p.region; n *= 2 {
		first := page / n * n
		part := p.place[first:min(first+n, len(p.place))]
		there := 0
		for _, s := range part {
			if s == onDevice {
				there++
			}
		}
		if 2*there > len(part) {
			from, behind = first, first+len(part)
		}
	}
	return from, behind
}

// touches is the managed pages that a launch touches.
type touches struct {
	blocks []*block
	seen   map[touch]bool
}

// touch is a byte of a block, the first of a page.
type touch struct{ block, at int }

// touchesOf returns the managed blocks among the arguments of a launch, nil when
// there are none.
func touchesOf(b *bound) *touches {
	t := &touches{seen: map[touch]bool{}}
	for _, a := range b.arrays {
		if a != nil && a.block != nil && a.block.kind == ManagedMemory && !slices.Contains(t.blocks, a.block) {
			t.blocks = append(t.blocks, a.block)
		}
	}
	if len(t.blocks) == 0 {
		return nil
	}
	return t
}

// observer returns an observer of the pages that one worker touches.
func (t *touches) observer() trace.Observer {
	own := &touches{blocks: t.blocks, seen: map[touch]bool{}}
	return trace.Observer{Access: own.access, Merge: func() { maps.Copy(t.seen, own.seen) }}
}

// access records the pages that an access touches.
func (t *touches) access(a *trace.Access) {
	if a.Space != ir.Global {
		return
	}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		addr := a.Lane(rest.First())
		for i, b := range t.blocks {
			if at := int(addr - b.alloc.Base); addr >= b.alloc.Base && at < len(b.alloc.Data) {
				t.seen[touch{i, at / b.pages.size * b.pages.size}] = true
			}
		}
	}
}

// move brings pages to the device: those that were touched where it can fault, in the order
// of their addresses, else all.
func (t *touches) move(faults bool) {
	if t == nil {
		return
	}
	for i, b := range t.blocks {
		for at := 0; at < len(b.alloc.Data); at += b.pages.size {
			if !faults || t.seen[touch{i, at}] {
				b.pages.move(at, onDevice)
			}
		}
	}
}
