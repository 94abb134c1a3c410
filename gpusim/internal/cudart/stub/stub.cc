// The hands of a simulated CUDA runtime inside a program. They decide nothing: each call of the
// runtime is told to the simulator, which answers with what to do in the program's memory and
// what to return. Functions, structs and errors below the last line are made from the simulator's
// tables.
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mutex>

#ifdef _WIN32
#include <io.h>
#include <process.h>
// Programs are compiled and linked for Windows, but the simulator serves none there.
enum { MSG_NOSIGNAL, MSG_WAITALL, PROT_READ, PROT_WRITE, MAP_SHARED };
static int send(int, const void *, size_t, int) { return -1; }
static int recv(int, void *, size_t, int) { return -1; }
static void *mmap(void *, size_t, int, int, int, uint64_t) { return nullptr; }
static void munmap(void *, size_t) {}
#else
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#ifndef MSG_NOSIGNAL // macOS
#define MSG_NOSIGNAL 0
#endif
#endif

namespace {

// What the simulator asks for, in the order of its constants.
enum { READ = 1, GATHER, WRITE, MAP, UNMAP, PRINT, FIELDS, FILL, CALL, CALLBACK, RETURN };

struct Request { uint32_t number, words; uint64_t thread; int64_t site; };
struct Order { uint32_t kind, what; uint64_t address, bytes; };

int wire = -1, memory = -1;
std::mutex turn;
bool forked;                      // this process is a copy of the program, which has no devices
thread_local bool running = false; // a function that the program left for later

// gone ends the program: the simulator said why. What the program has printed comes out.
[[noreturn]] void gone() {
	fflush(stdout);
	_exit(1);
}

// failed is the end of a transfer: the simulator is gone, or the program has no memory where it says.
[[noreturn]] void failed(ptrdiff_t moved) {
	if (moved < 0 && errno == EFAULT) raise(SIGSEGV);
	gone();
}

void sendAll(const void *from, size_t n) {
	for (const char *p = static_cast<const char *>(from); n > 0;) {
		ptrdiff_t sent = send(wire, p, n, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR) continue;
		if (sent <= 0) failed(sent);
		p += sent, n -= sent;
	}
}

void receiveAll(void *to, size_t n) {
	for (char *p = static_cast<char *>(to); n > 0;) {
		ptrdiff_t got = recv(wire, p, n, MSG_WAITALL);
		if (got < 0 && errno == EINTR) continue;
		if (got <= 0) failed(got);
		p += got, n -= got;
	}
}

#ifdef _WIN32
bool inherited() { return false; }
#else
// inherited keeps the simulator's files from the processes that the program starts. One that goes on as a
// copy of the program has no devices, as CUDA has it.
bool inherited() {
	for (int file : {wire, memory})
		if (fcntl(file, F_SETFD, FD_CLOEXEC) < 0) return false;
	pthread_atfork(nullptr, nullptr, [] { forked = true, close(wire), close(memory); });
	return true;
}
#endif

void connect() {
	const char *numbers = getenv("GPUSIM_WIRE");
	if (!numbers || sscanf(numbers, "%d,%d", &wire, &memory) != 2 || !inherited()) {
		fputs("This program holds a simulated CUDA runtime: start it with gpusim run.\n", stderr);
		_exit(1);
	}
}

int fields(uint32_t what, const void *from, uint64_t *w);
void fill(uint32_t what, void *to, const uint64_t *w);

// Callback is a function that the program left for later: of cudaLaunchHostFunc, or of
// cudaStreamAddCallback, which is told more.
struct Callback {
	Order order;
	uint64_t stream;
	void run() const {
		void *f = reinterpret_cast<void *>(order.address), *data = reinterpret_cast<void *>(order.bytes);
		if (order.kind == CALL) reinterpret_cast<cudaHostFn_t>(f)(data);
		else reinterpret_cast<cudaStreamCallback_t>(f)(reinterpret_cast<cudaStream_t>(stream), (cudaError_t)order.what, data);
	}
};

void *at(uint64_t address) { return reinterpret_cast<void *>(address); }

void print(size_t n) {
	char text[4096];
	for (; n > 0;) {
		size_t part = n < sizeof text ? n : sizeof text;
		receiveAll(text, part);
		fwrite(text, 1, part, stdout);
		n -= part;
	}
}

void gather(const Order &o) {
	void *const *from = static_cast<void *const *>(at(o.address));
	for (uint64_t i = 0; i < o.bytes; i++) {
		uint32_t size;
		receiveAll(&size, sizeof size);
		sendAll(from[i], size);
	}
}

void map(const Order &o) {
	uint64_t place;
	receiveAll(&place, sizeof place);
	void *there = mmap(at(o.address), o.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, place); // not where something is
	char ok = there == at(o.address);
	if (!ok) munmap(there, o.bytes);
	sendAll(&ok, 1);
}

// obey does what an order says.
void obey(const Order &o, uint64_t *w) {
	switch (o.kind) {
	case READ: return sendAll(at(o.address), o.bytes);
	case GATHER: return gather(o);
	case WRITE: return receiveAll(at(o.address), o.bytes);
	case MAP: return map(o);
	case UNMAP: munmap(at(o.address), o.bytes); return;
	case PRINT: return print(o.bytes);
	case FIELDS: return sendAll(w, 8 * fields(o.what, at(o.address), w));
	case FILL: receiveAll(w, o.bytes); return fill(o.what, at(o.address), w);
	}
}

// call tells the simulator of a call and obeys until it says what to return. Functions that the
// program left for later run at the end, when other threads may call.
// site is the address behind the call in the program.
uint64_t call(uint32_t number, const uint64_t *words, uint32_t count, const void *site) {
	static uint64_t threads;
	static thread_local uint64_t me = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	uint64_t w[256];
	Order o;
	size_t later = 0;
	Callback *list = nullptr;
	if (forked) return cudaErrorInitializationError;
	if (running) return cudaErrorNotPermitted;
	turn.lock();
	if (wire < 0) connect();
	Request r = {number, count, me, static_cast<const char *>(site) - reinterpret_cast<const char *>(cudaGetLastError)};
	memcpy(w, &r, sizeof r);
	memcpy(reinterpret_cast<char *>(w) + sizeof r, words, 8 * count);
	sendAll(w, sizeof r + 8 * count);
	for (receiveAll(&o, sizeof o); o.kind != RETURN; receiveAll(&o, sizeof o)) {
		if (o.kind == CALL || o.kind == CALLBACK) {
			list = static_cast<Callback *>(realloc(list, (later + 1) * sizeof *list));
			list[later] = {o, 0};
			if (o.kind == CALLBACK) receiveAll(&list[later].stream, sizeof list[later].stream);
			later++;
		} else {
			obey(o, w);
		}
	}
	turn.unlock();
	running = true;
	for (size_t i = 0; i < later; i++) list[i].run();
	running = false;
	free(list);
	return o.address;
}

template <class T> uint64_t word(T v) { return (uint64_t)v; }

uint64_t word(float v) { // its bits
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

struct Configuration { dim3 grid, block; size_t shared; cudaStream_t stream; const void *site; };
thread_local Configuration configurations[16];
thread_local int configured;
thread_local const void *launchSite; // of the launch that is being made

// siteOfLaunch is where the program has <<<>>>, or the address of its own call.
const void *siteOfLaunch(const void *own) {
	const void *site = launchSite ? launchSite : own;
	launchSite = nullptr;
	return site;
}

} // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
	if (configured == 16) return 1;
	configurations[configured++] = {grid, block, shared, stream, __builtin_return_address(0)};
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
	Configuration &c = configurations[--configured];
	*grid = c.grid, *block = c.block, *shared = c.shared, *static_cast<cudaStream_t *>(stream) = c.stream;
	launchSite = c.site;
	return cudaSuccess;
}

cudaChannelFormatDesc CUDARTAPI cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
	return {x, y, z, w, f};
}

#if CUDART_VERSION >= 12000
// entryPoint finds the functions of the driver that there are.
cudaError_t entryPoint(const char *name, void **f, cudaDriverEntryPointQueryResult *found) {
	bool there = !strcmp(name, "cuTensorMapEncodeTiled");
	*f = there ? reinterpret_cast<void *>(cuTensorMapEncodeTiled) : nullptr;
	if (found) *found = there ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
	return cudaSuccess;
}

#define ENTRY_POINT(suffix) \
	cudaError_t CUDARTAPI cudaGetDriverEntryPoint##suffix(const char *name, void **f, unsigned long long, cudaDriverEntryPointQueryResult *found) { return entryPoint(name, f, found); } \
	cudaError_t CUDARTAPI cudaGetDriverEntryPointByVersion##suffix(const char *name, void **f, unsigned, unsigned long long, cudaDriverEntryPointQueryResult *found) { return entryPoint(name, f, found); }
ENTRY_POINT()
ENTRY_POINT(_ptsz)
#endif

