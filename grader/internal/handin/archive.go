package handin

// This file unpacks archives.

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// The limits of archives: the bytes of one, what is read of a packed tar, and the files in all
// archives of a submission with the bytes that are written of them. A copy of the repository
// with its history fits.
const (
	mostPacked   = 32 << 20
	mostRead     = 256 << 20
	mostMembers  = 50_000
	mostUnpacked = 64 << 20
)

// unpackers read the kinds of archives, by the ends of their names. nil are kinds that are
// known and not read.
var unpackers = []struct {
	end  string
	read func(*os.File, int64, func(member) error) error
}{
	{".zip", eachOfZip}, {".tar", eachOfTar}, {".tar.gz", eachOfGzip}, {".tgz", eachOfGzip},
	{".rar", nil}, {".7z", nil}, {".tar.xz", nil}, {".tar.bz2", nil}, {".tar.zst", nil}, {".gz", nil}, {".xz", nil},
}

// isArchive reports whether a name is that of an archive.
func isArchive(name string) bool { return withoutEnd(name) != name }

// withoutEnd returns the name of an archive without its end, and any other name as it is.
func withoutEnd(name string) string {
	for _, u := range unpackers {
		if n := len(name) - len(u.end); n > 0 && strings.EqualFold(name[n:], u.end) {
			return name[:n]
		}
	}
	return name
}

// member is a file in an archive.
type member struct {
	name string
	open func() (io.ReadCloser, error)
	// irregular: it is a link or a device.
	irregular bool
}

// errFull ends the unpacking at a limit.
var errFull = fmt.Errorf("it holds more than %d MB of Go files and notebooks, or more than %d files", mostUnpacked>>20, mostMembers)

// archive unpacks an archive and looks at what is in it.
func (s *search) archive(p place) {
	folder, err := s.space("archive")
	if err != nil {
		s.fail(err)
		return
	}
	if err := s.unpack(p, folder); err != nil {
		s.warn("%s: %v", s.shown(p), err)
	}
	inside := p
	inside.path, inside.depth = folder, p.depth+1
	named, _ := s.named(withoutEnd(filepath.Base(p.path)))
	s.namedFolder(inside, named, byPart)
}

// shown returns the name of a place, which is that of the submission where it is all of it.
func (s *search) shown(p place) string {
	if p.shown == "" {
		return filepath.Base(s.root)
	}
	return p.shown
}

// unpack writes the Go files, archives and what may hold answers in an archive into a folder.
func (s *search) unpack(p place, folder string) error {
	f, err := os.Open(p.path)
	if err != nil {
		return errors.New("it cannot be read")
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostPacked {
		return fmt.Errorf("it is no file of %d MB at most", mostPacked>>20)
	}
	name := strings.ToLower(filepath.Base(p.path))
	for _, u := range unpackers {
		if !strings.HasSuffix(name, u.end) {
			continue
		}
		if u.read == nil {
			return errors.New("this kind of archive is not read: hand in a folder or a zip")
		}
		if err := u.read(f, info.Size(), func(m member) error { return s.member(p, folder, m) }); err != nil {
			return fmt.Errorf("the archive cannot be read to its end: %w", err)
		}
		return nil
	}
	panic("BUG: an archive of no kind")
}

// member unpacks a file of an archive.
func (s *search) member(p place, folder string, m member) error {
	if s.members++; s.members > mostMembers {
		return errFull
	}
	name := path.Clean(strings.ReplaceAll(m.name, `\`, "/"))
	shown := filepath.ToSlash(s.shown(p)) + "/" + name // not joined: a name may lead out
	switch {
	case !filepath.IsLocal(filepath.FromSlash(name)):
		s.warn("%s: its name leads out of the archive: it was left out", shown)
		return nil
	case m.irregular:
		s.warn("%s is a link or a device: it was left out", shown)
		return nil
	case !isGo(path.Base(name)) && !isArchive(name) && !isPaper(path.Base(name)):
		s.found.Empty = false
		return nil
	}
	in, err := m.open()
	if err != nil {
		s.warn("%s cannot be unpacked: %v", shown, err)
		return nil
	}
	defer in.Close()
	most := int64(mostOfFile)
	if isArchive(name) || isPaper(path.Base(name)) {
		most = mostPacked + 1 // a larger one is refused by its size
	}
	counted := &counter{from: io.LimitReader(in, most), left: mostUnpacked - s.bytes}
	to := filepath.Join(folder, filepath.FromSlash(name))
	err = os.MkdirAll(filepath.Dir(to), 0o700)
	if err == nil {
		err = writeFile(to, counted)
	}
	s.bytes += counted.n
	if errors.Is(err, errFull) {
		return err
	}
	if err != nil {
		s.warn("%s cannot be unpacked: %v", shown, reason(err))
	}
	return nil
}

// reason returns what an error says without the path, which is one of this machine.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// counter counts bytes, and fails when none is left.
type counter struct {
	from    io.Reader
	n, left int64
}

// Read implements io.Reader.
func (c *counter) Read(text []byte) (int, error) {
	if c.n >= c.left {
		return 0, errFull
	}
	n, err := c.from.Read(text)
	c.n += int64(n)
	return n, err
}

// eachOfZip calls f with each file of a zip.
func eachOfZip(file *os.File, size int64, f func(member) error) error {
	z, err := zip.NewReader(file, size)
	if err != nil {
		return err
	}
	const encrypted = 1
	for _, e := range z.File {
		if e.Mode().IsDir() {
			continue
		}
		m := member{name: e.Name, open: e.Open, irregular: !e.Mode().IsRegular()}
		if e.Flags&encrypted != 0 {
			m.open = func() (io.ReadCloser, error) { return nil, errors.New("it is encrypted") }
		}
		if err := f(m); err != nil {
			return err
		}
	}
	return nil
}

// eachOfTar calls f with each file of a tar.
func eachOfTar(file *os.File, _ int64, f func(member) error) error { return eachIn(file, f) }

func eachOfGzip(file *os.File, _ int64, f func(member) error) error {
	z, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	return eachIn(&counter{from: z, left: mostRead}, f)
}

func eachIn(from io.Reader, f func(member) error) error {
	t := tar.NewReader(from)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		info := h.FileInfo()
		if info.IsDir() {
			continue
		}
		m := member{name: h.Name, open: func() (io.ReadCloser, error) { return io.NopCloser(t), nil }, irregular: h.Typeflag != tar.TypeReg} // the mode of a hard link is that of a file
		if err := f(m); err != nil {
			return err
		}
	}
}
