// Registers of divisions and functions that hardware has no instruction for: each kernel
// computes one of them between two loads and a store. nvcc -O3 -arch=sm_90 -cubin -Xptxas -v
#define K(n,T,e) __global__ void n(T*o,const T*a,const T*b){int i=blockIdx.x*blockDim.x+threadIdx.x;T x=a[i],y=b[i];o[i]=e;}
K(addf,float,x+y) K(addd,double,x+y) K(addi,int,x+y) K(addl,long long,x+y)
K(divf,float,x/y) K(divd,double,x/y) K(divi,int,x/y) K(divu,unsigned,x/y) K(divl,long long,x/y) K(modi,int,x%y) K(modu,unsigned,x%y) K(modl,long long,x%y)
K(sqrtf_,float,sqrtf(x)+y) K(sqrtd,double,sqrt(x)+y) K(rsqrtf_,float,rsqrtf(x)+y) K(rcpf,float,1/x+y)
K(sinf_,float,sinf(x)+y) K(cosf_,float,cosf(x)+y) K(tanf_,float,tanf(x)+y) K(expf_,float,expf(x)+y) K(logf_,float,logf(x)+y) K(powf_,float,powf(x,y)) K(fmodf_,float,fmodf(x,y)) K(exp2f_,float,exp2f(x)+y) K(log2f_,float,log2f(x)+y) K(log10f_,float,log10f(x)+y)
K(atanf_,float,atanf(x)+y) K(atan2f_,float,atan2f(x,y)) K(asinf_,float,asinf(x)+y) K(acosf_,float,acosf(x)+y) K(sinhf_,float,sinhf(x)+y) K(coshf_,float,coshf(x)+y) K(tanhf_,float,tanhf(x)+y) K(hypotf_,float,hypotf(x,y)) K(cbrtf_,float,cbrtf(x)+y)
K(sind,double,sin(x)+y) K(cosd,double,cos(x)+y) K(tand,double,tan(x)+y) K(expd,double,exp(x)+y) K(logd,double,log(x)+y) K(powd,double,pow(x,y)) K(fmodd,double,fmod(x,y)) K(rsqrtd,double,rsqrt(x)+y) K(exp2d,double,exp2(x)+y) K(log2d,double,log2(x)+y) K(log10d,double,log10(x)+y)
K(atand,double,atan(x)+y) K(atan2d,double,atan2(x,y)) K(asind,double,asin(x)+y) K(acosd,double,acos(x)+y) K(sinhd,double,sinh(x)+y) K(coshd,double,cosh(x)+y) K(tanhd,double,tanh(x)+y) K(hypotd,double,hypot(x,y)) K(cbrtd,double,cbrt(x)+y)
K(roundf_,float,roundf(x)+y) K(roundd,double,round(x)+y) K(mull,long long,x*y)
