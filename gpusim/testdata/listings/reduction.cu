// Listings of "Shared memory and reduction" (Chinese course notes). The print has lost every
// plus sign; they are put back here. Its barriers stand inside the test of tid, which is right
// only when N is a multiple of the block.

#define N 4096
typedef unsigned char uchar;

__global__ void shared_memory_kernel(uchar *inputs, int row, int col)
{
    int x = threadIdx.x + blockDim.x * blockIdx.x; //col
    int y = threadIdx.y + blockDim.y * blockIdx.y; //row
    if (x < col && y < row)
    {
        __shared__ uchar s[8];
        s[threadIdx.x] = inputs[y * col + x];
        inputs[y * col + x] = s[threadIdx.x] + 1;
    }
}

__global__ void cal_sum_ker0(float *Para, float *blocksum_cuda)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if(tid < N)
    {
        for (int index = 1; index < blockDim.x; index = (index*2))
        {
            if (threadIdx.x % (index*2) == 0)
            {
                Para[tid] += Para[tid + index];
            }
            __syncthreads();
        }
        if(threadIdx.x == 0)
            blocksum_cuda[blockIdx.x] = Para[tid];
    }
}

__global__ void cal_sum_ker(float *Para, float *blocksum_cuda)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if(tid < N)
    {
        extern __shared__ float s_Para[];
        s_Para[threadIdx.x] = Para[tid];
        __syncthreads();
        for (int index = 1; index < blockDim.x; index = (index*2))
        {
            if (threadIdx.x % (index*2) == 0)
            {
                s_Para[threadIdx.x] += s_Para[threadIdx.x + index];
            }
            __syncthreads();
        }
        if(threadIdx.x == 0)
            blocksum_cuda[blockIdx.x] = s_Para[threadIdx.x];
    }
}
