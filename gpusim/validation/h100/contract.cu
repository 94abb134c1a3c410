__global__ void k0(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = 3.0f * a - a + c; o[1] = -(a * d) - d; o[2] = e; }
__global__ void k1(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(a * b); float p1 = -(f * d); float p2 = e * d; o[0] = c * f + p1; o[1] = e + -7.5f * b; }
__global__ void k2(float *o, const float *in, int n) { float p0 = in[4] * in[2]; float p1 = in[2] * in[4]; o[0] = in[5] * in[4] - in[3] + p1; o[1] = in[2] * in[5] - in[5] * in[2]; o[2] = in[3] * in[2] + 2.0f * in[4]; }
__global__ void k3(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * d; double p1 = -(d * a); o[0] = d * d - f; }
__global__ void k4(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b - d; o[1] = b; o[2] = c - (c - f * f); }
__global__ void k5(float *o, const float *in, int n) { float p0 = 2.5f * in[1]; float p1 = in[0] + in[1]; o[0] = p0; o[1] = in[2] * in[0] - p1; o[2] = p1 + p1; }
__global__ void k6(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * a; float p1 = -0.75f * b; o[0] = -(d * a) + p0; }
__global__ void k7(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = 2.0 * e; double p1 = p0 * a; o[0] = f * f - (c * b + c); }
__global__ void k8(float *o, const float *in, int n) { float p0 = in[4] * in[2]; float p1 = in[2] * in[5]; o[0] = p1 + 3.0f * in[2]; o[1] = in[0] - 3.0f * in[2]; o[2] = p0; }
__global__ void k9(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b * a + c * e; if (n) o[1] = b; else o[2] = f; }
__global__ void k10(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(c * d); o[0] = -7.5f * b - p0; o[1] = c + a * b - p0; }
__global__ void k11(double *o, const double *in, int n) { double p0 = in[3] * in[4]; double p1 = -(in[0] * in[1]); o[0] = in[0] + in[0] * in[1]; }
__global__ void k12(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * f; float p1 = c * d; o[0] = c * f - (p0 + b); o[1] = -(f * a) + a * a; }
__global__ void k13(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; float p1 = p0 - b; float p2 = f * b; o[0] = p2; o[1] = c - e * e - p2; o[2] = a - p0; }
__global__ void k14(float *o, const float *in, int n) { float p0 = in[3] * in[3]; float p1 = 3.0f * in[3]; o[0] = in[2] * in[3] - p0; o[1] = in[0] * in[2] - in[5] * in[2]; o[2] = -(in[4] * in[0]) - in[0]; }
__global__ void k15(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = b - b - a * c; o[1] = e * c + -7.5 * b - c * d; }
__global__ void k16(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e; if (n) o[1] = d; else o[2] = d + (e + d * e); }
__global__ void k17(float *o, const float *in, int n) { float p0 = in[2] * in[1]; o[0] = p0 + in[4] * in[4]; o[1] = in[5] * in[5] - (in[0] * in[0] + in[5] * in[1]); }
__global__ void k18(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * c; o[0] = c * a + 3.0f * c - 3.0f * e; }
__global__ void k19(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = b * d; double p1 = -7.5 * b; o[0] = -7.5 * d + d * e + p1; o[1] = b - p0; }
__global__ void k20(float *o, const float *in, int n) { o[0] = in[3] - in[5] + in[0]; }
__global__ void k21(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; float p1 = d * e; float p2 = p0 + p1; o[0] = b * a + b * e + -(c * c); o[1] = p0; }
__global__ void k22(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * f; o[0] = b + c - c * a; if (n) o[1] = f * e + (b + b * c); else o[2] = a * a + d * b; }
__global__ void k23(double *o, const double *in, int n) { double p0 = in[5] * in[0]; o[0] = in[0] * in[1] + (in[4] + in[1]); o[1] = in[5] * in[4] + in[2] * in[1]; o[2] = in[0] * in[5] + p0; }
__global__ void k24(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e - d; o[1] = e * c - c; }
__global__ void k25(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d * c - a; o[1] = e - b * e; o[2] = d - c * b; }
__global__ void k26(float *o, const float *in, int n) { float p0 = in[4] * in[3]; float p1 = in[4] * in[4]; float p2 = in[4] - in[5]; o[0] = p2 + (p0 - in[4]); }
__global__ void k27(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * a; double p1 = d * c; double p2 = f * b; o[0] = d - c * a; }
__global__ void k28(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; float p1 = f * e; o[0] = b * d - e * d; }
__global__ void k29(float *o, const float *in, int n) { float p0 = in[3] * in[2]; float p1 = in[1] * in[3]; o[0] = -(in[2] * in[3]) + -(in[1] * in[3]) + in[3] * in[4]; o[1] = in[3] * in[1] + (-(in[4] * in[2]) - -(in[0] * in[3])); }
__global__ void k30(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * f; float p1 = 3.0f * c; float p2 = e * c; o[0] = p0; o[1] = p0 + (p0 + d); o[2] = b + p1; }
__global__ void k31(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * d; double p1 = d * f; double p2 = e * a; o[0] = -7.5 * d - (p1 + e * e); o[1] = b * e - p1; }
__global__ void k32(float *o, const float *in, int n) { float p0 = in[0] * in[1]; o[0] = p0; o[1] = -(-0.75f * in[1]) - -(in[2] * in[4]); }
__global__ void k33(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * a; o[0] = a - (2.5f * d + p0); o[1] = p0 - p0; o[2] = -(d * e) + a * f; }
__global__ void k34(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.0f * c; float p1 = d - p0; float p2 = p0 + p0; o[0] = c * d - (p1 + p0); if (n) o[1] = p1 + f + b * e; else o[2] = d; }
__global__ void k35(double *o, const double *in, int n) { double p0 = -7.5 * in[1]; double p1 = in[3] + in[5]; double p2 = in[5] - in[2]; o[0] = in[2] + -(in[2] * in[0]) + in[3] * in[1]; }
__global__ void k36(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * b; float p1 = a * b; float p2 = a * e; o[0] = p0; o[1] = p2 - d; }
__global__ void k37(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * b; float p1 = b * e; float p2 = -(b * a); o[0] = -(3.0f * e) + a * a; o[1] = b * e + p1; }
__global__ void k38(float *o, const float *in, int n) { float p0 = in[4] * in[3]; float p1 = p0 * in[0]; o[0] = in[2] + (in[1] - in[5]); o[1] = -(in[0] * in[2]) + in[4] + p1; }
__global__ void k39(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * b; double p1 = -(a * c); double p2 = -(a * c); o[0] = -7.5 * c + d * e; o[1] = c * f + (-(d * c) - a * b); }
__global__ void k40(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * e; o[0] = a - c; }
__global__ void k41(float *o, const float *in, int n) { o[0] = in[3] * in[1] + in[4] * in[2]; if (n) o[1] = in[1]; else o[2] = 2.5f * in[2] + in[1] * in[3] + in[5]; }
__global__ void k42(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * d; float p1 = c * f; o[0] = p0 - a; o[1] = a - (p0 - p0); o[2] = p0 + f * d - a; }
__global__ void k43(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = a * d; double p1 = c * c; o[0] = p1 - f * e + 3.0 * b; o[1] = f * a - p0; o[2] = p1; }
__global__ void k44(float *o, const float *in, int n) { float p0 = in[5] * in[1]; float p1 = in[0] + p0; o[0] = p1; if (n) o[1] = p1 + in[2] * in[5]; else o[2] = in[1] + in[0] * in[3]; }
__global__ void k45(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = c + (2.0f * f - -(-0.75f * b)); }
__global__ void k46(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * e; float p1 = e * p0; float p2 = -(e * b); o[0] = f * c + p2 - c * a; o[1] = 2.5f * b + c; }
__global__ void k47(double *o, const double *in, int n) { double p0 = in[1] * in[4]; double p1 = in[4] * p0; double p2 = in[0] * in[5]; o[0] = p0 - (p0 - -(in[4] * in[3])); }
__global__ void k48(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(b * b); float p1 = 2.5f * e; o[0] = a; }
__global__ void k49(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * d; float p1 = -(d * b); o[0] = a * b - -(c * c); }
__global__ void k50(float *o, const float *in, int n) { float p0 = in[0] * in[2]; o[0] = p0 + -(-0.75f * in[1]); o[1] = -(in[5] * in[3]) - in[2] * in[1]; }
__global__ void k51(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = d - b; if (n) o[1] = f; else o[2] = f; }
__global__ void k52(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * c; o[0] = c * c - e * a; o[1] = p0 + f + 2.5f * a; }
__global__ void k53(float *o, const float *in, int n) { float p0 = in[4] * in[3]; float p1 = 2.5f * in[5]; o[0] = p0 - p1; if (n) o[1] = p1 + in[3] * in[4] - p0; else o[2] = -7.5f * in[2] - in[3]; }
__global__ void k54(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d; if (n) o[1] = 2.0f * d - d * b; else o[2] = e * d + (b * a + f * d); }
__global__ void k55(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = f - c * c; o[1] = c - b; }
__global__ void k56(float *o, const float *in, int n) { o[0] = in[2]; o[1] = in[2]; }
__global__ void k57(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b; o[1] = f + (f + c * c); o[2] = e; }
__global__ void k58(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * f; float p1 = d * e; float p2 = c * b; o[0] = a * a - (p0 + p1); }
__global__ void k59(double *o, const double *in, int n) { double p0 = in[5] * in[2]; double p1 = in[4] * in[5]; double p2 = in[0] + in[2]; o[0] = in[2] * in[3] + in[1] * in[3]; }
__global__ void k60(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d; }
__global__ void k61(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * d; float p1 = b * d; float p2 = d * c; o[0] = p1; if (n) o[1] = f * e - (p2 - a * b); else o[2] = p2 + -(c * c); }
__global__ void k62(float *o, const float *in, int n) { o[0] = in[4] + in[0]; o[1] = in[4] - in[4]; }
__global__ void k63(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = d * c; double p1 = p0 + b; double p2 = e * a; o[0] = p1; }
__global__ void k64(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * e; float p1 = p0 * p0; o[0] = b - f; if (n) o[1] = -(a * e) - f * c; else o[2] = f * b + f; }
__global__ void k65(float *o, const float *in, int n) { float p0 = 2.0f * in[0]; float p1 = in[4] - in[4]; float p2 = -0.75f * in[2]; o[0] = in[5] * in[0] - in[1] + p1; o[1] = in[3] * in[2] - p0; }
__global__ void k66(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * c; float p1 = b * f; float p2 = e * f; o[0] = a * b - p0; o[1] = a; }
__global__ void k67(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * e; double p1 = p0 - a; o[0] = c + (a - p0); }
__global__ void k68(float *o, const float *in, int n) { o[0] = -0.75f * in[4] - in[3] * in[3]; }
__global__ void k69(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * f; float p1 = f * c; o[0] = b - d * a + f; }
__global__ void k70(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * f; o[0] = b - p0 - c; o[1] = d - -7.5f * e; }
__global__ void k71(double *o, const double *in, int n) { double p0 = in[3] * in[5]; o[0] = p0 - in[1] * in[5]; o[1] = in[3] - in[4] * in[3]; }
__global__ void k72(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 3.0f * b; o[0] = e * f + e; o[1] = c * b + f; }
__global__ void k73(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * b; float p1 = p0 - c; float p2 = p1 + a; o[0] = b * d + -(f * c); }
__global__ void k74(float *o, const float *in, int n) { float p0 = in[0] * in[5]; o[0] = -(in[2] * in[2]) - p0; o[1] = in[4] * in[1] + -7.5f * in[4]; }
__global__ void k75(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = b * d; o[0] = p0 + (f - -(c * a)); o[1] = p0 - a; o[2] = c * e - (a - p0); }
__global__ void k76(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e * c + e * d; o[1] = b; o[2] = b - a; }
__global__ void k77(float *o, const float *in, int n) { float p0 = in[0] * in[1]; o[0] = in[2]; o[1] = p0; }
__global__ void k78(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(e * d); o[0] = p0 - e * f; o[1] = c + a * f; o[2] = -7.5f * d + f; }
__global__ void k79(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * c; double p1 = b * a; o[0] = d * b - p0 + p0; o[1] = p1 - e; o[2] = -(c * a) + e * f; }
__global__ void k80(float *o, const float *in, int n) { o[0] = in[2]; o[1] = in[0] * in[1] - in[5]; }
__global__ void k81(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; o[0] = b * a + d; o[1] = p0 + d; }
__global__ void k82(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; float p1 = -(2.5f * a); float p2 = p1 * b; o[0] = -(b * d) - d * f + 2.5f * e; o[1] = e * a - (d * e + a); }
__global__ void k83(double *o, const double *in, int n) { double p0 = in[3] * in[0]; o[0] = p0; o[1] = in[2] - in[1] * in[2] - in[2]; }
__global__ void k84(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = c + e - c; o[1] = d + c; }
__global__ void k85(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * a; float p1 = -(-0.75f * c); o[0] = p0; }
__global__ void k86(float *o, const float *in, int n) { float p0 = in[0] * in[4]; float p1 = in[4] * p0; float p2 = p0 * p0; o[0] = in[5] * in[3] - in[4] * in[4] + in[5] * in[0]; o[1] = p2 + p2; o[2] = p0; }
__global__ void k87(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * f; double p1 = d * d; o[0] = 2.0 * e + -(c * f); o[1] = p1 - f; }
__global__ void k88(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * e; o[0] = d * f + (p0 - -(d * c)); if (n) o[1] = p0 - d * f; else o[2] = b * c - p0 + f * d; }
__global__ void k89(float *o, const float *in, int n) { float p0 = in[0] * in[0]; o[0] = p0 - in[1]; if (n) o[1] = in[3] - (in[3] - in[2] * in[5]); else o[2] = in[2] + in[1] * in[2]; }
__global__ void k90(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; float p1 = -7.5f * a; float p2 = b * a; o[0] = p2; o[1] = p2 + p1; o[2] = p1 + d + p2; }
__global__ void k91(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = a * f; double p1 = c + p0; o[0] = c + a * e; }
__global__ void k92(float *o, const float *in, int n) { float p0 = in[5] * in[2]; float p1 = -0.75f * in[5]; float p2 = in[4] * in[2]; o[0] = in[1] + in[1] * in[1]; }
__global__ void k93(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * e; float p1 = e + e; o[0] = a - p0; o[1] = e - p1; }
__global__ void k94(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(2.5f * c); o[0] = b * f - (3.0f * c + p0); if (n) o[1] = b * f - (d + b); else o[2] = b + c * d; }
__global__ void k95(double *o, const double *in, int n) { double p0 = in[1] * in[4]; double p1 = -(in[5] * in[1]); o[0] = p0 + (-(in[1] * in[2]) + p0); if (n) o[1] = in[2] * in[3] + in[4]; else o[2] = in[0]; }
__global__ void k96(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(b * b); float p1 = f * d; float p2 = p1 * p0; o[0] = p1; }
__global__ void k97(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * e; float p1 = f * f; float p2 = -(b * d); o[0] = 2.5f * c + b * f; if (n) o[1] = a * e + b * c; else o[2] = a - -(e * e); }
__global__ void k98(float *o, const float *in, int n) { float p0 = in[2] * in[4]; o[0] = p0; o[1] = in[4] + -7.5f * in[4]; o[2] = 2.0f * in[4] + in[4] * in[0]; }
__global__ void k99(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = d * e; double p1 = c * b; double p2 = p0 * c; o[0] = d * d - p1; }
__global__ void k100(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * b; o[0] = f + f * f; if (n) o[1] = f - d; else o[2] = f; }
__global__ void k101(float *o, const float *in, int n) { o[0] = in[0] * in[2] + in[0]; o[1] = in[1] * in[5] + 3.0f * in[5]; }
__global__ void k102(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(2.5f * e); o[0] = c * e - p0; o[1] = e * f - 2.0f * a + p0; o[2] = f * f - e; }
__global__ void k103(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = d * d; double p1 = a - a; double p2 = -0.75 * b; o[0] = c * c + a; }
__global__ void k104(float *o, const float *in, int n) { float p0 = -(in[5] * in[4]); float p1 = p0 - in[5]; o[0] = in[2] + in[4] * in[1]; }
__global__ void k105(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = a - c * d; }
__global__ void k106(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * f; float p1 = b * a; o[0] = p1 + f * c; o[1] = d * c - p1; }
__global__ void k107(double *o, const double *in, int n) { o[0] = in[1] + in[4]; if (n) o[1] = in[5] * in[1] - 2.5 * in[3]; else o[2] = in[2] + (in[1] * in[5] - in[0]); }
__global__ void k108(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = a; }
__global__ void k109(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * e; float p1 = c * b; o[0] = b * f - (p0 + p0); }
__global__ void k110(float *o, const float *in, int n) { float p0 = in[5] * in[4]; o[0] = in[1] * in[1] + in[5]; if (n) o[1] = in[4]; else o[2] = in[3] * in[5] + -7.5f * in[0]; }
__global__ void k111(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = f + f * e; if (n) o[1] = e + (c + b); else o[2] = d * f - 2.0 * d + b * a; }
__global__ void k112(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e - a * a; o[1] = e * c - e; o[2] = 2.5f * e + e; }
__global__ void k113(float *o, const float *in, int n) { float p0 = in[1] * in[2]; o[0] = p0 + p0; o[1] = in[0]; o[2] = in[2] * in[2] - -(2.5f * in[2]); }
__global__ void k114(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * f; float p1 = e * d; float p2 = -(c * a); o[0] = b * d + d; o[1] = b - (p1 - 3.0f * c); o[2] = p1; }
__global__ void k115(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = a * f + a - f; o[1] = b * b + b * e; }
__global__ void k116(float *o, const float *in, int n) { o[0] = in[4] * in[5] - (in[0] * in[5] - in[2] * in[0]); }
__global__ void k117(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * b; o[0] = d - b * a; if (n) o[1] = b * f - 3.0f * b; else o[2] = b * c + c * c; }
__global__ void k118(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b - (-(f * b) + c * f); if (n) o[1] = a * d - e; else o[2] = b + (f * d + d * b); }
__global__ void k119(double *o, const double *in, int n) { double p0 = -(in[4] * in[0]); double p1 = in[1] + in[3]; o[0] = in[2] * in[1] + -(in[1] * in[0]); if (n) o[1] = in[0] + in[1] + 2.5 * in[0]; else o[2] = p1 + (in[3] + p0); }
__global__ void k120(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -(a * c) - (a * e + e * c); if (n) o[1] = 2.0f * d - f * f; else o[2] = a * d + f; }
__global__ void k121(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d + a; o[1] = b * d - f; }
__global__ void k122(float *o, const float *in, int n) { o[0] = in[3] + in[0] * in[5] - in[4]; o[1] = in[1] * in[1] + in[2] * in[1]; o[2] = in[1] - -(in[2] * in[4]) - in[2] * in[3]; }
__global__ void k123(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * b; double p1 = -(a * c); double p2 = a * f; o[0] = p0 + p2; o[1] = p1 - p0 - -7.5 * b; }
__global__ void k124(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * e; o[0] = f - b; }
__global__ void k125(float *o, const float *in, int n) { float p0 = in[3] * in[4]; o[0] = in[0] - in[2] * in[0]; o[1] = p0; }
__global__ void k126(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * e; o[0] = a * d + d - f * d; o[1] = e + c * d; }
__global__ void k127(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = a * c; o[0] = p0 - d * f; o[1] = f + (b + e); o[2] = a * f + b; }
__global__ void k128(float *o, const float *in, int n) { float p0 = in[2] * in[1]; float p1 = p0 * in[1]; o[0] = -7.5f * in[2] + (-7.5f * in[4] - in[3] * in[1]); }
__global__ void k129(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * c; float p1 = e * c; o[0] = p0 - f * c; }
__global__ void k130(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e + f * d - b * c; if (n) o[1] = e + (e * c + a * e); else o[2] = c * d - e * e; }
__global__ void k131(double *o, const double *in, int n) { o[0] = in[1] * in[5] + (in[2] * in[0] - in[5]); o[1] = in[5]; o[2] = in[4] - in[5] * in[5]; }
__global__ void k132(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * d; float p1 = c * d; o[0] = -(d * f) + -7.5f * a; if (n) o[1] = a; else o[2] = a * d - p1 + a * b; }
__global__ void k133(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; o[0] = c - f * b; o[1] = a * b + d; }
__global__ void k134(float *o, const float *in, int n) { float p0 = in[1] * in[5]; float p1 = -(in[5] * in[5]); o[0] = p0; }
__global__ void k135(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = 3.0 * d; double p1 = e * c; double p2 = p1 + p1; o[0] = b * b + p1; if (n) o[1] = b * a + p1; else o[2] = p0 + e * d; }
__global__ void k136(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * b; float p1 = p0 - f; float p2 = b * f; o[0] = p0; o[1] = f * d + p2; }
__global__ void k137(float *o, const float *in, int n) { float p0 = in[5] * in[3]; float p1 = in[1] - p0; o[0] = 2.5f * in[2] + in[4] - p0; if (n) o[1] = p0 - in[5] * in[4]; else o[2] = -7.5f * in[1] + in[4] * in[5] - -(in[0] * in[5]); }
__global__ void k138(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * d; o[0] = p0 - a; o[1] = e; }
__global__ void k139(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = 2.0 * f; double p1 = a - p0; double p2 = p1 * f; o[0] = p0 + e; o[1] = f + p1 - f * f; }
__global__ void k140(float *o, const float *in, int n) { float p0 = in[1] * in[3]; o[0] = p0 - in[4]; }
__global__ void k141(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(e * d); o[0] = b; }
__global__ void k142(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * e; float p1 = e * b; float p2 = p1 * e; o[0] = d + (f + p0); o[1] = e * d + f - p2; }
__global__ void k143(double *o, const double *in, int n) { double p0 = in[4] * in[5]; double p1 = in[5] * in[3]; double p2 = in[5] * in[2]; o[0] = p1 - (p2 - p0); o[1] = in[1] * in[1] - p0; }
__global__ void k144(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * c; float p1 = -(b * b); o[0] = d * e + (d * a + d * c); }
__global__ void k145(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * c; float p1 = d * d; o[0] = p0 - p1; o[1] = b * c - b + e * c; }
__global__ void k146(float *o, const float *in, int n) { o[0] = in[4]; o[1] = in[5]; o[2] = in[4] * in[2] + in[1] * in[2] + in[4]; }
__global__ void k147(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = d * d; o[0] = -7.5 * e - d + a * e; if (n) o[1] = b * b + (2.0 * c + e); else o[2] = e * b - c * c + d * c; }
__global__ void k148(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * e; o[0] = p0 - p0; o[1] = d + b; o[2] = d + f; }
__global__ void k149(float *o, const float *in, int n) { float p0 = -(in[3] * in[0]); float p1 = -7.5f * in[4]; float p2 = p1 * in[4]; o[0] = p2; o[1] = p1 + (p2 - in[2] * in[1]); }
__global__ void k150(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * b; float p1 = -(c * f); o[0] = p1 + p0; o[1] = -(b * f) + p0; }
__global__ void k151(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * f; double p1 = -0.75 * b; double p2 = e - p0; o[0] = p0 - p1; }
__global__ void k152(float *o, const float *in, int n) { float p0 = in[4] * in[0]; o[0] = p0 - in[1] + -(2.0f * in[4]); }
__global__ void k153(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * d; o[0] = f; if (n) o[1] = p0; else o[2] = f * f + a * c + b * a; }
__global__ void k154(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * a; float p1 = -(3.0f * a); float p2 = b * d; o[0] = f * f + a - c * e; o[1] = b * c - (a - e * d); o[2] = p0 + e * b; }
__global__ void k155(double *o, const double *in, int n) { double p0 = in[2] * in[0]; double p1 = in[4] * in[3]; double p2 = p1 - p0; o[0] = p2 - -0.75 * in[0]; o[1] = -(in[0] * in[0]) + in[5] * in[1] + in[3] * in[2]; }
__global__ void k156(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -(e * c) - (3.0f * b + f); }
__global__ void k157(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * e; o[0] = p0; o[1] = b * a + a; o[2] = c * a - b; }
__global__ void k158(float *o, const float *in, int n) { float p0 = in[3] * in[2]; float p1 = in[4] * in[5]; float p2 = in[1] * in[4]; o[0] = in[2] + in[0] - 2.0f * in[4]; o[1] = p1 + (in[4] - in[5] * in[5]); }
__global__ void k159(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * d; o[0] = -(b * e) - a; if (n) o[1] = p0; else o[2] = c; }
__global__ void k160(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * f; float p1 = d * a; o[0] = d * b - f * d + e * c; if (n) o[1] = b * d + p1 - e; else o[2] = f + f * c; }
__global__ void k161(float *o, const float *in, int n) { o[0] = in[2] + -0.75f * in[1]; }
__global__ void k162(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = c + c + e; }
__global__ void k163(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = c * c + 2.5 * a; o[1] = a + c; o[2] = d * e - f; }
__global__ void k164(float *o, const float *in, int n) { float p0 = 2.5f * in[4]; float p1 = in[2] * in[1]; o[0] = in[0] * in[0] + in[1]; o[1] = in[4] * in[5] - -(-0.75f * in[0]); }
__global__ void k165(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = f * e + d; o[1] = -(f * a) - (e - e); o[2] = c * a + -(d * a); }
__global__ void k166(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * b; o[0] = d; if (n) o[1] = c; else o[2] = p0 + -7.5f * d; }
__global__ void k167(double *o, const double *in, int n) { double p0 = in[2] * in[3]; double p1 = in[5] * in[0]; o[0] = p0; }
__global__ void k168(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 3.0f * f; float p1 = c * d; o[0] = p0 + (f - b * b); o[1] = b * c + 2.0f * b; }
__global__ void k169(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * c; float p1 = p0 - c; o[0] = f - a * b; o[1] = d - f * a; }
__global__ void k170(float *o, const float *in, int n) { float p0 = in[0] * in[1]; float p1 = in[3] * in[2]; float p2 = 3.0f * in[3]; o[0] = p1 + (in[4] + in[1]); o[1] = in[1] - p1; }
__global__ void k171(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = 2.0 * a; double p1 = p0 + p0; o[0] = f * a - (e * f - b); o[1] = e * f - d * b; }
__global__ void k172(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -0.75f * a - b; o[1] = d + a * d; o[2] = b + 2.0f * d; }
__global__ void k173(float *o, const float *in, int n) { float p0 = in[4] * in[2]; o[0] = p0 - in[1]; o[1] = 2.5f * in[1] + -0.75f * in[4]; o[2] = in[2] + in[5] * in[2]; }
__global__ void k174(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.0f * c; float p1 = f * e; o[0] = f * a + c; o[1] = d - c * b; }
__global__ void k175(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = e + e * b + e; o[1] = b * f + a * d; }
__global__ void k176(float *o, const float *in, int n) { float p0 = -(in[2] * in[1]); float p1 = -(in[4] * in[1]); o[0] = -(in[5] * in[2]) + (p0 + p0); o[1] = in[4] * in[2] - in[5]; o[2] = p0; }
__global__ void k177(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.5f * a; o[0] = e * e - (c + b); o[1] = p0 + 2.0f * b; o[2] = f * c - e + p0; }
__global__ void k178(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * b; o[0] = 2.5f * a + f * c; o[1] = p0 + a * e; }
__global__ void k179(double *o, const double *in, int n) { o[0] = -7.5 * in[3] + (in[4] - -0.75 * in[0]); o[1] = in[1] * in[0] - (-0.75 * in[2] - in[5] * in[5]); o[2] = in[1] * in[5] - in[0]; }
__global__ void k180(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * b; o[0] = f + f; }
__global__ void k181(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(f * c); float p1 = e * d; float p2 = c * c; o[0] = e * e - a; o[1] = p2 - -(d * e); }
__global__ void k182(float *o, const float *in, int n) { o[0] = in[5]; o[1] = -(in[2] * in[3]) - in[5]; o[2] = in[5] - in[0]; }
__global__ void k183(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -7.5 * f; o[0] = c - a * d; }
__global__ void k184(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -0.75f * f; o[0] = d * d - a * a; if (n) o[1] = p0 + f * c; else o[2] = f * c - 2.5f * d - a * c; }
__global__ void k185(float *o, const float *in, int n) { float p0 = in[4] * in[2]; o[0] = in[3] - -0.75f * in[5] - in[5] * in[1]; o[1] = p0 - in[5] * in[1]; }
__global__ void k186(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * a; float p1 = b * a; float p2 = e * f; o[0] = p0 + e * e; }
__global__ void k187(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * d; o[0] = p0; }
__global__ void k188(float *o, const float *in, int n) { float p0 = in[3] * in[5]; float p1 = p0 - in[5]; float p2 = p1 + p1; o[0] = p1; if (n) o[1] = in[3] * in[2] - in[0] * in[4]; else o[2] = p1 - in[4] * in[0] - p1; }
__global__ void k189(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * b; float p1 = b * f; float p2 = p1 - c; o[0] = f * c - d * c; }
__global__ void k190(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e; o[1] = f - e * f; }
__global__ void k191(double *o, const double *in, int n) { double p0 = 3.0 * in[1]; double p1 = in[1] - p0; o[0] = -(in[4] * in[0]) - p0; }
__global__ void k192(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * d; o[0] = e + p0; o[1] = -(b * f) + -(c * b); }
__global__ void k193(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e; o[1] = b; o[2] = b - -0.75f * c + e; }
__global__ void k194(float *o, const float *in, int n) { float p0 = in[5] * in[0]; float p1 = -0.75f * in[4]; float p2 = in[5] * p0; o[0] = -7.5f * in[0] - p2; }
__global__ void k195(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = a; o[1] = f; }
__global__ void k196(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d + d - a; }
__global__ void k197(float *o, const float *in, int n) { float p0 = in[4] * in[1]; o[0] = in[0] * in[2] + p0; o[1] = in[5]; }
__global__ void k198(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e; o[1] = c - (a - 2.0f * d); }
__global__ void k199(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = d * a; o[0] = p0 - f * f; if (n) o[1] = f * d - (p0 + -(f * a)); else o[2] = f + d * a; }
__global__ void k200(float *o, const float *in, int n) { float p0 = in[3] * in[5]; float p1 = -(in[5] * in[1]); float p2 = in[0] + in[2]; o[0] = in[1] * in[2] - (p2 + -7.5f * in[4]); o[1] = in[0]; o[2] = p2; }
__global__ void k201(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -0.75f * d; float p1 = b * b; float p2 = c + p0; o[0] = f * f - p1; o[1] = d * c - d; }
__global__ void k202(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * d; float p1 = c + p0; float p2 = b * c; o[0] = b - (-7.5f * a + f * f); }
__global__ void k203(double *o, const double *in, int n) { double p0 = in[0] * in[5]; o[0] = in[2] - (p0 + in[2] * in[0]); o[1] = in[2] * in[1] - in[1]; }
__global__ void k204(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e + (b - b); }
__global__ void k205(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; float p1 = e * c; float p2 = f * a; o[0] = b * e + f * e; if (n) o[1] = c * e - (-(-0.75f * d) - f * e); else o[2] = a * f + f * b; }
__global__ void k206(float *o, const float *in, int n) { float p0 = in[3] * in[3]; o[0] = in[1]; if (n) o[1] = in[2] * in[5] + in[3]; else o[2] = p0; }
__global__ void k207(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = b; }
__global__ void k208(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e; o[1] = a - a + a; o[2] = a; }
__global__ void k209(float *o, const float *in, int n) { float p0 = in[5] * in[2]; o[0] = in[3] + (in[2] * in[1] - -(in[5] * in[4])); o[1] = in[3] + in[1]; }
__global__ void k210(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.0f * f; float p1 = c * a; o[0] = p1; }
__global__ void k211(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * e; double p1 = f * c; o[0] = a + (a * d + p0); }
__global__ void k212(float *o, const float *in, int n) { float p0 = in[4] * in[5]; o[0] = in[4] - -(in[0] * in[3]) + -(2.0f * in[3]); o[1] = in[4] + in[3]; }
__global__ void k213(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.0f * c; o[0] = 3.0f * f + (p0 - b * d); o[1] = -0.75f * d + a * a; }
__global__ void k214(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(a * b); o[0] = a + e * b; }
__global__ void k215(double *o, const double *in, int n) { o[0] = in[1]; }
__global__ void k216(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = f * c - (b * e + f); if (n) o[1] = a - c; else o[2] = -(a * c) - a * d; }
__global__ void k217(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * c; o[0] = c * e + d * b - d * d; }
__global__ void k218(float *o, const float *in, int n) { o[0] = in[1] * in[2] + in[0] * in[3]; o[1] = in[1] * in[4] - in[1] * in[4]; o[2] = in[2] + (in[2] - in[3] * in[4]); }
__global__ void k219(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * a; o[0] = 2.5 * a + -(d * f); if (n) o[1] = b - (b * f + a); else o[2] = d + (c * e - d); }
__global__ void k220(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * e; o[0] = e - a; o[1] = a * f + (p0 - d); }
__global__ void k221(float *o, const float *in, int n) { float p0 = -(in[5] * in[0]); o[0] = in[3] * in[0] - in[5] * in[3]; o[1] = in[1] * in[4] - in[3]; }
__global__ void k222(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = f + d * f; }
__global__ void k223(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * b; o[0] = d * b + b * d + -0.75 * b; }
__global__ void k224(float *o, const float *in, int n) { float p0 = in[5] * in[1]; o[0] = in[1]; }
__global__ void k225(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(d * b); float p1 = -(3.0f * d); float p2 = e * d; o[0] = b; o[1] = a * e + p1; o[2] = c - (-(e * c) + -(b * e)); }
__global__ void k226(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; float p1 = c - d; float p2 = b - b; o[0] = b + d * a; o[1] = b * e + e * f; }
__global__ void k227(double *o, const double *in, int n) { double p0 = -(-0.75 * in[4]); double p1 = in[4] * in[2]; o[0] = in[3] * in[1] + (in[1] + in[3]); o[1] = p0 + (in[5] - in[5]); }
__global__ void k228(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * b; float p1 = -(d * e); o[0] = a * d - b * e; }
__global__ void k229(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * f; o[0] = c - p0; o[1] = c * c + c * f; }
__global__ void k230(float *o, const float *in, int n) { float p0 = -(-0.75f * in[4]); float p1 = in[4] + in[0]; o[0] = in[0] + 3.0f * in[5]; }
__global__ void k231(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = c; }
__global__ void k232(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * b; float p1 = c + p0; float p2 = p1 * p0; o[0] = p0 + 2.0f * d + a * d; if (n) o[1] = f * d - (-(-7.5f * b) + p0); else o[2] = f * c - p2 + p0; }
__global__ void k233(float *o, const float *in, int n) { o[0] = in[5] + in[5] * in[0]; }
__global__ void k234(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d - f * a; }
__global__ void k235(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = 2.5 * d; double p1 = c * c; double p2 = a - p1; o[0] = p2; o[1] = -0.75 * e + p1; }
__global__ void k236(float *o, const float *in, int n) { float p0 = in[4] * in[5]; float p1 = in[3] * in[4]; float p2 = 2.0f * in[0]; o[0] = in[5] * in[1] + in[1] * in[4]; }
__global__ void k237(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * e; float p1 = d * b; o[0] = p0 - (p0 - p1); o[1] = d * d - p0; }
__global__ void k238(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(a * b); float p1 = b - f; o[0] = c * b + p0; }
__global__ void k239(double *o, const double *in, int n) { o[0] = in[5] + (in[1] + in[5] * in[0]); }
__global__ void k240(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * f; float p1 = p0 - a; float p2 = p0 * p1; o[0] = -(f * a) + e * b; }
__global__ void k241(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * d; o[0] = f - -(b * c) + c * d; }
__global__ void k242(float *o, const float *in, int n) { o[0] = in[0] - (in[4] * in[0] - in[5]); o[1] = in[3] + in[4]; o[2] = in[1] - in[2] - in[3]; }
__global__ void k243(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = f; o[1] = f - d; }
__global__ void k244(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * a; o[0] = a * d - -(f * e); }
__global__ void k245(float *o, const float *in, int n) { o[0] = in[0]; if (n) o[1] = in[5] + in[0] * in[2]; else o[2] = in[4] - in[1] * in[0]; }
__global__ void k246(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = f * a - c * d; }
__global__ void k247(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * a; double p1 = -(a * e); double p2 = f * c; o[0] = b * b + p0; o[1] = p0 + p0 + p0; }
__global__ void k248(float *o, const float *in, int n) { float p0 = -(in[5] * in[3]); o[0] = in[3] * in[3] - in[0]; }
__global__ void k249(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * f; float p1 = a * e; float p2 = c * b; o[0] = -(-7.5f * e) - (e * d + e * b); o[1] = p0; }
__global__ void k250(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * a; o[0] = p0; o[1] = f * d - c; }
__global__ void k251(double *o, const double *in, int n) { double p0 = in[2] * in[0]; double p1 = p0 + in[0]; double p2 = in[4] * in[4]; o[0] = in[4] + p2; }
__global__ void k252(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b * a + a * d - e; }
__global__ void k253(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = a * d + (-(f * d) + a * b); o[1] = b * c - e * f; o[2] = d; }
__global__ void k254(float *o, const float *in, int n) { float p0 = in[4] * in[3]; float p1 = in[2] * in[3]; o[0] = in[0]; o[1] = in[0]; o[2] = -0.75f * in[0] - (in[4] * in[4] - p1); }
__global__ void k255(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * f; double p1 = p0 - c; double p2 = c * p0; o[0] = c * a + p2 - p1; }
__global__ void k256(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * a; float p1 = 2.5f * b; float p2 = d + d; o[0] = c * d - (c * b - p2); o[1] = p2 + (a * f - p2); }
__global__ void k257(float *o, const float *in, int n) { float p0 = in[3] * in[1]; float p1 = in[0] * in[3]; float p2 = -7.5f * in[2]; o[0] = 2.5f * in[5] - (in[0] * in[2] - in[1]); }
__global__ void k258(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.5f * e; float p1 = d * c; o[0] = p0 - (c + p1); o[1] = 3.0f * e + (c * f + p0); }
__global__ void k259(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = b * d; double p1 = 2.0 * b; o[0] = d * e + (d + p1); }
__global__ void k260(float *o, const float *in, int n) { o[0] = in[5] * in[3] + in[2]; }
__global__ void k261(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * c; float p1 = p0 - d; o[0] = a * b - a * e - p1; if (n) o[1] = p0 - a * a; else o[2] = c - c; }
__global__ void k262(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * a; float p1 = 3.0f * a; o[0] = p0 + p0; }
__global__ void k263(double *o, const double *in, int n) { o[0] = in[2]; }
__global__ void k264(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * e; float p1 = e * p0; o[0] = -(2.0f * a) - -(d * c); }
__global__ void k265(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * a; float p1 = a * a; float p2 = c * a; o[0] = f * f + (p1 + e * d); }
__global__ void k266(float *o, const float *in, int n) { o[0] = in[0]; o[1] = -0.75f * in[2] - in[2]; o[2] = in[5] * in[4] - in[3]; }
__global__ void k267(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -(c * d); double p1 = p0 * e; double p2 = b * a; o[0] = 2.5 * c - f * e - b; o[1] = a + (c - a * a); o[2] = e - d * a; }
__global__ void k268(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; float p1 = 2.5f * d; float p2 = -(b * b); o[0] = p2 - p2; }
__global__ void k269(float *o, const float *in, int n) { o[0] = in[0] + in[0] * in[1]; o[1] = -(-7.5f * in[2]) + -(in[5] * in[5]) + in[4] * in[4]; }
__global__ void k270(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b * c - d - c; }
__global__ void k271(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * a; o[0] = a + b + b; }
__global__ void k272(float *o, const float *in, int n) { float p0 = in[2] * in[0]; float p1 = -(in[1] * in[0]); float p2 = in[4] * in[5]; o[0] = in[4] * in[4] - in[2] - in[3] * in[1]; }
__global__ void k273(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.5f * b; float p1 = b * a; float p2 = d * b; o[0] = p0; o[1] = 3.0f * d + (a + p2); o[2] = d * c + a * e; }
__global__ void k274(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * d; float p1 = e * a; float p2 = b * c; o[0] = p1 + (2.0f * b - p2); o[1] = b - p1; o[2] = d * e - p1; }
__global__ void k275(double *o, const double *in, int n) { o[0] = in[1]; o[1] = in[3] * in[1] + in[2]; }
__global__ void k276(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = c * c - (f * c - d); if (n) o[1] = d + a; else o[2] = a; }
__global__ void k277(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * e; float p1 = f * c; float p2 = p1 - p1; o[0] = p1 + e + 3.0f * d; }
__global__ void k278(float *o, const float *in, int n) { o[0] = in[1] - -0.75f * in[1] + in[3]; }
__global__ void k279(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = e; }
__global__ void k280(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * e; o[0] = b * c + f * b - f * b; }
__global__ void k281(float *o, const float *in, int n) { float p0 = in[2] * in[4]; o[0] = p0 + in[4] * in[3]; o[1] = in[1] + in[2] + p0; o[2] = p0; }
__global__ void k282(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * e; float p1 = a * d; o[0] = -(c * e) - -(d * a) - f; }
__global__ void k283(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = a * b; double p1 = d * a; double p2 = -(e * d); o[0] = p0 - b * d; if (n) o[1] = -7.5 * e - f * f - -(c * e); else o[2] = c + d; }
__global__ void k284(float *o, const float *in, int n) { float p0 = in[1] * in[5]; o[0] = p0 - (in[2] * in[5] + in[2] * in[4]); o[1] = in[4] + in[4] * in[1]; o[2] = -7.5f * in[4] + in[3] * in[2] + 3.0f * in[2]; }
__global__ void k285(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * e; o[0] = a * e + c; o[1] = e + (-(f * f) + p0); }
__global__ void k286(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(c * b); float p1 = a * e; float p2 = f * b; o[0] = p2; o[1] = e * e - c; o[2] = d * f - -(c * b); }
__global__ void k287(double *o, const double *in, int n) { o[0] = in[5] * in[0] - in[1] * in[0] + in[1]; }
__global__ void k288(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * b; float p1 = d * e; float p2 = -(a * d); o[0] = b * b + a * e + 3.0f * a; o[1] = c * c - f * a; }
__global__ void k289(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * b; float p1 = a * a; float p2 = e - d; o[0] = e - e * f; if (n) o[1] = d * f + a * e + p0; else o[2] = d - c * a; }
__global__ void k290(float *o, const float *in, int n) { float p0 = -(in[2] * in[4]); float p1 = in[2] * in[2]; float p2 = p0 - in[4]; o[0] = in[5] + p1 - in[3] * in[5]; if (n) o[1] = in[5]; else o[2] = in[4] * in[1] + in[2] * in[4]; }
__global__ void k291(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = f + c * b; }
__global__ void k292(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; o[0] = -(c * c) + (d - c * f); if (n) o[1] = p0 - -(f * f); else o[2] = f; }
__global__ void k293(float *o, const float *in, int n) { float p0 = 2.0f * in[3]; float p1 = in[5] * in[4]; o[0] = in[0] * in[2] + p0; }
__global__ void k294(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * c; float p1 = p0 + f; o[0] = a * b + p0; o[1] = e - e * e; }
__global__ void k295(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * a; double p1 = 3.0 * d; o[0] = e; if (n) o[1] = d + e * f; else o[2] = p0 - e * a; }
__global__ void k296(float *o, const float *in, int n) { float p0 = in[3] * in[5]; o[0] = p0 - in[1] * in[2]; if (n) o[1] = in[3] * in[3] - p0; else o[2] = p0; }
__global__ void k297(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * b; float p1 = c + c; o[0] = p1 - e * e; if (n) o[1] = f * e - e * c; else o[2] = p0 - (b - c * d); }
__global__ void k298(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * d; float p1 = -(a * c); o[0] = 2.5f * f + 2.5f * f + -(f * d); o[1] = d; o[2] = a; }
__global__ void k299(double *o, const double *in, int n) { double p0 = 2.0 * in[4]; double p1 = in[0] * in[1]; o[0] = p0 + in[2]; o[1] = in[2]; o[2] = in[1]; }
__global__ void k300(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * f; float p1 = b - d; o[0] = a * b - e; }
__global__ void k301(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.0f * e; float p1 = c * f; o[0] = f - -(c * a); if (n) o[1] = f - f; else o[2] = p1 + a - -(f * c); }
__global__ void k302(float *o, const float *in, int n) { float p0 = in[0] * in[0]; float p1 = 2.5f * in[1]; o[0] = in[4] - (in[5] + in[2] * in[1]); o[1] = in[3] - p0 + in[2] * in[5]; }
__global__ void k303(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * f; double p1 = b * a; double p2 = -(c * d); o[0] = f * d + -(f * e); o[1] = p1 + c * c - p2; o[2] = e; }
__global__ void k304(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * a; float p1 = a * b; o[0] = c - b * a; }
__global__ void k305(float *o, const float *in, int n) { o[0] = in[0] + in[5]; }
__global__ void k306(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(e * b); float p1 = b * e; float p2 = f * e; o[0] = f * d - e * d; o[1] = b + (p0 + e * f); }
__global__ void k307(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -(e * c); double p1 = e * a; double p2 = a - c; o[0] = e * a + d; }
__global__ void k308(float *o, const float *in, int n) { float p0 = in[5] * in[5]; o[0] = p0 + p0 - p0; }
__global__ void k309(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -(e * d) + c * f; if (n) o[1] = a + (a * b + c * e); else o[2] = b + -(f * f); }
__global__ void k310(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * b; o[0] = 3.0f * a + p0; o[1] = c - (-7.5f * b - e * b); }
__global__ void k311(double *o, const double *in, int n) { o[0] = in[5] * in[0] + in[2] * in[4] - in[2] * in[2]; }
__global__ void k312(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = b; if (n) o[1] = d * d + f * e; else o[2] = e; }
__global__ void k313(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * f; float p1 = b * a; float p2 = 2.0f * a; o[0] = -(a * f) + (a * c - p0); }
__global__ void k314(float *o, const float *in, int n) { float p0 = -(3.0f * in[0]); float p1 = in[5] * in[2]; o[0] = in[2] * in[0] + (in[0] * in[3] - in[5]); }
__global__ void k315(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * e; double p1 = -(f * d); double p2 = p0 * p0; o[0] = b * e - (c * c + c * b); }
__global__ void k316(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; float p1 = c * f; float p2 = b * b; o[0] = p1 + a * f; }
__global__ void k317(float *o, const float *in, int n) { o[0] = in[2] + in[5] - in[4]; if (n) o[1] = in[4] * in[3] + in[2] * in[1]; else o[2] = in[3]; }
__global__ void k318(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * e; float p1 = d * a; float p2 = b * p0; o[0] = e + p1; }
__global__ void k319(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -0.75 * e; double p1 = 2.0 * d; o[0] = f * e - p1; o[1] = -(b * d) + (-(d * d) + d * d); }
__global__ void k320(float *o, const float *in, int n) { float p0 = 3.0f * in[4]; o[0] = in[3]; }
__global__ void k321(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * a; o[0] = -0.75f * a - c * b; if (n) o[1] = c + -(f * c); else o[2] = a; }
__global__ void k322(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * b; float p1 = -0.75f * f; o[0] = c * d - (a - b * f); if (n) o[1] = b * c - -7.5f * f; else o[2] = p1 - 2.5f * d; }
__global__ void k323(double *o, const double *in, int n) { double p0 = in[1] * in[3]; o[0] = in[0] * in[0] + -(2.0 * in[0]); }
__global__ void k324(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(b * c); float p1 = 2.0f * f; o[0] = d; }
__global__ void k325(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 2.0f * c; o[0] = c + a; o[1] = b; }
__global__ void k326(float *o, const float *in, int n) { float p0 = in[4] * in[3]; float p1 = p0 - in[4]; o[0] = p1; }
__global__ void k327(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = b * d; o[0] = b * e - (c * b - f * c); }
__global__ void k328(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = c * c + a * f + b; if (n) o[1] = e * e + f + 2.0f * b; else o[2] = b - -(-7.5f * f); }
__global__ void k329(float *o, const float *in, int n) { o[0] = in[2] - in[1]; if (n) o[1] = in[1] * in[1] - (in[2] * in[1] + in[0] * in[1]); else o[2] = in[4] * in[0] + in[0] * in[3]; }
__global__ void k330(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * b; float p1 = 3.0f * c; o[0] = f * e - a; o[1] = e * f + (p1 - -7.5f * d); o[2] = a; }
__global__ void k331(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = 2.5 * d; double p1 = 3.0 * a; double p2 = f * c; o[0] = f * e + b * d; o[1] = b - e; }
__global__ void k332(float *o, const float *in, int n) { float p0 = 2.5f * in[3]; float p1 = in[0] * in[3]; o[0] = in[4]; }
__global__ void k333(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * b; float p1 = b * c; float p2 = e * p1; o[0] = b - a * e + p0; o[1] = p1 + p1 + c; o[2] = p0; }
__global__ void k334(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * c; float p1 = d * b; o[0] = d * c - a * e - p0; }
__global__ void k335(double *o, const double *in, int n) { double p0 = in[1] * in[0]; double p1 = in[2] * in[4]; o[0] = in[0] * in[2] + in[4] * in[5]; o[1] = in[2] + in[2] + in[2] * in[5]; }
__global__ void k336(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = f * d; float p1 = b + p0; o[0] = e + p1; o[1] = e - e * d; }
__global__ void k337(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * d; float p1 = -(f * e); float p2 = d * a; o[0] = -(d * e) + c * c; o[1] = c; o[2] = p1; }
__global__ void k338(float *o, const float *in, int n) { float p0 = -7.5f * in[0]; float p1 = p0 - p0; float p2 = in[2] * in[1]; o[0] = in[5] * in[5] + p1; }
__global__ void k339(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = e * e; double p1 = p0 + p0; double p2 = p0 + p1; o[0] = f - e * b; }
__global__ void k340(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e * d + d * d; o[1] = f + e * c; }
__global__ void k341(float *o, const float *in, int n) { float p0 = in[0] * in[0]; float p1 = in[0] * in[2]; float p2 = p0 - p0; o[0] = 2.5f * in[5] - in[5] - in[0]; }
__global__ void k342(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * f; float p1 = b * b; float p2 = d * b; o[0] = b * b - p0; o[1] = f + d * f; o[2] = p2; }
__global__ void k343(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -(f * a); double p1 = e + p0; o[0] = c * a - b * b + 3.0 * b; if (n) o[1] = p0 + (f * b - p0); else o[2] = p1 + e * f - a * e; }
__global__ void k344(float *o, const float *in, int n) { o[0] = in[3] * in[1] - in[4] + in[2]; }
__global__ void k345(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * c; float p1 = b * f; float p2 = e * b; o[0] = f * c - (p2 + p2); if (n) o[1] = d - (c * f - p2); else o[2] = a; }
__global__ void k346(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = 3.0f * d + a * e; o[1] = f + -(f * e); o[2] = a; }
__global__ void k347(double *o, const double *in, int n) { o[0] = -(in[5] * in[5]) - in[1]; o[1] = in[0] - in[0]; o[2] = 2.5 * in[4] + in[3] * in[2]; }
__global__ void k348(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = 3.0f * f; float p1 = -7.5f * d; o[0] = c * c - (f * f - e * b); }
__global__ void k349(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = c - (f * d - e); o[1] = f + -(a * a); }
__global__ void k350(float *o, const float *in, int n) { o[0] = in[5]; o[1] = 2.5f * in[5] - (in[3] * in[0] - in[1]); o[2] = in[0] * in[2] - -(in[5] * in[4]); }
__global__ void k351(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = b * f; o[0] = p0 + (p0 - e); if (n) o[1] = d - c; else o[2] = b * b + a + f; }
__global__ void k352(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * b; float p1 = d * b; float p2 = a * b; o[0] = e * d - f; o[1] = a + p2; }
__global__ void k353(float *o, const float *in, int n) { o[0] = in[1] + in[1]; }
__global__ void k354(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * d; o[0] = b * a + c * e; o[1] = b * f + e * c; }
__global__ void k355(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -(2.0 * d); double p1 = -0.75 * a; double p2 = 3.0 * f; o[0] = p1; o[1] = f * a + p2; o[2] = -(a * c) + d; }
__global__ void k356(float *o, const float *in, int n) { o[0] = in[3]; }
__global__ void k357(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * a; float p1 = e * b; float p2 = -(b * f); o[0] = p0; if (n) o[1] = d - -(f * c); else o[2] = 2.0f * f + e; }
__global__ void k358(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = f * f - c * d - e * d; }
__global__ void k359(double *o, const double *in, int n) { double p0 = -(in[2] * in[1]); double p1 = p0 + p0; o[0] = in[3] - (in[5] + in[1] * in[1]); }
__global__ void k360(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * b; float p1 = e * d; o[0] = p0 + b * e; }
__global__ void k361(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = d * b; float p1 = d * a; float p2 = e * c; o[0] = p2 + p1; o[1] = e * b - 3.0f * d; }
__global__ void k362(float *o, const float *in, int n) { float p0 = in[1] * in[2]; float p1 = p0 * p0; o[0] = in[0] * in[4] - in[1]; }
__global__ void k363(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = c * d; o[0] = p0 - (f * e + e * c); o[1] = a * d + f * d; o[2] = d * e + (f * c - b * e); }
__global__ void k364(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * c; float p1 = d * f; float p2 = p1 + p1; o[0] = p2 - c * e; o[1] = e * d - f * a - e * e; }
__global__ void k365(float *o, const float *in, int n) { float p0 = in[1] * in[2]; o[0] = in[4] * in[4] - p0; }
__global__ void k366(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * c; float p1 = p0 * p0; float p2 = b * d; o[0] = p0 - e; if (n) o[1] = p1; else o[2] = p0; }
__global__ void k367(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -(e * c); o[0] = -7.5 * e - p0 + a; if (n) o[1] = f + a * a; else o[2] = c - f * a; }
__global__ void k368(float *o, const float *in, int n) { float p0 = in[4] * in[0]; float p1 = in[4] * in[1]; float p2 = in[2] * in[0]; o[0] = p1 - (p1 + in[4] * in[4]); o[1] = in[4] * in[0] + in[3] * in[3]; }
__global__ void k369(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = a; if (n) o[1] = d * f + -0.75f * b; else o[2] = b; }
__global__ void k370(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -(f * e) + d * b - c; o[1] = 2.0f * a - e; }
__global__ void k371(double *o, const double *in, int n) { double p0 = -(in[0] * in[5]); o[0] = in[4] + in[3]; if (n) o[1] = in[2] * in[2] - (in[5] * in[5] - in[4]); else o[2] = p0; }
__global__ void k372(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -0.75f * e + c * e - a * c; o[1] = f + a + c; }
__global__ void k373(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -(b * d); float p1 = p0 - p0; float p2 = 2.0f * f; o[0] = p0 + (p1 + a * e); if (n) o[1] = f * f + a * b; else o[2] = p2; }
__global__ void k374(float *o, const float *in, int n) { float p0 = in[1] * in[5]; float p1 = p0 + p0; o[0] = in[1] - p0 + -(in[1] * in[5]); }
__global__ void k375(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = b * b; double p1 = 2.5 * c; o[0] = a * d + f * a; }
__global__ void k376(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * d; float p1 = e - p0; float p2 = b * f; o[0] = p0 - c; }
__global__ void k377(float *o, const float *in, int n) { o[0] = in[3] - in[0]; }
__global__ void k378(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = a * b; float p1 = -(b * d); o[0] = e + b * c; if (n) o[1] = -(d * e) + b * b; else o[2] = p0 + e + f * e; }
__global__ void k379(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = -(c * d); double p1 = a - d; o[0] = c + f * a; o[1] = -(e * a) + -(d * d); }
__global__ void k380(float *o, const float *in, int n) { float p0 = in[4] * in[4]; o[0] = in[2] + p0; o[1] = p0 + in[4] + in[1]; }
__global__ void k381(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = e + c; o[1] = d - c + a; }
__global__ void k382(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * c; o[0] = b * a + (d - -7.5f * c); o[1] = b * f - d * e; }
__global__ void k383(double *o, const double *in, int n) { o[0] = -(in[5] * in[0]) + (in[1] * in[1] + in[0]); }
__global__ void k384(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * e; float p1 = 3.0f * c; float p2 = 3.0f * c; o[0] = d * b - e * e; o[1] = b - d * d; o[2] = p2 - p2; }
__global__ void k385(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = -7.5f * f - a * d; o[1] = f - e * a - b * b; }
__global__ void k386(float *o, const float *in, int n) { float p0 = in[1] * in[2]; float p1 = in[2] * in[2]; float p2 = in[1] * in[3]; o[0] = in[2] * in[2] + in[3] * in[4]; o[1] = in[5]; }
__global__ void k387(double *o, double a, double b, double c, double d, double e, double f, int n) { o[0] = c * e - (c + 3.0 * e); o[1] = f + -(b * c) + e; }
__global__ void k388(float *o, float a, float b, float c, float d, float e, float f, int n) { o[0] = d; if (n) o[1] = f + c; else o[2] = -(d * a) - f + -7.5f * d; }
__global__ void k389(float *o, const float *in, int n) { float p0 = in[0] * in[0]; o[0] = -(in[4] * in[3]) + (in[1] * in[2] - in[0] * in[5]); o[1] = p0; o[2] = in[0] * in[4] + p0; }
__global__ void k390(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = b * d; float p1 = e * c; o[0] = b * b - f - p1; o[1] = d * b - d * e; o[2] = p1; }
__global__ void k391(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = d * f; double p1 = b * a; double p2 = e * c; o[0] = e + d - p0; }
__global__ void k392(float *o, const float *in, int n) { float p0 = 3.0f * in[2]; float p1 = in[5] * in[4]; o[0] = in[1] * in[0] - -(in[3] * in[4]); o[1] = in[1] - in[3] * in[0]; }
__global__ void k393(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = -7.5f * f; float p1 = -0.75f * b; float p2 = e * f; o[0] = a * b - (e * e - p0); }
__global__ void k394(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * a; float p1 = p0 + c; float p2 = c * e; o[0] = p1 - p2 - f; o[1] = -(c * d) - f * b + -(b * a); }
__global__ void k395(double *o, const double *in, int n) { o[0] = in[5] - in[3] * in[0]; }
__global__ void k396(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = e * b; float p1 = b * f; o[0] = d * b + c * d; o[1] = -(d * d) + b - b; o[2] = c * e - d * e; }
__global__ void k397(float *o, float a, float b, float c, float d, float e, float f, int n) { float p0 = c * c; float p1 = f * d; o[0] = e + b; if (n) o[1] = b * c + p1 + a * b; else o[2] = c - -(a * e); }
__global__ void k398(float *o, const float *in, int n) { float p0 = in[4] * in[1]; float p1 = in[2] * in[4]; float p2 = in[0] * in[5]; o[0] = in[5] - in[4] * in[1] - p2; o[1] = p1; o[2] = in[4] * in[5] - in[3]; }
__global__ void k399(double *o, double a, double b, double c, double d, double e, double f, int n) { double p0 = f * c; o[0] = e - (p0 + 2.0 * f); o[1] = p0 + c; }
