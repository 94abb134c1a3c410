package hostc

// This file is the memory of a program: allocations of the host and of devices, and the
// variables, with what is known of each byte.

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// An address is the number of an allocation and a place in it. 0 is a null pointer.
const (
	placeBits = 40
	placeMask = 1<<placeBits - 1
)

// pageBytes is how much of an allocation is made at a time, when something is stored there.
const pageBytes = 1 << 16

// block is an allocation.
type block struct {
	size    int
	zero    bool // what nothing was stored to is zero, not unknown
	unsized bool // its size is unknown
	device  bool // it is memory of the device, too
	elem    *typ // what it was allocated as; nil where nobody said so
	pages   map[int]*page
	at      int // the page used last
	last    *page
}

// page is a part of a block that exists.
type page struct {
	data  []byte
	known []uint64 // a bit per byte
}

// memory is all allocations.
type memory struct {
	blocks  []*block
	bytes   int               // of all pages
	shared  []shared          // with the device, in a program that is played
	outside func(addr uint64) // called for an access that no block has; nil: it is of unknown values
}

// shared is memory that program and device both have, at the device's address.
type shared struct {
	base uint64
	*block
}

// missed is called for an access that no block has.
func (m *memory) missed(addr uint64) {
	if m.outside != nil {
		m.outside(addr)
	}
}

// share makes memory of the device a block.
func (m *memory) share(addr uint64, data []byte) {
	b := &block{size: len(data), zero: true, device: true, at: -1, pages: map[int]*page{}}
	for i := 0; i*pageBytes < len(data); i++ {
		p := &page{data: data[i*pageBytes : min((i+1)*pageBytes, len(data))], known: make([]uint64, pageBytes/64+1)}
		p.mark(0, len(p.data), true)
		b.pages[i] = p
	}
	m.shared = append(m.shared, shared{addr, b})
}

func (m *memory) unshare(addr uint64) {
	m.shared = slices.DeleteFunc(m.shared, func(s shared) bool { return s.base == addr })
}

func addressOf(id, place int) uint64 { return uint64(id)<<placeBits | uint64(place) }

// alloc makes an allocation. The result is null where a machine has not that much memory, and
// above maxBlocks.
func (m *memory) alloc(size int, zero bool) uint64 {
	if size < 0 || size > placeMask || len(m.blocks) >= maxBlocks {
		return 0
	}
	if len(m.blocks) == 0 {
		m.blocks = append(m.blocks, &block{}) // null
	}
	m.blocks = append(m.blocks, &block{size: size, zero: zero, at: -1})
	return addressOf(len(m.blocks)-1, 0)
}

// find returns the block of an address and the place in it; nil for no address.
func (m *memory) find(addr uint64) (b *block, place int) {
	id := addr >> placeBits
	if id == 0 || id >= uint64(len(m.blocks)) {
		for _, s := range m.shared {
			if addr-s.base < uint64(s.size) {
				return s.block, int(addr - s.base)
			}
		}
		return nil, 0
	}
	return m.blocks[id], int(addr & placeMask)
}

// page returns the page of a place, and makes it if create is true. The result is nil for a page
// that does not exist, or when the budget of memory is spent.
func (m *memory) page(b *block, place int, create bool) *page {
	n := place / pageBytes
	if n == b.at {
		return b.last
	}
	p := b.pages[n]
	if p == nil {
		size := min(pageBytes, b.size-n*pageBytes)
		if !create || m.bytes+size > maxBytes {
			return nil
		}
		m.bytes += size
		p = &page{data: make([]byte, size), known: make([]uint64, (size+63)/64+1)}
		if b.zero {
			for i := range p.known {
				p.known[i] = ^uint64(0)
			}
		}
		if b.pages == nil {
			b.pages = map[int]*page{}
		}
		b.pages[n] = p
	}
	b.at, b.last = n, p
	return p
}

// mask has n bits set, from a bit on.
func mask(bit, n int) uint64 { return (1<<n - 1) << bit }

func (p *page) isKnown(at, n int) bool {
	word, bit := at/64, at%64
	if m := mask(bit, n); p.known[word]&m != m {
		return false
	}
	return bit+n <= 64 || p.known[word+1]&mask(0, bit+n-64) == mask(0, bit+n-64)
}

func (p *page) mark(at, n int, known bool) {
	for n > 0 {
		word, bit := at/64, at%64
		some := min(n, 64-bit)
		m := mask(bit, some)
		if some == 64 {
			m = ^uint64(0)
		}
		if known {
			p.known[word] |= m
		} else {
			p.known[word] &^= m
		}
		at, n = at+some, n-some
	}
}

// word reads n bytes, 8 at most; ok is false where one of them is unknown.
func (m *memory) word(addr uint64, n int) (bits uint64, ok bool) {
	b, place := m.find(addr)
	if b == nil || place+n > b.size {
		m.missed(addr)
		return 0, false
	}
	if place/pageBytes != (place+n-1)/pageBytes {
		low, ok1 := m.word(addr, 1)
		rest, ok2 := m.word(addr+1, n-1)
		return low | rest<<8, ok1 && ok2
	}
	p := m.page(b, place, false)
	if p == nil {
		return 0, b.zero
	}
	at := place % pageBytes
	if !p.isKnown(at, n) {
		return 0, false
	}
	switch d := p.data[at:]; n {
	case 1:
		return uint64(d[0]), true
	case 2:
		return uint64(binary.LittleEndian.Uint16(d)), true
	case 4:
		return uint64(binary.LittleEndian.Uint32(d)), true
	case 8:
		return binary.LittleEndian.Uint64(d), true
	}
	for i := range n {
		bits |= uint64(p.data[at+i]) << (8 * i)
	}
	return bits, true
}

// setWord stores n bytes, 8 at most.
func (m *memory) setWord(addr uint64, n int, bits uint64, known bool) {
	b, place := m.find(addr)
	if b == nil || place+n > b.size {
		m.missed(addr)
		return
	}
	if place/pageBytes != (place+n-1)/pageBytes {
		m.setWord(addr, 1, bits, known)
		m.setWord(addr+1, n-1, bits>>8, known)
		return
	}
	p := m.page(b, place, true)
	if p == nil {
		return
	}
	at := place % pageBytes
	p.mark(at, n, known)
	switch d := p.data[at:]; n {
	case 1:
		d[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(d, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(d, uint32(bits))
	case 8:
		binary.LittleEndian.PutUint64(d, bits)
	default:
		for i := range n {
			d[i] = byte(bits >> (8 * i))
		}
	}
}

// spans calls f for the parts of an area that lie in one page each, until the budget is spent.
func (m *memory) spans(addr uint64, n int, create bool, f func(p *page, at, n, done int)) {
	b, place := m.find(addr)
	if b == nil {
		return
	}
	n = min(n, b.size-place)
	for done := 0; done < n; {
		at := (place + done) % pageBytes
		some := min(n-done, pageBytes-at)
		f(m.page(b, place+done, create), at, some, done)
		done += some
	}
}

// set fills an area with a byte, or makes it unknown.
func (m *memory) set(addr uint64, n int, value byte, known bool) {
	b, place := m.find(addr)
	if b == nil || n > b.size-place {
		m.missed(addr)
	}
	if b == nil {
		return
	}
	if place == 0 && n >= b.size && (!known || value == 0) && !b.device { // as new
		for _, p := range b.pages {
			m.bytes -= len(p.data)
		}
		b.pages, b.last, b.at, b.zero = nil, nil, -1, known
		return
	}
	m.spans(addr, n, known || b.zero, func(p *page, at, n, _ int) {
		if p == nil {
			return
		}
		if known {
			for i := at; i < at+n; i++ {
				p.data[i] = value
			}
		}
		p.mark(at, n, known)
	})
}

// copy copies an area with what is known of it.
func (m *memory) copy(to, from uint64, n int) {
	src, at := m.find(from)
	dst, place := m.find(to)
	if n > 0 && (src == nil || dst == nil || n > src.size-at || n > dst.size-place) {
		m.missed(from)
	}
	if src == nil || dst == nil || n <= 0 {
		m.set(to, n, 0, false)
		return
	}
	n = min(n, src.size-at, dst.size-place)
	if n <= 8 {
		bits, ok := m.word(from, n)
		if ok {
			m.setWord(to, n, bits, true)
			return
		}
	}
	buffer := &page{data: make([]byte, pageBytes), known: make([]uint64, pageBytes/64+1)}
	for done := 0; done < n; {
		some := min(n-done, pageBytes)
		m.readInto(buffer, from+uint64(done), some)
		m.spans(to+uint64(done), some, true, func(p *page, at, n, part int) {
			if p != nil {
				copy(p.data[at:at+n], buffer.data[part:])
				copyBits(p.known, at, buffer.known, part, n)
			}
		})
		done += some
	}
}

// readInto reads an area of a page's size at most.
func (m *memory) readInto(out *page, from uint64, n int) {
	b, _ := m.find(from)
	m.spans(from, n, false, func(p *page, at, n, done int) {
		if p == nil {
			clear(out.data[done : done+n])
			out.mark(done, n, b.zero)
			return
		}
		copy(out.data[done:done+n], p.data[at:])
		copyBits(out.known, done, p.known, at, n)
	})
}

// copyBits copies n bits.
func copyBits(to []uint64, at int, from []uint64, place, n int) {
	for n > 0 {
		some := min(n, 64-at%64, 64-place%64)
		m := ^uint64(0) >> (64 - some)
		v := from[place/64] >> (place % 64) & m
		to[at/64] = to[at/64]&^(m<<(at%64)) | v<<(at%64)
		at, place, n = at+some, place+some, n-some
	}
}

// Contents is what an array holds at a launch.
type Contents struct {
	Data  []byte
	Known []uint64 // a bit per byte
}

// All reports whether every byte is known.
func (c *Contents) All() bool { return c.Count() == len(c.Data) }

// Count returns how many bytes are known.
func (c *Contents) Count() (n int) {
	for i, w := range c.Known {
		if rest := len(c.Data) - 64*i; rest < 64 {
			w &= 1<<max(rest, 0) - 1
		}
		n += bits.OnesCount64(w)
	}
	return n
}

// IsKnown reports whether n bytes from a place on are known.
func (c *Contents) IsKnown(at, n int) bool {
	for i := at; i < at+n; i++ {
		if c.Known[i/64]>>(i%64)&1 == 0 {
			return false
		}
	}
	return true
}

// contents copies an area.
func (m *memory) contents(addr uint64, n int) *Contents {
	c := &Contents{Data: make([]byte, n), Known: make([]uint64, (n+63)/64+1)}
	buffer := &page{c.Data, c.Known}
	m.readInto(buffer, addr, n)
	return c
}
