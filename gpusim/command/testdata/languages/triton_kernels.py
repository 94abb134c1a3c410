"""Three kernels in Triton, and their PTX."""
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def softmax(out, x, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * columns + i, e / tl.sum(e, axis=0), mask=i < columns)


@triton.jit
def total(x, out, n, BLOCK: tl.constexpr):
    sums = tl.zeros((BLOCK,), dtype=tl.float32)
    for first in range(0, n, BLOCK):
        i = first + tl.arange(0, BLOCK)
        sums += tl.load(x + tl.program_id(0) * n + i, mask=i < n, other=0.0)
    tl.store(out + tl.program_id(0), tl.sum(sums, axis=0))


def write(kernel, **types):
    types["BLOCK"] = "constexpr"
    source = ASTSource(fn=kernel, signature=types, constexprs={"BLOCK": 1024})
    compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32))
    with open(f"triton_{kernel.__name__}.ptx", "w") as f:
        f.write(compiled.asm["ptx"])


write(add, x="*fp32", y="*fp32", out="*fp32", n="i32")
write(softmax, out="*fp32", x="*fp32", columns="i32")
write(total, x="*fp32", out="*fp32", n="i32")
