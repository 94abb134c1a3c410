// Which registers are live in the middle of an integer division. Twelve values are loaded before it and
// stored behind it, so they are live throughout: they, their address and the stack pointer are 15 registers.
//
//   nvcc -arch=sm_90 -cubin -o held.cubin held.cu; nvdisasm -c -plr held.cubin

#define EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11)
#define LOADED(i) int v##i = kept[i];
#define STORED(i) kept[i] = v##i ^ z;
#define KERNEL(name, T, expression)                                        \
    extern "C" __global__ void name(volatile int* kept, volatile T* a) {   \
        T x = a[0], y = a[1];                                              \
        EACH(LOADED)                                                       \
        x ^= v11;                                                          \
        y ^= v11;                                                          \
        int z = expression;                                                \
        EACH(STORED)                                                       \
    }

KERNEL(sum_s32, int, x + y)
KERNEL(div_s32, int, x / y)
KERNEL(rem_s32, int, x % y)
KERNEL(div_u32, unsigned, x / y)
KERNEL(rem_u32, unsigned, x % y)
