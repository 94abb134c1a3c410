// Listings of "Constant memory, registers, local memory" (Russian lecture slides). The slides
// leave out the body of normalize and the declarations of the types.

typedef float CoordinateType;
typedef CoordinateType TransformMatrixRow[4];
typedef TransformMatrixRow TransformMatrix[4];

__constant__ int constMem[32];
__constant__ float constData[256];
__device__ __constant__ int constVar2;

__global__ void kernel(int* x)
{
	int tid = threadIdx.x;
	x[tid] = constMem[tid] + (int)constData[tid] + constVar2;
}

struct Vertex {
    CoordinateType x,y,z,w;
    __device__ Vertex(CoordinateType x = 0, CoordinateType y = 0,
                     CoordinateType z = 0, CoordinateType w = 1)
        :x(x), y(y), z(z), w(w) {}
    __device__ void normalize() { x /= w; y /= w; z /= w; w = 1; }

    __device__ CoordinateType operator*(TransformMatrixRow row) {
        return x * row[0] + y * row[1] + z * row[2] + w * row[3];
    }
};

struct Vertexes {

    CoordinateType *x, *y, *z;
    int count;

    __device__ Vertex operator[](int n) {
        return Vertex(x[n], y[n], z[n]);
    }

    __device__ void setVertexAtIndex(Vertex vertex, int index) {
        x[index] = vertex.x;
        y[index] = vertex.y;
        z[index] = vertex.z;
    }
};

__constant__ TransformMatrix transformMatrix;

__global__ void coordinateTransform(Vertexes vertexes) {

    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= vertexes.count) {
        return;
    }
    Vertex vertex = vertexes[id];
    Vertex result(vertex * transformMatrix[0], vertex * transformMatrix[1],
                  vertex * transformMatrix[2], vertex * transformMatrix[3]);
    result.normalize();
    vertexes.setVertexAtIndex(result, id);
}

__device__ int deviceFunc(int *a, int depth) {
    int x;
    int array[10];
    for (int i = 0; i < 10; i++) array[i] = a[i];
    x = sinf(threadIdx.x);
    x = x + array[ threadIdx.x % 10 ];
    if (x < 100 && depth > 0) {
        x = x + deviceFunc(a, depth - 1);
    }
    return x;
}

__global__ void callDeviceFunc(int* out, int* a) {
    out[threadIdx.x] = deviceFunc(a, 2);
}
