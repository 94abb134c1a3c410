// host.cuh is the host's side of the launches: it fills arrays as gpusim's command line
// says, copies them to the device, times the kernel and prints what it wrote.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>
#include <cuda_runtime.h>

namespace host {

inline void check(cudaError_t e, const char* what) {
	if (e != cudaSuccess) {
		fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
		printf("error %s: %s\n", what, cudaGetErrorString(e));
		fflush(stdout);
		exit(3);
	}
}

// Pcg is the generator of Go's math/rand/v2: rand.NewPCG(seed, 0).
struct Pcg {
	unsigned __int128 state;
	explicit Pcg(uint64_t seed) : state((unsigned __int128)seed << 64) {}
	uint64_t next() {
		const unsigned __int128 mul = (unsigned __int128)2549297995355413924ull << 64 | 4865540595714422341ull;
		const unsigned __int128 inc = (unsigned __int128)6364136223846793005ull << 64 | 1442695040888963407ull;
		state = state * mul + inc;
		uint64_t hi = (uint64_t)(state >> 64), lo = (uint64_t)state;
		hi ^= hi >> 32;
		hi *= 0xda942042e4dd58b5ull;
		hi ^= hi >> 48;
		hi *= lo | 1;
		return hi;
	}
};

// A Scalar is a number in an element: its offset, its bytes, and whether it is a float.
struct Scalar {
	int offset, bytes;
	bool isFloat;
};

inline std::vector<uint8_t> file(const std::string& name) {
	FILE* f = fopen(name.c_str(), "rb");
	if (!f) {
		fprintf(stderr, "%s: cannot be read\n", name.c_str());
		exit(2);
	}
	std::vector<uint8_t> data;
	uint8_t block[1 << 16];
	for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;) {
		data.insert(data.end(), block, block + n);
	}
	fclose(f);
	return data;
}

inline void put(uint8_t* at, const Scalar& s, double real, uint64_t whole) {
	if (!s.isFloat) {
		memcpy(at, &whole, s.bytes);
	} else if (s.bytes == 4) {
		float x = (float)real;
		memcpy(at, &x, 4);
	} else {
		memcpy(at, &real, 8);
	}
}

// filled returns an array's contents: "LENGTH", "LENGTH:ramp", "LENGTH:rand(SEED)",
// "LENGTH:words(SKIP)" or "@FILE".
inline std::vector<uint8_t> filled(const std::string& fill, size_t size, const std::vector<Scalar>& scalars) {
	if (fill[0] == '@') {
		return file(fill.substr(1));
	}
	char* rest;
	size_t n = strtoull(fill.c_str(), &rest, 10);
	std::vector<uint8_t> data(n * size);
	unsigned long long seed = 0;
	if (strcmp(rest, ":ramp") == 0) {
		uint64_t count = 0;
		for (size_t i = 0; i < n; i++) {
			for (const Scalar& s : scalars) {
				put(&data[i * size + s.offset], s, (double)count, count);
				count++;
			}
		}
	} else if (sscanf(rest, ":rand(%llu)", &seed) == 1) {
		Pcg r(seed);
		for (size_t i = 0; i < n; i++) {
			for (const Scalar& s : scalars) {
				uint64_t x = r.next();
				double real = s.bytes == 4 ? (double)(uint32_t)((uint32_t)(x >> 32) << 8 >> 8) / (1 << 24) : (double)(x << 11 >> 11) / (double)(1ull << 53);
				put(&data[i * size + s.offset], s, real, x);
			}
		}
	} else if (sscanf(rest, ":words(%llu)", &seed) == 1) {
		uint32_t s = 12345;
		for (unsigned long long i = 0; i < seed; i++) {
			s = s * 1664525u + 1013904223u;
		}
		for (size_t at = 0; at < data.size(); at += 4) {
			s = s * 1664525u + 1013904223u;
			float x = (float)(s >> 8) / (1 << 24);
			memcpy(&data[at], &x, data.size() - at < 4 ? data.size() - at : 4);
		}
	}
	return data;
}

// canonical sets what no comparison sees: bytes between the numbers of an element become
// zero, and all NaNs one.
inline void canonical(std::vector<uint8_t>& data, size_t size, const std::vector<Scalar>& scalars) {
	std::vector<bool> used(size);
	for (const Scalar& s : scalars) {
		for (int i = 0; i < s.bytes; i++) {
			used[s.offset + i] = true;
		}
	}
	for (size_t at = 0; at + size <= data.size(); at += size) {
		for (size_t i = 0; i < size; i++) {
			if (!used[i]) {
				data[at + i] = 0;
			}
		}
		for (const Scalar& s : scalars) {
			if (s.isFloat && s.bytes == 4) {
				float x;
				memcpy(&x, &data[at + s.offset], 4);
				if (x != x) {
					uint32_t nan = 0x7fc00000;
					memcpy(&data[at + s.offset], &nan, 4);
				}
			} else if (s.isFloat) {
				double x;
				memcpy(&x, &data[at + s.offset], 8);
				if (x != x) {
					uint64_t nan = 0x7ff8000000000000ull;
					memcpy(&data[at + s.offset], &nan, 8);
				}
			}
		}
	}
}

inline std::string sha256(const std::vector<uint8_t>& data) {
	static const uint32_t k[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
		0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
		0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
		0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
		0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
		0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
	uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	auto rotate = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
	auto block = [&](const uint8_t* p) {
		uint32_t w[64];
		for (int i = 0; i < 16; i++) {
			w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
		}
		for (int i = 16; i < 64; i++) {
			uint32_t a = w[i - 15], b = w[i - 2];
			w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
		}
		uint32_t v[8];
		memcpy(v, h, sizeof v);
		for (int i = 0; i < 64; i++) {
			uint32_t a = v[0], e = v[4];
			uint32_t t = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
			uint32_t u = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
			memmove(v + 1, v, 7 * sizeof *v);
			v[4] += t, v[0] = t + u;
		}
		for (int i = 0; i < 8; i++) {
			h[i] += v[i];
		}
	};
	size_t whole = data.size() / 64 * 64;
	for (size_t at = 0; at < whole; at += 64) {
		block(&data[at]);
	}
	std::vector<uint8_t> tail(data.begin() + whole, data.end());
	tail.push_back(0x80);
	while (tail.size() % 64 != 56) {
		tail.push_back(0);
	}
	for (int i = 7; i >= 0; i--) {
		tail.push_back((uint8_t)((uint64_t)data.size() * 8 >> 8 * i));
	}
	for (size_t at = 0; at < tail.size(); at += 64) {
		block(&tail[at]);
	}
	char text[65];
	for (int i = 0; i < 8; i++) {
		snprintf(text + 8 * i, 9, "%08x", h[i]);
	}
	return text;
}

// expected returns the digest of an array in expected.txt: "LAUNCH ARRAY DIGEST". It is
// empty when there is none.
inline std::string expected(const std::string& array) {
	static std::map<std::string, std::string> all;
	if (all.empty()) {
		all[""] = "";
		if (FILE* f = fopen("expected.txt", "r")) {
			char launch[512], name[512], sum[128], line[2048];
			while (fgets(line, sizeof line, f)) {
				if (sscanf(line, "%511s %511s %127s", launch, name, sum) == 3) {
					all[std::string(launch) + " " + name] = sum;
				}
			}
			fclose(f);
		}
	}
	return all[array];
}

// Run is one launch: its arrays, its time and its results.
class Run {
	struct Output {
		std::string name;
		void* device;
		size_t bytes, size;
		std::vector<Scalar> scalars;
	};
	std::string name, dump;
	std::vector<Output> outputs;
	std::vector<void*> blocks;
	cudaEvent_t begin, end;

	void* allocate(const std::vector<uint8_t>& data) {
		void* p = nullptr;
		check(cudaMalloc(&p, data.empty() ? 1 : data.size()), "cudaMalloc");
		check(cudaMemcpy(p, data.data(), data.size(), cudaMemcpyHostToDevice), "cudaMemcpy to the device");
		blocks.push_back(p);
		return p;
	}

public:
	// dump is a folder for the bytes of the results; "" writes none.
	Run(const std::string& name, const std::string& dump) : name(name), dump(dump) {}

	// array returns an array of device memory that is filled.
	template <typename T>
	T* array(const char*, const char* fill, const std::vector<Scalar>& scalars) {
		return (T*)allocate(filled(fill, sizeof(T), scalars));
	}

	// output is array, whose contents are printed after the launch.
	template <typename T>
	T* output(const char* parameter, const char* fill, const std::vector<Scalar>& scalars) {
		auto data = filled(fill, sizeof(T), scalars);
		void* p = allocate(data);
		outputs.push_back({parameter, p, data.size(), sizeof(T), scalars});
		return (T*)p;
	}

	// symbol fills a variable of the device.
	template <typename T>
	void symbol(T& variable, const char* fill, size_t element, const std::vector<Scalar>& scalars) {
		auto data = filled(fill, element, scalars);
		check(cudaMemcpyToSymbol(variable, data.data(), data.size() < sizeof(T) ? data.size() : sizeof(T)), "cudaMemcpyToSymbol");
	}

	// stack gives each thread so many bytes of stack.
	void stack(size_t bytes) { check(cudaDeviceSetLimit(cudaLimitStackSize, bytes), "cudaDeviceSetLimit"); }

	// start loads a kernel, allows it so many bytes of dynamic shared memory, and starts
	// the clock.
	template <typename F>
	void start(F kernel, int shared) {
		check(cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared), "cudaFuncSetAttribute");
		check(cudaDeviceSynchronize(), "before the launch");
		check(cudaEventCreate(&begin), "cudaEventCreate");
		check(cudaEventCreate(&end), "cudaEventCreate");
		check(cudaEventRecord(begin), "cudaEventRecord");
	}

	// finish waits for the kernel and prints its time and results.
	void finish() {
		check(cudaGetLastError(), "launch");
		check(cudaEventRecord(end), "cudaEventRecord");
		check(cudaDeviceSynchronize(), "kernel");
		float ms = 0;
		check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
		printf("time %s %.3f us\n", name.c_str(), ms * 1000);
		for (const Output& o : outputs) {
			std::vector<uint8_t> data(o.bytes);
			check(cudaMemcpy(data.data(), o.device, o.bytes, cudaMemcpyDeviceToHost), "cudaMemcpy to the host");
			canonical(data, o.size, o.scalars);
			printf("array %s %s %s\n", name.c_str(), o.name.c_str(), sha256(data).c_str());
			if (!dump.empty() && expected(name + " " + o.name) != sha256(data)) {
				std::string path = dump + "/" + name + "." + o.name + ".bin";
				FILE* f = fopen(path.c_str(), "wb");
				if (!f || fwrite(data.data(), 1, data.size(), f) != data.size() || fclose(f)) {
					fprintf(stderr, "%s: cannot be written\n", path.c_str());
					exit(2);
				}
			}
		}
		for (void* p : blocks) {
			cudaFree(p);
		}
		cudaEventDestroy(begin);
		cudaEventDestroy(end);
		fflush(stdout);
	}
};

// Case is a launch of a folder of launches. It enters itself in the list.
struct Case {
	const char* name;
	void (*launch)(Run&);
	static std::vector<Case>& all() {
		static std::vector<Case> list;
		return list;
	}
	Case(const char* name, void (*launch)(Run&)) : name(name), launch(launch) { all().push_back(*this); }
};

}  // namespace host
