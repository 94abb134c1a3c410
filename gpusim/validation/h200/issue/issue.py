# Writes kernels for issue.cu, beside.cu or order.cu: python3 issue.py issue.cubin DIR [waits|beside|reads|starts|operands|order|branches]
#
# A pattern is words with dots between them, one instruction each, repeated up to the loop's 110 instructions. In machine code
# of sm_90 an instruction has 128 bits: 0 to 11 say what it does, 16 its result's register, 24, 32 and 64 those of its sources; from
# bit 105 on how many cycles its warp waits (4 bits), whether it may go on (1), barriers (12), which sources to keep (4).
import os, struct, sys

def ctl(stall=1, keep=0): return stall << 105 | (stall < 4) << 109 | 7 << 110 | 7 << 113 | keep << 122
def op(high, low, d=0, a=0, b=0, c=0, **k): return (high << 64 | low | d << 16 | a << 24 | b << 32 | c << 64) & ~(0x1fffff << 105) | ctl(**k)
NONE, ADDRESS = 255, 26  # no register; an even pair
D = lambda k: 2 + k % 6  # registers for results
E = lambda k: 20 + k % 6
P = lambda k: 30 + 2 * (k % 4)
R = lambda k: (18, 19, 38, 39, 40, 41)[k % 6]
OPS = {
    'nop': lambda k: op(0, 0x7918),
    'fadd': lambda k: op(0, 0x7221, D(k), 8, 17),
    'fadd_even': lambda k: op(0, 0x7221, D(k), 8, 10),
    'ffma': lambda k: op(0, 0x7223, D(k), 8, 9, 10),
    'ffma_even': lambda k: op(0, 0x7223, D(k), 8, 10, 12),
    'ffma_one': lambda k: op(0, 0x7223, D(k), 8, 8, 8),
    'ffma_place': lambda k: op(0, 0x7223, D(k), 8, 9, D(k)),
    'imad': lambda k: op(0x078e0200, 0x7224, E(k), 8, 17, NONE),
    'imad_odd': lambda k: op(0x078e0200, 0x7224, E(k), 8, 17, 15),
    'imad_even': lambda k: op(0x078e0200, 0x7224, E(k), 8, 10, 12),
    'wide': lambda k: op(0x078e0000, 0x7825, P(k), 17, 4, ADDRESS),
    'wide_even': lambda k: op(0x078e0000, 0x7825, P(k), 16, 4, ADDRESS),
    'wide_zero': lambda k: op(0x078e0000, 0x7825, P(k), 17, 4, NONE),
    'lop': lambda k: op(0x078ec0ff, 0x7812, R(k), 9, 4095),
    'iadd': lambda k: op(0x07ffe000, 0x7210, R(k), 8, 9, 10),
    'ffma_keep': lambda k: op(0, 0x7223, D(k), 8, 10, 12, keep=7),
    'ffma_keep1': lambda k: op(0, 0x7223, D(k), 8, 10, 12, keep=1),
    'ffma_keep_apart': lambda k: op(0, 0x7223, D(k), 8, 10, 12, keep=7, stall=4),
    'ffma_apart': lambda k: op(0, 0x7223, D(k), 8, 10, 12, stall=4),
    'fadd_odd': lambda k: op(0, 0x7221, D(k), 9, 17),
    'wide_keep': lambda k: op(0x078e0000, 0x7825, P(k), 17, 4, ADDRESS, keep=1),
    'dfma': lambda k: op(0, 0x722b, P(k), 8, 10, 12),
    'dfma_one': lambda k: op(0, 0x722b, P(k), 8, 8, 8),
    'dadd': lambda k: op(0, 0x7229, P(k), 8, 0, 10),
    'sts': lambda k: op(0x800, 0x7388, 0, NONE, 8),
    'lds': lambda k: op(0x800, 0x7984, 44 + k % 6, NONE),
    's2r': lambda k: op(0x2100, 0x7919, 44 + k % 6),
    's2r_cta': lambda k: op(0x2500, 0x7919, 44 + k % 6),
    'ldc64': lambda k: op(0xa00, 0x7b82, 44 + 2 * (k % 3), NONE, 0x8400),
    'uldc': lambda k: op(0x800, 0x7ab9, 42, 0, 0x8400),
    'uldc_line': lambda k: op(0x800, 0x7ab9, 42, 0, 0x8400 + 0x1000 * (k % 32)),  # one line of 64 bytes after another
    'ldc_line': lambda k: op(0x800, 0x7b82, 44 + k % 6, NONE, 0x8400 + 0x1000 * (k % 32)),
    'mufu': lambda k: op(0x1000, 0x7308, 44 + k % 6, 0, 8),
    'bra': lambda k: op(0x3800000, 0x7947),
    'bra_not': lambda k: op(0x3800000, 0xf947),
    'uiadd': lambda k: op(0xfffe03f, 0x7890, 40, 40, 1),
    'umov': lambda k: op(0x8000000, 0x7c82, 41, 0, 0x3f),
    'ldc': lambda k: op(0x800, 0x7b82, 44 + k % 6, NONE, 0x8400),
    'isetp': lambda k: op(0x3f65270, 0x780c, 0, 4, 1),
    'isetp_ur': lambda k: op(0xbf43270, 0x7c0c, 0, 13, 40),
    'ldg_read': lambda k: OPS['ldg'](k) & ~(7 << 113),
    'lds_read': lambda k: OPS['lds'](k) & ~(7 << 113),
    'sts_read': lambda k: OPS['sts'](k) & ~(7 << 113),
    'nop_when_read': lambda k: OPS['nop'](k) | 1 << 116,
    'ldg': lambda k: op(0x0c1eb900, 0x7981, 44 + k % 6, ADDRESS, 6),
}
# Instructions whose warp waits for some cycles, beside those that keep the scheduler: kind+cycles.
WAITS = [a + more for a in 'wide wide.wide ffma_even ffma_even.ffma_even fadd_even ffma imad lop lop.lop lop.lop.lop ldg ldg.ldg dfma.dfma'.split() for more in ('.nop+12', '.nop+6.nop+6', '.nop+15.nop+15')] + \
    'nop+12 nop+6 nop+4 wide+5 wide+6 wide+8 wide+12 ffma_even+4 ffma_even+6 ffma_even+12 fadd_even+4 lop+4 lop+6 ffma+4 wide_zero+5 wide_zero+12 nop+12.wide.nop+12.fadd+4.fadd+4.lop+4'.split() + \
    ['.'.join([load] * k + ['nop+15'] * (4 * k // 15 + 2)) for load in ('ldg', 'lds') for k in (3, 5, 6, 8, 10, 12)]
BESIDE = 'nop+2 lop+4 imad imad+4 imad_even+4 ffma_even+6 wide wide+4 wide+6 wide+8 wide+12 lop.wide+4 dfma'.split()
# Accesses of which the last says when it has read its registers; the next instruction waits for that.
READS = ['.'.join([a] * k + [a + '_read', 'nop_when_read'] + rest) for a in ('ldg', 'lds', 'sts') for k in (0, 1, 2, 3, 5, 8, 12) for rest in ([], ['nop+15'] * 3)]
STARTS = 's2r s2r_cta s2r.s2r_cta ldc ldc64 uldc uldc.nop uldc.nop.nop.nop mufu s2r.nop s2r.ldc s2r.lds ldc.lds ldc.lds.lds ldc.lds.lds.lds ldc.ldg ldc.ldg.ldg s2r.mufu s2r.ldc.lds s2r.s2r.ldc.ldc s2r.s2r.ldc.ldc.ldg uldc.ldc uldc.lds uldc.uldc uldc.s2r'.split()
OPERANDS = 'uldc_line uldc ldc_line ldc nop'.split()
ORDER = ['nop', 'nop+2', 'nop+3', 'nop+4', 'nop+6', 'nop+12', 'lds', 'lds.nop+15', 'wide', 'dfma', '.'.join(['nop'] * 20 + ['nop+10'])]
BRANCHES = [b + '.nop' * n for b in ('bra', 'bra+5', 'bra_not+5') for n in (0, 1, 2, 3, 4, 6, 10, 14)] + 'uiadd umov ldc isetp isetp_ur uiadd.nop umov.nop ldc.nop isetp.nop isetp_ur.nop'.split()
ONE = 'nop fadd fadd_even ffma ffma_even ffma_one ffma_place imad imad_odd imad_even wide wide_even wide_zero lop iadd ldg'.split()
WITH = ['nop', 'nop.nop', 'nop.nop.nop', 'nop.nop.nop.nop', 'lop', 'fadd', 'ldg']
MIXED = 'ffma_keep ffma_keep1 ffma_keep_apart ffma_apart dfma dfma_one dadd sts lds'.split() + '''ffma_keep.ldg ffma_keep.nop ffma_keep.fadd_odd ffma_keep.ffma_keep.lop wide_keep.lop wide_keep.wide_keep.lop wide_keep.nop.wide_keep.lop wide_keep.ldg.wide_keep.lop.nop.nop wide.wide.lop
  ffma.ffma.nop.nop ffma.ffma.nop fadd_even.fadd_even.nop.nop ffma_even.ffma.nop.nop.nop ffma.fadd_odd.nop ffma.fadd.nop fadd_even.fadd_odd fadd_even.fadd_odd.nop ffma_place.ffma_place.ffma_place.ffma_place.nop.nop fadd_even.fadd.fadd.nop.nop
  wide.fadd.nop.nop lop.wide.fadd.nop.nop wide.nop.fadd.nop wide_zero.fadd.fadd wide_zero.fadd.fadd.nop imad.fadd.fadd imad.fadd.fadd.nop ldg.wide.fadd.nop.nop ldg.lop.wide_zero.fadd.nop.nop ldg.lop.wide.nop.nop.nop ldg.lop.wide.fadd.nop lop.wide.fadd.nop
  ldg.ffma.ffma ldg.ffma.ffma.nop ldg.ffma.ffma.ffma ldg.ffma_even.ffma_even sts.ffma.ffma sts.ffma.ffma.ffma lds.ffma.ffma lds.nop.nop.nop.nop sts.nop.nop.nop.nop dfma.nop dfma.nop.nop.nop dadd.nop dfma.fadd dfma.ffma_one dfma.ldg.nop ldg.wide.wide ldg.ffma.wide ldg.wide.ffma.ffma lds.ffma.wide'''.split() + ['ldg.lop.wide.fadd', 'ldg.lop.nop.wide.nop.fadd', 'ldg.lop.wide.fadd.lop', 'ldg.lop.wide.fadd.nop.nop', 'lop.imad.wide.ldg.fadd.iadd',
         'ffma.ffma.ffma.ffma.nop.nop', 'ffma.ffma.ffma.ffma.lop', 'ffma_place.ffma_place.ffma_place.ffma_place.lop.lop', 'fadd.fadd.wide', 'fadd.imad']

def text(cubin):
    """Where the kernel's code lies."""
    at, n, names = struct.unpack_from('<Q', cubin, 0x28)[0], *struct.unpack_from('<HH', cubin, 0x3c)
    sections = [struct.unpack_from('<IIQQQQIIQQ', cubin, at + 64 * i) for i in range(n)]
    for s in sections:
        if cubin[sections[names][4] + s[0]:].startswith(b'.text.issue\0'): return s[4], s[5]

def loop(words):
    """The loop's first slot, its branch, and its instructions that count."""
    back = next(i for i, w in enumerate(words) if w & 0xfff == 0x947 and w >> 81 & 1 and sum(x & 0xff == 0x23 for x in words[max(0, i - 128):i]) > 100)
    counts = [i for i in range(back - 130, back) if words[i] & 0xfff in (0x890, 0xc0c)]
    return back - 130, back, [words[i] & ~(0x1fffff << 105) | ctl(stall=6) for i in counts]

def spelled(kind, k):
    """The k-th instruction of a kind, whose warp then waits as that says."""
    name, _, stall = kind.partition('+')
    word, waits = OPS[name](k), 0x1f << 105
    return word & ~waits | ctl(int(stall)) & waits if stall else word

def code(cubin):
    at, size = text(cubin)
    words = [int.from_bytes(cubin[at + i:at + i + 16], 'little') for i in range(0, size, 16)]
    return words, *loop(words)

def to(branch, frm, target):
    """A branch at one slot to another."""
    offset = 4 * (target - frm - 1)  # in words of 4 bytes
    return branch & ~(0xff << 16 | (1 << 48) - 1 << 34) | (offset & 0xff) << 16 | (offset >> 8 & (1 << 48) - 1) << 34

def put(path, cubin, first, body, branch):
    """Writes the cubin with a body at the loop's slots, and its branch behind it."""
    at, out = text(cubin)[0] + 16 * first, bytearray(cubin)
    for i, w in enumerate(body + [to(branch, len(body), 0)]): out[at + 16 * i:at + 16 * (i + 1)] = w.to_bytes(16, 'little')
    open(path, 'wb').write(out)

def write(path, cubin, pattern):
    (words, first, back, (count, compare)), kinds = code(cubin), pattern.split('.')
    turns = 110 // len(kinds)
    body = [spelled(kind, kinds[:i % len(kinds)].count(kind) + i // len(kinds) * kinds.count(kind)) for i, kind in enumerate(kinds * turns)]
    put(path, cubin, first, [count] + body[:-40] + [compare] + body[-40:], words[back])
    return turns

def walk(path, cubin, nops, blocks, order):
    """A loop of nops and of blocks, each with a branch to the next in an order, which begins with the first."""
    words, first, back, (count, compare) = code(cubin)
    body, begins, ends = [count, compare] + [op(0, 0x7918)] * nops, [], []
    for block in blocks:
        begins.append(len(body))
        body += [spelled(kind, i) for i, kind in enumerate(block)]
        ends.append(len(body))
        body += [0, op(0, 0x7918)]  # a branch to the next instruction is none
    for i, p in enumerate(order): body[ends[p]] = to(spelled('bra+5', 0), ends[p], begins[order[i + 1]] if i + 1 < len(order) else len(body))
    put(path, cubin, first, body, words[back])
    return 1

def walks():
    """Names, nops, blocks and their orders: loops without branches, rings of equal blocks, and the turn of throughput.cu's diverge."""
    for n in (5, 8, 13, 20, 32, 64, 100): yield f'loop-{n}', n, [], []
    for n, b in ((3, 12), (5, 12), (7, 12), (9, 11), (12, 8), (15, 7)):
        yield f'ring-{n}-{b}', 0, [['nop'] * n] * b, list(range(b))
        yield f'ring-{n}-{b}-back', 0, [['nop'] * n] * b, [0] + list(range(b - 1, 0, -1))
    turn = ['ldc.uiadd.isetp.umov'.split('.'), 'isetp_ur.bra_not+12.isetp+2.isetp+11.ffma_one+4.ffma_one+4.ffma_one+4.ffma_one'.split('.')]
    for n in (1, 2, 4): yield f'div-{n}', 0, turn * n, list(range(2 * n))

cubin, folder = open(sys.argv[1], 'rb').read(), sys.argv[2]
patterns = {'waits': WAITS, 'beside': BESIDE, 'reads': READS, 'starts': STARTS, 'operands': OPERANDS, 'order': ORDER, 'branches': BRANCHES}.get(' '.join(sys.argv[3:]), ONE + [one + '.' + more for one in ONE[1:] for more in WITH] + MIXED)
os.makedirs(folder, exist_ok=True)
with open(folder + '/list.txt', 'w') as names:
    for pattern in patterns:
        print(pattern, write(f'{folder}/{pattern}.cubin', cubin, pattern), file=names)
    for name, *turn in walks() if sys.argv[3:] == ['branches'] else []:
        print(name, walk(f'{folder}/{name}.cubin', cubin, *turn), file=names)
