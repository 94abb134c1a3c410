package scores

// This file checks XML against the part of XML Schema that JUnit's schema uses: elements,
// references, sequences, choices, attributes and patterns. The order and number of
// children are not checked, except where the schema allows none.

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"testing"
)

// xsd is the schema by name of element and of type.
type xsd struct{ elements, types map[string]*xsdNode }

// xsdNode is an element of a schema.
type xsdNode struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []*xsdNode `xml:",any"`
}

func (n *xsdNode) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func readXSD(t *testing.T, text []byte) *xsd {
	t.Helper()
	var root xsdNode
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	s := &xsd{map[string]*xsdNode{}, map[string]*xsdNode{}}
	for _, n := range root.Children {
		if n.XMLName.Local == "element" {
			s.elements[n.attr("name")] = n
		} else {
			s.types[n.attr("name")] = n
		}
	}
	if s.elements["testsuites"] == nil || s.types["SUREFIRE_TIME"] == nil {
		t.Fatal("the schema lacks what it must have")
	}
	return s
}

// rules is what an element may hold.
type rules struct {
	children   map[string]bool
	attributes map[string]*xsdNode
	text       bool
}

// of returns the rules of an element.
func (s *xsd) of(name string) *rules {
	n := s.elements[name]
	r := &rules{map[string]bool{}, map[string]*xsdNode{}, false}
	if kind := n.attr("type"); s.types[kind] != nil {
		n = s.types[kind]
	} else if kind != "" {
		r.text = true // a simple type
	}
	r.collect(n)
	return r
}

func (r *rules) collect(n *xsdNode) {
	r.text = r.text || n.attr("mixed") == "true"
	for _, c := range n.Children {
		switch c.XMLName.Local {
		case "element":
			r.children[c.attr("ref")+c.attr("name")] = true
		case "attribute":
			r.attributes[c.attr("name")] = c
		default:
			r.collect(c)
		}
	}
}

// validate reports what in a document the schema does not allow.
func (s *xsd) validate(t *testing.T, text []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	var open []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(open) > 0 && !s.of(open[len(open)-1]).children[token.Name.Local] {
				t.Errorf("%s in %v is not allowed", token.Name.Local, open)
			}
			open = append(open, token.Name.Local)
			s.validateAttributes(t, token)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(bytes.TrimSpace(token)) > 0 && !s.of(open[len(open)-1]).text {
				t.Errorf("text %q in %v is not allowed", token, open)
			}
		}
	}
}

func (s *xsd) validateAttributes(t *testing.T, e xml.StartElement) {
	t.Helper()
	if s.elements[e.Name.Local] == nil {
		t.Fatalf("the schema has no element %s", e.Name.Local)
	}
	rules, given := s.of(e.Name.Local), map[string]bool{}
	for _, a := range e.Attr {
		given[a.Name.Local] = true
		rule := rules.attributes[a.Name.Local]
		if rule == nil {
			t.Errorf("%s has an attribute %s, which is not allowed", e.Name.Local, a.Name.Local)
			continue
		}
		if kind := s.types[rule.attr("type")]; kind != nil {
			pattern := kind.Children[0].Children[0].attr("value")
			if !regexp.MustCompile("^(" + pattern + ")$").MatchString(a.Value) {
				t.Errorf("%s: %s is %q, want %s", e.Name.Local, a.Name.Local, a.Value, pattern)
			}
		}
	}
	for name, rule := range rules.attributes {
		if rule.attr("use") == "required" && !given[name] {
			t.Errorf("%s lacks the attribute %s", e.Name.Local, name)
		}
	}
}
