package command

// This file profiles whole programs as people write them for texts on CUDA.

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const programs = "../internal/propose/testdata/programs"

// profiled are programs with the launch that gpusim profile FILE finds in main(), an array to
// print, and what is in it when the check in main() passes.
var profiled = []struct{ file, launch, print, want string }{
	{"bitonic", "-grid 16 -block 512 FILE bitonicStep values=8192:main j=1 k=2", "", ""},
	{"blur", "-grid 13,15 -block 16,8 FILE blur in=24000:main out=24000 w=200 h=120", "out:3", "{10 20 0} {10 20 1} {10 20 2}"},
	{"colours", "-grid 32 -block 128 FILE look table=1000:main index=4096:main out=4096 n=4096", "out:4", "0 0.875 1.75 2.625"},
	{"convolution", "-grid 16,16 -block 16,16 FILE convolution_2d matrix=65536:main result=65536 N=256 mask=49:main", "result:4", "60904 70804 80631 96344"}, // with rand of the GNU C library
	{"cooperative", "-grid 49 -block 256 FILE sumAll in=12345:main out=1:main n=12345", "out", "7.619334e+07"},
	{"devicelambda", "-grid 40 -block 256 FILE 'for_each_n<lambda14<float*,float,float*>>' n=10000 f.y=10000:main f.a=3 f.x=10000:main", "f.y:3", "3 4 5"},
	{"diffusion", "-grid 6,4 -block 16,16 FILE step un=6468:main u=6468:main dt=2.170138888888889e-05 h2=0.00010850694444444444", "", ""},
	{"dotproduct", "-grid 32 -block 256 FILE dot a=33792:main b=33792:main c=1:main", "c", "67584"},
	{"fivenumbers", "-grid 1 -block 5 FILE addKernel c=5 a=5:main b=5:main", "c", "11 22 33 44 55"},
	{"globals", "-grid 16 -block 128 FILE axpy a=3 d_y=2048:main d_x=2048:main", "d_y:4", "1 4 7 10"},
	{"halves", "-grid 20 -block 256 FILE haxpy n=10001 a.__x=16384 x=10001:main y=10001:main", "y:3", "16384 16896 17408"}, // the bits of 2, 3 and 4
	{"halo", "-grid 32 -block 128 FILE stencil in=4102@3:main out=4102@3:main weights=7:main", "out:4", "16 16 16 16"},
	{"heat3d", "-grid 2,8,8 -block 32,4,2 FILE heat in=32768:main out=32768:main n.X=64 n.Y=32 n.Z=16 k=0.1", "", ""},
	{"helpers", "-grid 20,10 -block 32,32 FILE 'MatrixMulCUDA<32>' C=204800 A=102400:main B=204800:main wA=320 wB=640", "", ""},
	{"histogram", "-grid 264 -block 256 FILE histo_kernel buffer=102400:main size=102400 histo=256:main", "histo:4", "407 431 409 368"}, // with rand of the GNU C library
	{"integral", "-grid 16 -block 128 FILE 'integrate<Sine>' f.w=2 a=0 h=1.5707963267948964e-05 n=100000 partial=16", "", ""},
	{"jacobi", "-grid 4,24 -block 32,4 FILE jacobi_step a=12740:main b=12740:main nx=130 ny=98", "", ""},
	{"lambda", "-grid 16 -block 192 FILE 'map<int,Affine<int>>' in=3000:main out=3000 n=3000 f.scale=3 f.shift=1", "out:5", "1 4 7 10 13"},
	{"letters", "-grid 18 -block 128 FILE countLetters text=2251:main length=2250 counts=26:main", "counts:5", "50 50 50 50 150"},
	{"life", "-grid 256 -block 128 FILE simpleLifeKernel lifeData=32768:main worldWidth=256 worldHeight=128 resultLifeData=32768", "", ""},
	{"mandelbrot", "-grid 10,30 -block 32,8 FILE mandelbrot iterations=76800 width=320 height=240 x0=-2 y0=-1.2 scale=0.009375 limit=64", "iterations:4", "1 1 1 1"},
	{"matrixproduct", "-grid 8,8 -block 16,16 FILE 'matMul<16>' A=16384:main B=16384:main C=16384 width=128", "", ""},
	{"matvec", "-grid 75 -block 128 FILE 'linalg::matvec<float>' A=60000:main x=200:main y=300:main rows=300 cols=200", "y:3", "19900 20100 20300"},
	{"montecarlo", "-grid 64 -block 128 FILE countInside inside=1:main samplesPerThread=256 seed=42", "inside", "1647197"}, // 3.1418 / 4 of 2097152
	{"nbody", "-grid 4 -block 256 FILE bodyForce p=1000:main dt=0.01 n=1000", "", ""},
	{"nodes", "-grid 24 -block 64 FILE relax nodes=1500:main count=1500 factor=2", "nodes:3", "{0 0} {1 1} {2 2}"},
	{"normalize", "-grid 10 -block 64 FILE normalize p=640:main n=640", "p:2", "{0 1 0} {0 1 0}"},
	{"options", "-grid 64 -block 256 -shared 1024 FILE 'reduce6<256>' g_idata=32768:main g_odata=64 n=32768", "", ""},
	{"particles", "-grid 5 -block 1024 FILE advance p.x=5000:main p.y=5000:main p.vx=5000:main p.vy=5000:main p.count=5000 dt=0.5", "p.y:4", "0 0.5 1 1.5"},
	{"pipeline", "-grid 16 -block 64 FILE addConst v=1000:main n=1000 c=3", "v:4", "7 7 7 7"},
	{"pitched", "-grid 4,8 -block 32,8 FILE scaleRows image=30720:main p.width=100 p.height=60 p.pitch=512 p.gain=2.5", "", ""},
	{"policies", "-grid 8 -block 128 FILE 'reduceKernel<Block<128>,Op::Sum,double>' in=4096:main out=8 n=4096 init=0", "out:2", "767744 833280"},
	{"reaction", "-grid 4,12 -block 16,4 FILE react u.w=64 u.h=48 u.cells=3072:main v.w=64 v.h=48 v.cells=3072:main d=0.2", "", ""},
	{"reduction", "-grid 512 -block 128 -shared 512 FILE reduce in=65536:main out=512 n=65536", "", ""},
	{"relu", "-grid 40 -block 256 FILE relu x=10000:main n=10000", "x:3", "0 0 0"},
	{"rowsoftmax", "-grid 4 -block 256 -shared 64000 FILE rowSoftmax x=64000:main y=64000 cols=16000", "", ""},
	{"saxpy", "-grid 1024 -block 256 FILE saxpy n=262144 a=2 x=262144:main y=262144:main", "", ""},
	{"scan", "-grid 1 -block 512 -shared 4096 FILE scanBlock g_odata=512 g_idata=512:main n=512", "g_odata:5", "1 3 6 10 15"},
	{"search", "-grid 40 -block 64 FILE findAll text=2500:main length=2500 m=6 hits=1:main pattern=16:main", "hits", "50"},
	{"shift", "-grid 8,4 -block 16,16 FILE shift image=128x64:main,wrap,linear,normalized,uint8 out=8192 width=128 height=64", "out:3", "12.549021 12.941177 13.333334"},
	{"softmax", "-grid 128 -block 32 -shared 128 FILE softmax_forward_kernel 'out=64000:rand(1)' inp=64000:main N=128 C=500", "", ""},
	{"sparse", "-grid 16 -block 128 FILE spmv rows=2000 ptr=2001:main col=5998:main val=5998:main x=2000:main y=2000:main", "y:5", "1 0 0 0 0"},
	{"square", "-grid 32 -block 128 FILE square data=4096:main n=4096", "data:5", "1 4 9 16 25"},
	{"stencil", "-grid 16 -block 256 FILE stencil in=4096:main out=4096 n=4096 weights=7:main", "", ""},
	{"streams", "-grid 256 -block 256 FILE kernel a=262144:main offset=0", "a:1", "1"},
	{"tiledproduct", "-grid 3,4 -block 16,16 FILE MatMulKernel A.width=32 A.height=64 A.stride=32 A.elements=2048:main B.width=48 B.height=32 B.stride=48 B.elements=1536:main C.width=48 C.height=64 C.stride=48 C.elements=3072", "C.elements:4", "0 1 2 3"},
	{"transpose", "-grid 8,8 -block 32,8 FILE 'transpose<32,8>' odata=65536:main idata=65536:main", "odata:4", "0 256 512 768"},
	{"twopass", "-grid 40 -block 256 FILE blockScan X=10000:main Y=10000 sums=40 n=10000", "Y:5", "1 2 3 4 5"},
	{"unified", "-grid 1024 -block 256 FILE add n=262144 x=262144:main y=262144:main", "y:3", "3 3 3"},
	{"variants", "-grid 16 -block 1024 FILE copy 'in=16384:rand(1)' out=16384 n=16384", "", ""},
	{"vectoradd", "-grid 196 -block 256 FILE vectorAdd a=50000:main b=50000:main c=50000 n=50000", "", ""},
	{"volume", "-grid 2,16 -block 32,4 FILE MyKernel devPitchedPtr.ptr=131072:main devPitchedPtr.pitch=512 devPitchedPtr.xsize=256 devPitchedPtr.ysize=64 width=64 height=64 depth=4", "", ""},
}

// TestPrograms: a file alone is profiled with the launch in its main(), and computes what main()
// asks of it.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(programs, "*.cu"))
	if err != nil || len(files) != len(profiled) {
		t.Fatalf("%d programs and %d expectations, %v", len(files), len(profiled), err)
	}
	for _, p := range profiled {
		file := filepath.Join(programs, p.file+".cu")
		args := []string{"profile", "-timing=false", "-caches=false", file}
		if p.print != "" {
			args = slices.Insert(args, 1, "-print", p.print)
		}
		var stdout, stderr bytes.Buffer
		if code := Run(context.Background(), args, &stdout, &stderr); code != exitOK {
			t.Errorf("%s: exit code %d\n%s", p.file, code, stderr.String())
			continue
		}
		launch, _, _ := strings.Cut(stderr.String(), "\n")
		if want := "gpusim: profile " + strings.Replace(p.launch, "FILE", file, 1); launch != want {
			t.Errorf("%s: got %s, want %s", p.file, launch, want)
		}
		_, printed, _ := strings.Cut(lastLine(stdout.String()), ": ")
		if printed = strings.TrimSuffix(printed, " …"); p.print != "" && printed != p.want {
			t.Errorf("%s: %s is %s, want %s", p.file, p.print, printed, p.want)
		}
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
