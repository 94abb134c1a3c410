"""Three kernels in CUDA C, compiled by NVRTC as CuPy compiles a RawModule, and their PTX."""
from cupy_backends.cuda.libs import nvrtc

with open("cupy_kernels.cu") as f:
    program = nvrtc.createProgram(f.read(), "cupy_kernels.cu", (), ())
nvrtc.compileProgram(program, ("--gpu-architecture=compute_90", "-lineinfo"))
with open("cupy_kernels.ptx", "w") as f:
    f.write(nvrtc.getPTX(program).decode().rstrip("\0"))
