// SPDX-License-Identifier: MIT

// Checks what the prover has merged.  It shares no code with the prover and trusts nothing that it reads.
//
// A certificate on standard input is 32-bit little-endian words, in sections.  A section is the number of its
// nodes, the number of its merges, then these.  Nodes are numbered from 0 on through all sections.  A node is
//
//	0           an input; node 0 is the constant false
//	1 a b       a AND b
//	2 a b       a XOR b
//	3 n a... t  a look-up by n operands, 2 to 10, the lowest bit of the index first: bit i % 32 of word i / 32 of t is
//	            entry i
//
// where an operand is a literal, 2 * node + 1 if complemented, of an earlier node.  A merge is
//
//	a b n r leaves... relations...
//
// two literals that the prover took for equal, n leaves, which are nodes, and r relations between them.  A
// relation is a mask: the XOR of bit 0 and of each leaf i whose bit i + 1 is set is zero.
//
// Without leaves, a XOR b must be zero after cancelling XORs.  With leaves, each relation must be zero in this
// way, and a and b must have the same value for all values of the leaves that the relations allow.  A path from
// a or b that ends in an input that is no leaf is an error, so that the leaves are a cut.  More than 12 leaves have no
// relations, and the reduced ordered decision diagrams of a and b must be the same, the first leaf on top.
//
// For each section the answer is a line: "ok", the number of its merges, and the processor time so far in
// seconds; or the error, which ends the program.
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

const (
	input = iota
	and
	xor
	lookup
)

const (
	maxOperands = 10
	maxTable    = 12 // leaves of a truth table
	maxLeaves   = 64
	maxDiagram  = 1 << 16 // nodes
)

type lit = uint32

// Of a look-up, a is its index in graph.lookups.
type node struct {
	kind uint8
	a, b lit
}

type table struct {
	operands []lit
	entries  []uint32
}

type merge struct {
	a, b              lit
	leaves, relations []uint32
}

// The nodes of all sections; the values of some of them for one merge.
type graph struct {
	nodes    []node
	lookups  []table
	merge    uint32   // counts merges
	valued   []uint32 // the merge for which a node has values
	place    []uint32 // of these in values
	values   []uint64
	words    uint32 // of 64 values a node
	heap     []uint32
	branches []branch // of the diagrams of one merge
	numbers  map[branch]uint32
	chosen   map[branch]uint32            // results of choose
	rest     [1 << maxOperands / 4]uint64 // of a look-up
}

var errEnd = errors.New("the certificate ends early")

type reader struct {
	in *bufio.Reader
}

func (r reader) word() (uint32, error) {
	bytes, err := r.in.Peek(4)
	if err != nil {
		return 0, errEnd
	}
	x := binary.LittleEndian.Uint32(bytes)
	_, err = r.in.Discard(4)
	return x, err
}

func (r reader) words(n uint32) ([]uint32, error) {
	words := make([]uint32, n)
	for i := range words {
		x, err := r.word()
		if err != nil {
			return nil, err
		}
		words[i] = x
	}
	return words, nil
}

// readNode appends a node whose operands precede it.
func (g *graph) readNode(r reader) error {
	number := uint32(len(g.nodes))
	kind, err := r.word()
	if err != nil {
		return err
	}
	switch {
	case kind > lookup || number == 0 && kind != input:
		return fmt.Errorf("node %d has kind %d", number, kind)
	case kind == lookup:
		err = g.readLookup(r)
	case kind == input:
		g.nodes = append(g.nodes, node{kind: input})
	default:
		a, errA := r.word()
		b, errB := r.word()
		if errA != nil || errB != nil {
			return errEnd
		}
		if a>>1 >= number || b>>1 >= number {
			err = errOrder(number)
		}
		g.nodes = append(g.nodes, node{uint8(kind), a, b})
	}
	g.valued = append(g.valued, 0)
	g.place = append(g.place, 0)
	return err
}

func (g *graph) readLookup(r reader) error {
	number := uint32(len(g.nodes))
	n, err := r.word()
	if err != nil {
		return err
	}
	if n < 2 || n > maxOperands {
		return fmt.Errorf("node %d is a look-up by %d operands", number, n)
	}
	operands, err := r.words(n)
	if err != nil {
		return err
	}
	for _, a := range operands {
		if a>>1 >= number {
			return errOrder(number)
		}
	}
	entries, err := r.words((1<<n + 31) / 32)
	g.nodes = append(g.nodes, node{kind: lookup, a: uint32(len(g.lookups))})
	g.lookups = append(g.lookups, table{operands, entries})
	return err
}

func errOrder(number uint32) error {
	return fmt.Errorf("node %d has an operand that does not precede it", number)
}

func (g *graph) readMerge(r reader) (merge, error) {
	head, err := r.words(4)
	if err != nil {
		return merge{}, err
	}
	n, relations := head[2], head[3]
	if n > maxLeaves || relations > n || n > maxTable && relations > 0 {
		return merge{}, fmt.Errorf("%d leaves, %d relations", n, relations)
	}
	rest, err := r.words(n + relations)
	if err != nil {
		return merge{}, err
	}
	m := merge{head[0], head[1], rest[:n], rest[n:]}
	for _, x := range append([]uint32{m.a >> 1, m.b >> 1}, m.leaves...) {
		if x >= uint32(len(g.nodes)) {
			return m, fmt.Errorf("there is no node %d", x)
		}
	}
	for _, mask := range m.relations {
		if mask >= 2<<n {
			return m, errors.New("a relation between leaves that do not exist")
		}
	}
	return m, nil
}

func (g *graph) check(m merge) error {
	if len(m.leaves) == 0 {
		if !g.cancels(m.a, m.b) {
			return errors.New("their XOR does not cancel")
		}
		return nil
	}
	for _, mask := range m.relations {
		terms := []lit{mask & 1}
		for i, leaf := range m.leaves {
			if mask>>(i+1)&1 == 1 {
				terms = append(terms, 2*leaf)
			}
		}
		if !g.cancels(terms...) {
			return errors.New("a relation of their leaves does not cancel")
		}
	}
	if len(m.leaves) > maxTable {
		return g.checkDiagrams(m)
	}
	return g.checkTables(m)
}

// cancels tells whether the XOR of some literals is zero, when the latest of its terms is replaced by its
// operands again and again, and equal terms cancel.
func (g *graph) cancels(terms ...lit) bool {
	odd := lit(0) // of the complements
	g.heap = g.heap[:0]
	for _, x := range terms {
		odd ^= x & 1
		g.push(x >> 1)
	}
	for len(g.heap) > 0 && g.heap[0] > 0 {
		x := g.pop()
		if len(g.heap) > 0 && g.heap[0] == x {
			g.pop()
			continue
		}
		if g.nodes[x].kind != xor {
			return false
		}
		odd ^= (g.nodes[x].a ^ g.nodes[x].b) & 1
		g.push(g.nodes[x].a >> 1)
		g.push(g.nodes[x].b >> 1)
	}
	return odd == 0
}

// A heap with the largest number first.
func (g *graph) push(x uint32) {
	g.heap = append(g.heap, x)
	for i := len(g.heap) - 1; i > 0 && g.heap[(i-1)/2] < g.heap[i]; i = (i - 1) / 2 {
		g.heap[(i-1)/2], g.heap[i] = g.heap[i], g.heap[(i-1)/2]
	}
}

func (g *graph) pop() uint32 {
	h, last := g.heap, len(g.heap)-1
	top := h[0]
	h[0] = h[last]
	for i := 0; ; {
		largest := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if h[child] > h[largest] {
				largest = child
			}
		}
		if largest == i {
			break
		}
		h[i], h[largest] = h[largest], h[i]
		i = largest
	}
	g.heap = h[:last]
	return top
}

// The first 64 values of leaves 0 to 5, when the values of all leaves are counted through.
var pattern = [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
	0xffff0000ffff0000, 0xffffffff00000000}

// checkTables compares the literals for all values of the leaves.  Less than 6 leaves repeat in a word.
func (g *graph) checkTables(m merge) error {
	g.merge++
	g.values = g.values[:0]
	g.words = 1
	if len(m.leaves) > 6 {
		g.words = 1 << (len(m.leaves) - 6)
	}
	g.newValues(0)
	for i, leaf := range m.leaves {
		if g.valued[leaf] == g.merge {
			return fmt.Errorf("leaf %d is the constant, or occurs twice", leaf)
		}
		values := g.newValues(leaf)
		for w := range values {
			if i < 6 {
				values[w] = pattern[i]
			} else {
				values[w] = -uint64(w >> (i - 6) & 1)
			}
		}
	}
	for _, x := range []lit{m.a, m.b} {
		if err := g.evaluate(x >> 1); err != nil {
			return err
		}
	}
	for w := uint32(0); w < g.words; w++ {
		excluded := uint64(0)
		for _, mask := range m.relations {
			one := -uint64(mask & 1)
			for i, leaf := range m.leaves {
				if mask>>(i+1)&1 == 1 {
					one ^= g.value(2*leaf, w)
				}
			}
			excluded |= one
		}
		if (g.value(m.a, w)^g.value(m.b, w))&^excluded != 0 {
			return errors.New("they differ for some values of their leaves")
		}
	}
	return nil
}

func (g *graph) newValues(x uint32) []uint64 {
	n := uint32(len(g.values))
	for i := uint32(0); i < g.words; i++ {
		g.values = append(g.values, 0)
	}
	g.valued[x] = g.merge
	g.place[x] = n
	return g.values[n:]
}

// value returns 64 values of a literal.
func (g *graph) value(x lit, word uint32) uint64 {
	return g.values[g.place[x>>1]+word] ^ -uint64(x&1)
}

// evaluate computes the values of a node from those of the leaves.
func (g *graph) evaluate(x uint32) error {
	if g.valued[x] == g.merge {
		return nil
	}
	n := g.nodes[x]
	operands := []lit{n.a, n.b}
	switch n.kind {
	case input:
		return fmt.Errorf("input %d is not among their leaves", x)
	case lookup:
		operands = g.lookups[n.a].operands
	}
	for _, a := range operands {
		if err := g.evaluate(a >> 1); err != nil {
			return err
		}
	}
	values := g.newValues(x)
	for w := range values {
		switch n.kind {
		case and:
			values[w] = g.value(n.a, uint32(w)) & g.value(n.b, uint32(w))
		case xor:
			values[w] = g.value(n.a, uint32(w)) ^ g.value(n.b, uint32(w))
		case lookup:
			values[w] = g.look(g.lookups[n.a], uint32(w))
		}
	}
	return nil
}

// look returns 64 values of a look-up.  Four entries are a function of the first two operands; each further
// operand halves the number of functions.
func (g *graph) look(t table, word uint32) uint64 {
	var functions [16]uint64
	x, y := g.value(t.operands[0], word), g.value(t.operands[1], word)
	for i, one := range [4]uint64{^x &^ y, x &^ y, y &^ x, x & y} {
		for four := range functions {
			functions[four] |= one & -uint64(four>>i&1)
		}
	}
	n, rest := 1<<len(t.operands)/4, g.rest[:]
	for i := range rest[:n] {
		rest[i] = functions[t.entries[i/8]>>(i%8*4)&15]
	}
	for _, a := range t.operands[2:] {
		n /= 2
		one := g.value(a, word)
		for i := range rest[:n] {
			rest[i] = rest[2*i] ^ (rest[2*i]^rest[2*i+1])&one
		}
	}
	return rest[0]
}

// A branch of a diagram on a leaf: what follows if it is zero and if it is one.  Diagrams 0 and 1 are false and true,
// the others are indices of branches.  The same type is a key of chosen, where leaf is a condition.
type branch struct {
	leaf, zero, one uint32
}

// checkDiagrams compares the diagrams of the literals, which are equal if the functions are.
func (g *graph) checkDiagrams(m merge) error {
	g.merge++
	g.branches = append(g.branches[:0], branch{leaf: maxLeaves}, branch{leaf: maxLeaves})
	g.numbers, g.chosen = map[branch]uint32{}, map[branch]uint32{}
	g.valued[0], g.place[0] = g.merge, 0
	for i, leaf := range m.leaves {
		if g.valued[leaf] == g.merge {
			return fmt.Errorf("leaf %d is the constant, or occurs twice", leaf)
		}
		g.valued[leaf], g.place[leaf] = g.merge, g.diagram(branch{uint32(i), 0, 1})
	}
	var diagrams [2]uint32
	for i, x := range [2]lit{m.a, m.b} {
		var err error
		if diagrams[i], err = g.diagramOf(x); err != nil {
			return err
		}
	}
	if diagrams[0] != diagrams[1] {
		return errors.New("they differ for some values of their leaves")
	}
	return nil
}

// diagramOf returns the diagram of a literal.
func (g *graph) diagramOf(x lit) (uint32, error) {
	if at := x >> 1; g.valued[at] != g.merge {
		n := g.nodes[at]
		if n.kind != and && n.kind != xor {
			return 0, fmt.Errorf("node %d is not among their leaves, and no gate", at)
		}
		a, err := g.diagramOf(n.a)
		if err != nil {
			return 0, err
		}
		b, err := g.diagramOf(n.b)
		if err != nil {
			return 0, err
		}
		zero := uint32(0) // of a gate if a is zero
		if n.kind == xor {
			zero, b = b, g.choose(b, 0, 1)
		}
		g.valued[at], g.place[at] = g.merge, g.choose(a, b, zero)
		if len(g.branches) > maxDiagram {
			return 0, errors.New("their diagrams are too large")
		}
	}
	if x&1 == 1 {
		return g.choose(g.place[x>>1], 0, 1), nil
	}
	return g.place[x>>1], nil
}

// choose returns the diagram of: if a condition holds, one, else zero.
func (g *graph) choose(condition, one, zero uint32) uint32 {
	switch {
	case condition == 1 || one == zero:
		return one
	case condition == 0:
		return zero
	case one == 1 && zero == 0:
		return condition
	}
	key := branch{condition, zero, one}
	if known, ok := g.chosen[key]; ok {
		return known
	}
	top := min(g.branches[condition].leaf, g.branches[one].leaf, g.branches[zero].leaf)
	var results [2]uint32
	for value := range results {
		results[value] = g.choose(g.follow(condition, top, value), g.follow(one, top, value), g.follow(zero, top, value))
	}
	result := g.diagram(branch{top, results[0], results[1]})
	g.chosen[key] = result
	return result
}

// follow returns what a diagram is if a leaf, not below its first one, has this value.
func (g *graph) follow(x, leaf uint32, value int) uint32 {
	switch b := g.branches[x]; {
	case b.leaf != leaf:
		return x
	case value == 1:
		return b.one
	default:
		return b.zero
	}
}

// diagram returns the number of a branch, the same for equal ones.
func (g *graph) diagram(b branch) uint32 {
	if b.zero == b.one {
		return b.zero
	}
	number, known := g.numbers[b]
	if !known {
		number = uint32(len(g.branches))
		g.branches = append(g.branches, b)
		g.numbers[b] = number
	}
	return number
}

// section reads and checks one section; returns the number of its merges.
func (g *graph) section(r reader) (uint32, error) {
	head, err := r.words(2)
	if err != nil {
		return 0, err
	}
	for i := uint32(0); i < head[0]; i++ {
		if err := g.readNode(r); err != nil {
			return i, err
		}
	}
	for i := uint32(0); i < head[1]; i++ {
		m, err := g.readMerge(r)
		if err == nil {
			err = g.check(m)
		}
		if err != nil {
			return i, fmt.Errorf("merge %d, of the literals %d and %d: %w", i, m.a, m.b, err)
		}
	}
	return head[1], nil
}

func seconds() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

func main() {
	g, r := &graph{}, reader{bufio.NewReaderSize(os.Stdin, 1<<20)}
	for {
		if _, err := r.in.Peek(1); err == io.EOF {
			return
		}
		n, err := g.section(r)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Printf("ok %d %.2f\n", n, seconds())
	}
}
