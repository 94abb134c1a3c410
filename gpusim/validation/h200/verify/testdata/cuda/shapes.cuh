// What language.cu includes.
#pragma once
struct Vec2 {
	float x, y;
	__device__ Vec2(float a, float b) : x(a), y(b) {}
	__device__ Vec2& operator+=(const Vec2& o) { x += o.x; y += o.y; return *this; }
	__device__ float length2() const { return x * x + y * y; }
	__device__ bool operator==(const Vec2& o) const;
};
__device__ inline bool Vec2::operator==(const Vec2& o) const { return x == o.x && y == o.y; }
__device__ inline Vec2 operator*(Vec2 v, float k) { return Vec2(v.x * k, v.y * k); }
__device__ inline Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
__device__ inline float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
struct Box {
	Vec2 low, high;
	int tag;
	__device__ float area() { return (high.x - low.x) * (high.y - low.y); }
};
