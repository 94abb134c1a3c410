"""Three kernels in Numba, and their PTX."""
from numba import cuda, float32
from numba.cuda import compile_ptx


def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


def total(x, out):
    partial = cuda.shared.array(256, float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    partial[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    half = 128
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(out, 0, partial[0])


def transpose(a, b):
    tile = cuda.shared.array((32, 33), float32)
    x, y = cuda.grid(2)
    tile[cuda.threadIdx.y, cuda.threadIdx.x] = a[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * 32 + cuda.threadIdx.x
    y = cuda.blockIdx.x * 32 + cuda.threadIdx.y
    b[y, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y]


def write(kernel, *types):
    ptx, _ = compile_ptx(kernel, types, cc=(9, 0), lineinfo=True)
    with open(f"numba_{kernel.__name__}.ptx", "w") as f:
        f.write(ptx)


write(saxpy, float32, float32[::1], float32[::1])
write(total, float32[::1], float32[::1])
write(transpose, float32[:, ::1], float32[:, ::1])
