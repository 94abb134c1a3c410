// What shuffles, votes and barriers of a warp do when their mask does not name the lanes that execute
// them.
#include <stdio.h>

__global__ void cases(int which, int *out, unsigned mask)
{
	int lane = threadIdx.x;
	int v = 100 + lane;
	out[lane] = -1;
	switch (which) {
	case 0: // a half-warp names all lanes, constant mask
		if (lane < 16) {
			for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
			out[lane] = v;
		}
		break;
	case 1: // the same with a mask that the compiler does not know
		if (lane < 16) {
			for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d);
			out[lane] = v;
		}
		break;
	case 2: out[lane] = __shfl_xor_sync(mask ^ 0xffffffff, v, 1); break; // mask 0
	case 3: out[lane] = __ballot_sync(mask ^ 0xffffffff, lane & 1); break;
	case 4: out[lane] = __shfl_xor_sync(mask & 0xffff, v, 16); break; // does not name half of those that execute it
	case 5: out[lane] = __ballot_sync(mask & 0xffff, 1); break;
	case 6: // a half-warp votes with all lanes
		if (lane < 16) out[lane] = __ballot_sync(mask, 1);
		break;
	case 7: // the others have ended
		if (lane >= 16) return;
		out[lane] = __shfl_xor_sync(mask, v, 16);
		break;
	case 8: // the others are in the other branch, with another shuffle
		if (lane < 16) out[lane] = __shfl_xor_sync(mask, v, 1);
		else out[lane] = 1000 + __shfl_xor_sync(mask, v, 1);
		break;
	case 9: // one lane of a loop leaves later
		for (int i = 0; i <= lane; i++) out[lane] = __ballot_sync(mask, 1);
		break;
	case 10: // __syncwarp of a part
		if (lane < 16) { __syncwarp(mask); out[lane] = v; }
		break;
	case 11: if (lane < 16) out[lane] = __any_sync(mask, lane == 3) + 2 * __all_sync(mask, lane < 16); break;
	case 12: out[lane] = __reduce_add_sync(mask & 0xffff, lane); break;
	case 13: if (lane < 16) out[lane] = __reduce_add_sync(mask, lane); break;
	case 14: if (lane < 16) out[lane] = __match_any_sync(mask, lane & 3); break;
	}
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 128);
	for (int which = 0; which < 15; which++) {
		cases<<<1, 32>>>(which, out, 0xffffffff);
		cudaError_t e = cudaDeviceSynchronize();
		printf("%s:", cudaGetErrorName(e));
		for (int i = 0; i < 32; i++) printf(" %x", out[i]);
		puts("");
	}
}
