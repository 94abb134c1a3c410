package task

// This file gives the sentences of a choice their orders and letters.

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Orders is the number of orders in which the sentences of a choice are shown. Order 0 is that of the stored
// notebooks; a learner is shown one of the others, so that neighbours in a class see different letters.
//
// Each order has letters of its own: a to d in order 0, e to h in order 1, and so on. So a letter names the same
// sentence to everybody, and an answer can be judged without knowing whose it is.
const Orders = 6

// spread is mixed into the orders. With this value the right letters of the course are spread evenly.
const spread = 11

// Sentence is an option with its letter in an order.
type Sentence struct {
	Letter string
	Option
}

// Sentences returns the options of a choice in an order.
func (t *Task) Sentences(order int) []Sentence {
	ask := t.Ask.(Choice)
	options := ask.Options
	h := fnv.New64a()
	h.Write([]byte(t.ID))
	rng := rand.New(rand.NewPCG(h.Sum64(), spread))
	n, at := len(options), rng.IntN(len(options))
	list := make([]Sentence, 0, n)
	for _, i := range rand.New(rand.NewPCG(h.Sum64(), uint64(spread+1+order))).Perm(n) {
		if options[i].Report != nil {
			list = append(list, Sentence{Option: options[i]})
		}
	}
	list = slices.Insert(list, (at+order+ask.Turn)%n, Sentence{Option: options[ask.Right()]})
	for i := range list {
		list[i].Letter = letter(order*n + i)
	}
	return list
}

// Sentence returns the sentence that a letter names, and its order. ok is false for no letter of the choice.
func (t *Task) Sentence(letter string) (s Sentence, order int, ok bool) {
	for order := range Orders {
		for _, s := range t.Sentences(order) {
			if s.Letter == letter {
				return s, order, true
			}
		}
	}
	return Sentence{}, 0, false
}

// RightLetter returns the letter of the sentence that is true, in an order.
func (t *Task) RightLetter(order int) string {
	list := t.Sentences(order)
	return list[slices.IndexFunc(list, func(s Sentence) bool { return s.Report == nil })].Letter
}

// letter returns the i-th letter of the alphabet.
func letter(i int) string { return string(rune('a' + i)) }
