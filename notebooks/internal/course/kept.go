package course

// This file makes of the outputs of an executed notebook what the committed notebook keeps:
// what reads well on a page that runs no scripts, such as a code host's.
//
//	HTML      without scripts and tips; of folds what is open
//	pictures  outputs of their own, SVG with the picture in words
//	text      as it is
//
// Progress, times and ids of the run are left out.

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"

	"gpucourse/internal/ipynb"
)

// output is an output of a cell, with the fields of nbformat in the order in which Jupyter
// writes them.
type output struct {
	Data      map[string]ipynb.Text `json:"data,omitempty"` // by MIME type
	Name      string                `json:"ename,omitempty"`
	Value     string                `json:"evalue,omitempty"`
	Metadata  json.RawMessage       `json:"metadata,omitempty"`
	Stream    string                `json:"name,omitempty"`
	Type      string                `json:"output_type"`
	Text      ipynb.Text            `json:"text,omitempty"`
	Traceback []string              `json:"traceback,omitempty"`
}

// kept returns what a stored notebook keeps of the outputs of a cell. HTML that is not
// divided by a picture is one output.
func kept(outputs []output) ([]output, error) {
	all := []output{}
	var pending strings.Builder
	flush := func() {
		if pending.Len() > 0 {
			all = append(all, display(map[string]ipynb.Text{ipynb.HTML: ipynb.Text(strings.TrimSuffix(pending.String(), "\n"))}))
			pending.Reset()
		}
	}
	for _, o := range outputs {
		text, isHTML := o.Data[ipynb.HTML]
		if !isHTML {
			flush()
			all = append(all, keptText(o))
			continue
		}
		parts, err := static(string(text))
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			if p.svg == "" {
				pending.WriteString(p.html + "\n")
				continue
			}
			flush()
			all = append(all, display(map[string]ipynb.Text{ipynb.SVG: ipynb.Text(p.svg), ipynb.Plain: ipynb.Text(p.words)}))
		}
	}
	flush()
	return all, nil
}

func display(data map[string]ipynb.Text) output {
	return output{Type: "display_data", Metadata: json.RawMessage("{}"), Data: data}
}

// colours of a terminal.
var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// keptText returns an output without HTML as it is kept.
func keptText(o output) output {
	o.Text = ipynb.Text(colours.ReplaceAllString(string(o.Text), ""))
	for i, line := range o.Traceback {
		o.Traceback[i] = colours.ReplaceAllString(line, "")
	}
	return o
}

// part is a piece of an output: HTML, or a picture.
type part struct {
	html       string
	svg, words string
}

// scripts are left out before the rest is read: they are no HTML.
var scripts = regexp.MustCompile(`(?s)<script>.*?</script>`)

// pictures are the addresses that hold pictures.
var pictures = regexp.MustCompile(regexp.QuoteMeta(dataURL) + `[^"]*`)

// readable returns HTML as the decoder of XML can read it.
func readable(text string) string {
	text = scripts.ReplaceAllString(text, "")
	return pictures.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, "<", "%3C") })
}

// static divides the HTML of an output at its pictures.
func static(text string) ([]part, error) {
	d := xml.NewDecoder(strings.NewReader("<div>" + readable(text) + "</div>"))
	d.Strict, d.Entity, d.AutoClose = false, xml.HTMLEntity, append(slices.Clone(xml.HTMLAutoClose), "wbr")
	if _, err := d.Token(); err != nil { // the div, which is for the decoder alone
		return nil, err
	}
	parts, err := content(d)
	if err != nil {
		return nil, fmt.Errorf("an output is not HTML that can be read: %w\n%.300s", err, text)
	}
	return parts, nil
}

// content reads what an element holds, and its end.
func content(d *xml.Decoder) (parts []part, err error) {
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return parts, nil
		case err != nil:
			return nil, err
		}
		switch token := token.(type) {
		case xml.EndElement:
			return parts, nil
		case xml.CharData:
			parts = join(parts, part{html: escaper.Replace(string(token))})
		case xml.StartElement:
			inner, err := content(d)
			if err != nil {
				return nil, err
			}
			parts = join(parts, wrapped(token, inner)...)
		}
	}
}

// escaper writes text as HTML. A space that does not break keeps its name, because it looks
// like any other space.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")

// join appends parts; HTML beside HTML is one part.
func join(parts []part, more ...part) []part {
	for _, p := range more {
		if n := len(parts); n > 0 && parts[n-1].svg == "" && p.svg == "" {
			parts[n-1].html += p.html
			continue
		}
		parts = append(parts, p)
	}
	return parts
}

// void are the elements that hold nothing.
var void = []string{"br", "hr", "img", "wbr"}

// wrapped returns an element with what it holds: each run of HTML between pictures gets an
// element of its own.
func wrapped(e xml.StartElement, inner []part) (parts []part) {
	name := e.Name.Local
	switch {
	case name == "img" && strings.HasPrefix(attribute(e, "src"), dataURL):
		return []part{{svg: keptSVG(attribute(e, "src")), words: attribute(e, "alt")}}
	case name == "details" && !has(e, "open"):
		return nil
	case name == "details":
		name, e.Attr = "div", nil
	case name == "summary":
		name, e.Attr = "b", nil
	}
	begin := "<" + name + attributes(e) + ">"
	if slices.Contains(void, name) {
		return []part{{html: begin}}
	}
	for _, p := range inner {
		if p.svg == "" {
			p.html = begin + p.html + "</" + name + ">"
		}
		parts = append(parts, p)
	}
	if len(inner) == 0 && (name == "td" || name == "th") { // a cell keeps its place
		parts = []part{{html: begin + "</" + name + ">"}}
	}
	return parts
}

func has(e xml.StartElement, name string) bool {
	return slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// dropped are the attributes that only a script or the mouse needs.
var dropped = []string{"class", "title", "id", "data-line"}

func attributes(e xml.StartElement) string {
	var b strings.Builder
	for _, a := range e.Attr {
		if !slices.Contains(dropped, a.Name.Local) {
			fmt.Fprintf(&b, ` %s="%s"`, a.Name.Local, html.EscapeString(a.Value))
		}
	}
	return b.String()
}

// dataURL is how the address of a picture begins that holds the picture.
const dataURL = "data:image/svg+xml,"

// asXML turns the address of a picture into the picture. Its quotes of attributes are single
// ones, so an apostrophe needs its code.
var asXML = strings.NewReplacer("%3C", "<", "%23", "#", "%26", "&", "%27", "&#39;", "%25", "%")

// tips are texts that answer the mouse, and the ends of the shapes that they belong to.
var tips = regexp.MustCompile(`><title>[^<]*</title></path>`)

// keptSVG returns the picture of an address without its tips.
func keptSVG(address string) string {
	return tips.ReplaceAllString(asXML.Replace(strings.TrimPrefix(address, dataURL)), "/>")
}
