package cudart

// This file is the wire between the simulator and the hands in a program: a call comes as a number
// and words; the answer is orders, of which the last says what to return.

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// The orders, as stub.cc names them.
const (
	orderRead   = iota + 1 // send bytes of the program's memory
	orderGather            // send what an array of pointers points to
	orderWrite             // write bytes into the program's memory
	orderMap               // map a part of the shared file at an address
	orderUnmap
	orderPrint    // write a text to standard output
	orderFields   // send the fields of a struct
	orderFill     // set the fields of a struct
	orderCall     // call a function of cudaLaunchHostFunc when the answer is given
	orderCallback // or one of cudaStreamAddCallback
	orderReturn
)

// maximumWords bounds the words of a call and the fields of a struct.
const maximumWords = 200

// program is the memory and the output of a program.
type program interface {
	read(address uint64, n int) []byte
	readInto(to []byte, address uint64)
	// text reads a text that ends with a zero.
	text(address uint64) string
	// gather reads what the pointers at an address point to, of such sizes in bytes.
	gather(address uint64, sizes []int) [][]byte
	// write writes bytes; at address 0 nothing is written.
	write(address uint64, data []byte)
	// writeWord writes the lowest bytes of a number.
	writeWord(address, value uint64, bytes int)
	// mapFile gives the program a part of the shared file at an address; false when something else
	// is there.
	mapFile(address uint64, data []byte, place int) bool
	unmap(address uint64, bytes int)
	// fields reads the fields of a struct.
	fields(what int, address uint64) []uint64
	// fill sets the fields of a struct by name; those without a value become 0.
	fill(what int, address uint64, values map[string]uint64)
	// print writes a text to the program's standard output.
	print(text []byte)
	// later lets a function of cudaLaunchHostFunc run when the call ends: what the stream has before
	// is done by then. callback does so with one of cudaStreamAddCallback.
	later(f, data uint64)
	callback(f, stream uint64, state status, data uint64)
}

// broken is the panic of a wire that ended in the middle of a call.
type broken struct{ error }

// wire is one end of the connection. Its methods panic with broken when the program has ended.
type wire struct {
	in   *bufio.Reader
	out  *bufio.Writer
	last access // that is under way; a written one is until the call ends
}

// access is one of the program's memory that an order asks for.
type access struct{ address, bytes uint64 }

func newWire(conn io.ReadWriter) *wire {
	return &wire{in: bufio.NewReaderSize(conn, 1<<16), out: bufio.NewWriterSize(conn, 1<<16)}
}

// call is a call of the program: its row in the table, the thread that makes it, and its words.
type call struct {
	row    *row
	thread uint64
	site   int64 // the place in the program's code, from cudaGetLastError on
	words  []uint64
}

// next waits for a call; io.EOF when the program has ended.
func (w *wire) next() (*call, error) {
	var head struct {
		Number, Words uint32
		Thread        uint64
		Site          int64
	}
	if err := binary.Read(w.in, binary.LittleEndian, &head); err != nil {
		return nil, err
	}
	w.last = access{}
	if int(head.Number) >= len(calls) || head.Words > maximumWords {
		return nil, fmt.Errorf("the program was linked with the runtime of another gpusim")
	}
	c := &call{row: &calls[head.Number], thread: head.Thread, site: head.Site, words: make([]uint64, head.Words)}
	return c, binary.Read(w.in, binary.LittleEndian, c.words)
}

func must(err error) {
	if err != nil {
		panic(broken{err})
	}
}

// order gives an order; what follows it is written by the caller.
func (w *wire) order(kind, what uint32, address, bytes uint64) {
	var head [24]byte
	binary.LittleEndian.PutUint32(head[:], kind)
	binary.LittleEndian.PutUint32(head[4:], what)
	binary.LittleEndian.PutUint64(head[8:], address)
	binary.LittleEndian.PutUint64(head[16:], bytes)
	w.send(head[:])
}

func (w *wire) send(data []byte) {
	_, err := w.out.Write(data)
	must(err)
}

// receive reads an answer.
func (w *wire) receive(to []byte) {
	must(w.out.Flush())
	_, err := io.ReadFull(w.in, to)
	must(err)
}

func (w *wire) readInto(to []byte, address uint64) {
	w.last = access{address, uint64(len(to))}
	w.order(orderRead, 0, address, uint64(len(to)))
	w.receive(to)
	w.last = access{}
}

func (w *wire) read(address uint64, n int) []byte {
	to := make([]byte, n)
	w.readInto(to, address)
	return to
}

// text reads page by page: the next page may not be there.
func (w *wire) text(address uint64) string {
	var b []byte
	for {
		part := w.read(address+uint64(len(b)), pageBytes-int((address+uint64(len(b)))%pageBytes))
		if end := bytes.IndexByte(part, 0); end >= 0 {
			return string(append(b, part[:end]...))
		}
		b = append(b, part...)
	}
}

func (w *wire) gather(address uint64, sizes []int) [][]byte {
	w.order(orderGather, 0, address, uint64(len(sizes)))
	total := 0
	for _, n := range sizes {
		w.send(binary.LittleEndian.AppendUint32(nil, uint32(n)))
		total += n
	}
	all, parts := make([]byte, total), make([][]byte, len(sizes))
	w.receive(all)
	for i, n := range sizes {
		parts[i], all = all[:n:n], all[n:]
	}
	return parts
}

func (w *wire) write(address uint64, data []byte) {
	if address != 0 && len(data) > 0 {
		w.last = access{address, uint64(len(data))}
		w.order(orderWrite, 0, address, uint64(len(data)))
		w.send(data)
	}
}

func (w *wire) writeWord(address, value uint64, bytes int) {
	w.write(address, binary.LittleEndian.AppendUint64(nil, value)[:bytes])
}

func (w *wire) mapFile(address uint64, data []byte, place int) bool {
	w.order(orderMap, 0, address, uint64(len(data)))
	w.send(binary.LittleEndian.AppendUint64(nil, uint64(place)))
	var ok [1]byte
	w.receive(ok[:])
	return ok[0] != 0
}

func (w *wire) unmap(address uint64, bytes int) { w.order(orderUnmap, 0, address, uint64(bytes)) }

func (w *wire) later(f, data uint64) { w.order(orderCall, 0, f, data) }

func (w *wire) callback(f, stream uint64, state status, data uint64) {
	w.order(orderCallback, uint32(state), f, data)
	w.send(binary.LittleEndian.AppendUint64(nil, stream))
}

func (w *wire) fields(what int, address uint64) []uint64 {
	w.order(orderFields, uint32(what), address, 0)
	data := make([]byte, 8*len(structs[what].fields))
	w.receive(data)
	words := make([]uint64, len(structs[what].fields))
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return words
}

func (w *wire) fill(what int, address uint64, values map[string]uint64) {
	if address == 0 {
		return
	}
	var data []byte
	for _, f := range structs[what].fields {
		data = binary.LittleEndian.AppendUint64(data, values[f.name])
	}
	w.order(orderFill, uint32(what), address, uint64(len(data)))
	w.send(data)
}

func (w *wire) print(text []byte) {
	if len(text) > 0 {
		w.order(orderPrint, 0, 0, uint64(len(text)))
		w.send(text)
	}
}

// answer ends a call.
func (w *wire) answer(value uint64) {
	w.order(orderReturn, 0, value, 0)
	must(w.out.Flush())
}
