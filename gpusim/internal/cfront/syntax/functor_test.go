package syntax

import (
	"strings"
	"testing"

	"gpucourse/gpusim/internal/cfront/lex"
)

// functors writes a source with structs in the place of its lambdas.
func functors(text string) string {
	var words []string
	for _, t := range Functors(lex.Preprocess("a.cu", []byte(text), nil).Tokens) {
		words = append(words, t.Text)
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

func TestFunctors(t *testing.T) {
	const head = "int c ; int main ( int n ) { float * x , y = 2 ; for ( auto & [ u , v ] : w ) "
	for _, c := range []struct{ lambda, structs, object string }{
		{"[ = ] __device__ ( int i ) { int y = 1 ; x [ i ] = y * n + c + u . v ; }",
			"template < class T0ʹ , class T1ʹ , class T2ʹ > struct lambda1 { T0ʹ x ; T1ʹ n ; T2ʹ u ; __device__ auto operator ( ) ( int i ) const { int y = 1 ; x [ i ] = y * n + c + u . v ; } } ; ",
			"lambda1 < decltype ( x ) , decltype ( n ) , decltype ( u ) > { x , n , u }"},
		{"[ y ] __host__ __device__ ( float a ) -> float { return a * y ; }",
			"template < class T0ʹ > struct lambda1 { T0ʹ y ; __host__ __device__ auto operator ( ) ( float a ) const -> float { return a * y ; } } ; ",
			"lambda1 < decltype ( y ) > { y }"},
		{"[ ] __device__ { }", "struct lambda1 { __device__ auto operator ( ) ( ) const { } } ; ", "lambda1 { }"},
		{"[ ] ( int i ) { }", "", "[ ] ( int i ) { }"},
		{"[ & y ] __device__ ( int i ) { }", "", "[ & y ] __device__ ( int i ) { }"},
		{"[ = ] __device__ ( auto i ) { }", "", "[ = ] __device__ ( auto i ) { }"},
	} {
		got := functors(head + "k ( " + c.lambda + " ) ; }")
		want := strings.Replace(head, "int main", c.structs+"int main", 1) + "k ( " + c.object + " ) ; }"
		if got != want {
			t.Errorf("%s: got\n%s, want\n%s", c.lambda, got, want)
		}
	}
	kernel := "__global__ void k ( ) { auto f = [ = ] __device__ ( int i ) { } ; }"
	if got := functors(kernel); got != kernel {
		t.Errorf("in a kernel a lambda becomes %s", got)
	}
}

// TestFunctorsOfParts: a source that ends anywhere in a lambda is read to its end.
func TestFunctorsOfParts(t *testing.T) {
	words := strings.Fields("int main ( int n ) { k ( [ = , n ] __host__ __device__ ( int i , T < 3 > * j ) -> int { std :: vector < int > v ; x [ i ] = n ; } ) ; }")
	for from := range words {
		for to := from; to <= len(words); to++ {
			text := strings.Join(words[from:to], " ")
			if got := functors(text); len(got) < len(text)/2 {
				t.Errorf("%s becomes %s", text, got)
			}
		}
	}
}
