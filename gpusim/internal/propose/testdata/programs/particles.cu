// Moves particles that are kept as a struct of arrays.
#include <cmath>
#include <cstdio>
#include <vector>

struct ParticlesSoA {
  float *x, *y;
  float *vx, *vy;
  int count;
};

class ParticleSystem {
  ParticlesSoA dev;
  cudaStream_t stream;

  static float *make(const std::vector<float> &v) {
    float *p;
    cudaMalloc(&p, v.size() * sizeof(float));
    cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
    return p;
  }

 public:
  ParticleSystem(int n) {
    std::vector<float> x(n), y(n), vx(n), vy(n);
    for (int i = 0; i < n; i++) {
      x[i] = i;
      y[i] = 0;
      vx[i] = 1.0f;
      vy[i] = std::cos(0.0f) * i;
    }
    dev = {make(x), make(y), make(vx), make(vy), n};
    cudaStreamCreate(&stream);
  }
  void step(float dt);
  std::vector<float> ys() const {
    std::vector<float> out(dev.count);
    cudaMemcpy(out.data(), dev.y, dev.count * sizeof(float), cudaMemcpyDeviceToHost);
    return out;
  }
};

__global__ void advance(ParticlesSoA p, float dt) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < p.count; i += gridDim.x * blockDim.x) {
    p.x[i] += p.vx[i] * dt;
    p.y[i] += p.vy[i] * dt;
  }
}

void ParticleSystem::step(float dt) {
  int blockSize, minGridSize;
  cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, advance, 0, 0);
  int gridSize = (dev.count + blockSize - 1) / blockSize;
  advance<<<gridSize, blockSize, 0, stream>>>(dev, dt);
  cudaStreamSynchronize(stream);
}

int main() {
  ParticleSystem system(5000);
  system.step(0.5f);
  std::vector<float> y = system.ys();
  for (int i = 0; i < 5000; i++)
    if (y[i] != 0.5f * i) return 1;
  puts("ok");
}
