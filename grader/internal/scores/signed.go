package scores

// This file keeps results in a folder, a file each, signed with an instructor's key.

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The ends of the names of a result and of its signature, and the folder in a results
// folder that holds what is not finished.
const (
	resultEnd    = ".json"
	signatureEnd = ".json.sig"
	// Unfinished is a folder in a results folder, for claims and unfinished files.
	Unfinished = ".unfinished"
)

// The types of PEM blocks.
const (
	privateBlock = "PRIVATE KEY"
	publicBlock  = "PUBLIC KEY"
)

// Folder is a folder with results. Private signs what is written. Public, or that of
// Private, must have signed what is read; without either, signatures do not count.
type Folder struct {
	Path    string
	Private ed25519.PrivateKey
	Public  ed25519.PublicKey
}

// File returns the path of a submission's result.
func (f Folder) File(submission string) string { return filepath.Join(f.Path, submission+resultEnd) }

// Write writes a result, and its signature before it. Whoever reads the folder sees the
// result whole or not at all.
func (f Folder) Write(r *Result) error {
	text := indented(r)
	if f.Private != nil {
		signature := ed25519.Sign(f.Private, text)
		if err := f.put(r.Submission+signatureEnd, signature); err != nil {
			return err
		}
	}
	return f.put(r.Submission+resultEnd, text)
}

// put writes a file under another name and renames it.
func (f Folder) put(name string, text []byte) error {
	unfinished := filepath.Join(f.Path, Unfinished, name)
	if err := os.MkdirAll(filepath.Dir(unfinished), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(unfinished, text, 0o644); err != nil {
		return err
	}
	return os.Rename(unfinished, filepath.Join(f.Path, name))
}

// Read returns the result of a submission. It is an error when the file is not there, is
// no result, or is not signed as it must be.
func (f Folder) Read(submission string) (Result, error) {
	file := f.File(submission)
	text, err := os.ReadFile(file)
	if err != nil {
		return Result{}, err
	}
	if err := f.verify(file, text); err != nil {
		return Result{}, err
	}
	var r Result
	if err := json.Unmarshal(text, &r); err != nil || r.Version != Version || r.Submission != valid(submission) {
		return Result{}, fmt.Errorf("%s is no result of %s: %w", file, submission, cmp.Or(err, errors.New("another version or another name")))
	}
	return r, nil
}

// verify checks the signature of a file.
func (f Folder) verify(file string, text []byte) error {
	public := f.Public
	if public == nil && f.Private != nil {
		public = f.Private.Public().(ed25519.PublicKey)
	}
	if public == nil {
		return nil
	}
	signature, err := os.ReadFile(strings.TrimSuffix(file, resultEnd) + signatureEnd)
	if err != nil {
		return fmt.Errorf("%s is not signed: %w", file, err)
	}
	if !ed25519.Verify(public, text, signature) {
		return fmt.Errorf("%s: the signature does not fit: the file was changed after it was signed, or signed with another key", file)
	}
	return nil
}

// All returns the results in the folder, by name.
func (f Folder) All() ([]Result, error) {
	entries, err := os.ReadDir(f.Path)
	if err != nil {
		return nil, err
	}
	var results []Result
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), resultEnd)
		if !ok || e.IsDir() {
			continue
		}
		r, err := f.Read(name)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// Merge returns the results of several folders, by name. A submission may be in several
// of them when its results are the same.
func Merge(folders []Folder) ([]Result, error) {
	var all []Result
	from := map[string]Folder{}
	for _, f := range folders {
		results, err := f.All()
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			if other, ok := from[r.Submission]; ok {
				if err := sameFile(other.File(r.Submission), f.File(r.Submission)); err != nil {
					return nil, err
				}
				continue
			}
			from[r.Submission] = f
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b Result) int { return cmp.Compare(a.Submission, b.Submission) })
	return all, nil
}

func sameFile(a, b string) error {
	first, err := os.ReadFile(a)
	second, other := os.ReadFile(b)
	if err := errors.Join(err, other); err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return fmt.Errorf("%s and %s are results of one submission and differ: it was changed between the two, or graded with other settings", a, b)
	}
	return nil
}

// NewKey writes a private key to a file that only its owner can read, and the public key
// beside it with the name that it returns. It replaces no file.
func NewKey(file string) (public string, err error) {
	pub, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	privateBytes, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return "", err
	}
	publicBytes, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		return "", err
	}
	public = strings.TrimSuffix(file, filepath.Ext(file)) + ".pub.pem"
	if err := putNew(file, 0o600, &pem.Block{Type: privateBlock, Bytes: privateBytes}); err != nil {
		return "", err
	}
	return public, putNew(public, 0o644, &pem.Block{Type: publicBlock, Bytes: publicBytes})
}

func putNew(file string, mode os.FileMode, block *pem.Block) error {
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	return errors.Join(pem.Encode(out, block), out.Close())
}

// ReadKey reads a private or a public key. The other result is nil.
func ReadKey(file string) (ed25519.PrivateKey, ed25519.PublicKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	wrong := fmt.Errorf("%s is no ed25519 key in PEM form; grader key makes one", file)
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, nil, wrong
	}
	if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		if private, ok := key.(ed25519.PrivateKey); ok {
			return private, nil, nil
		}
	}
	if key, err := x509.ParsePKIXPublicKey(block.Bytes); err == nil {
		if public, ok := key.(ed25519.PublicKey); ok {
			return nil, public, nil
		}
	}
	return nil, nil, wrong
}
