package replay

// This file guesses a warp's next access from those it made before. Recording
// and playing share the guess, so that what comes as guessed need not be kept.

import (
	"math"

	"gpucourse/gpusim/trace"
)

// form is the shape of an access: everything but where it begins.
type form struct {
	mask      trace.Mask
	irregular bool // the lanes' places are the pattern of the site
	dx, dy    int64
}

// site is what a warp did last at one instruction. Who plays thousands of warps
// in turn reads little else, so it is small: a number that has no room in it is
// kept beside it.
type site struct {
	base  uint64 // of the last access
	delta int32  // how far that was from the one before; or wide
	shape uint16 // number of its form at the site; or unseen, or odd
	next  uint16 // site of the access that followed; or odd
}

const (
	unseen = 0
	odd    = math.MaxUint16
	wide   = math.MinInt32
)

// beside is what has no room in a site.
type beside struct {
	delta   uint64
	next    int32
	form    form
	pattern trace.Lanes // where the lanes of an irregular form lie from the first active one
}

// shapes numbers the forms that accesses have at each site, from 1 on. The last
// number stands for those that are too many.
type shapes struct {
	forms []form // by number
	known map[shape]uint16
}

// mostShapes is how many numbers there are; less in a test.
var mostShapes = odd

// shape is a form at a site.
type shape struct {
	at   int32
	form form
}

// number returns the number of a form at a site, and whether it is new; odd when
// there are too many.
func (x *shapes) number(at int32, f form) (n uint16, added bool) {
	key := shape{at, f}
	if n, ok := x.known[key]; ok {
		return n, false
	}
	if x.known == nil {
		x.known, x.forms = map[shape]uint16{}, make([]form, 1)
	}
	if len(x.forms) >= mostShapes {
		return odd, false
	}
	n = uint16(len(x.forms))
	x.forms = append(x.forms, f)
	x.known[key] = n
	return n, true
}

// barrierSite is the site of all barriers. A warp begins as if it came from one.
const barrierSite = 0

// predictor is what is known of one warp. The guess: the site that followed
// the present one last time, in the same form, as far from the last access
// there as that one was from the one before.
type predictor struct {
	sites   []site
	at      int32     // site of the last access
	base    uint64    // of the last access
	besides []*beside // by site; nil when no site has any
}

// begin forgets everything, for a warp of sites sites.
func (p *predictor) begin(sites int) {
	if len(p.sites) != sites {
		p.sites, p.besides = make([]site, sites), nil
	}
	clear(p.sites)
	p.at, p.base = barrierSite, 0
}

// beside returns what is kept beside a site.
func (p *predictor) beside(at int32) *beside {
	if p.besides == nil {
		p.besides = make([]*beside, len(p.sites))
	}
	if p.besides[at] == nil {
		p.besides[at] = new(beside)
	}
	return p.besides[at]
}

// following is the site of the access that followed the one at a site.
func (p *predictor) following(at int32) int32 {
	if n := p.sites[at].next; n != odd {
		return int32(n)
	}
	return p.besides[at].next
}

// form returns the form of the last access at a site, which was seen.
func (p *predictor) form(x *shapes, at int32) *form {
	if n := p.sites[at].shape; n != odd {
		return &x.forms[n]
	}
	return &p.besides[at].form
}

// deltaOf is how far the next access at a site is from the last.
func (p *predictor) deltaOf(at int32) uint64 {
	if d := p.sites[at].delta; d != wide {
		return uint64(int64(d))
	}
	return p.besides[at].delta
}

// origin is what the next base at a site is told from.
func (p *predictor) origin(s *site) uint64 {
	if s.shape != unseen {
		return s.base
	}
	return p.base
}

// learn takes an access that was not as guessed, and the number of its form.
func (p *predictor) learn(at int32, base uint64, number uint16, f form) {
	s := &p.sites[at]
	if s.shape != unseen {
		p.setDelta(at, base-s.base)
	}
	if number == odd {
		p.beside(at).form = f
	}
	s.base, s.shape, p.base = base, number, base
	p.moved(at)
}

func (p *predictor) setDelta(at int32, d uint64) {
	s := &p.sites[at]
	s.delta = int32(d)
	if d != uint64(int64(s.delta)) || s.delta == wide {
		s.delta = wide
		p.beside(at).delta = d
	}
}

// moved takes note that the warp has come to a site.
func (p *predictor) moved(at int32) {
	s := &p.sites[p.at]
	if s.next = uint16(at); at >= odd {
		s.next = odd
		p.beside(p.at).next = at
	}
	p.at = at
}

// follow takes an access that was as guessed, at site at.
func (p *predictor) follow(at int32, s *site) {
	d := uint64(int64(s.delta))
	if s.delta == wide {
		d = p.besides[at].delta
	}
	s.base += d
	p.at, p.base = at, s.base
}
