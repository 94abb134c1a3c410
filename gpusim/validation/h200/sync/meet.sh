# What becomes of each case of meet.cu; one that has not ended after 20 s is killed.
nvcc -O3 -arch=sm_90 -o meet meet.cu
for c in 0 1 2 3; do
  timeout 20 ./meet $c || echo "meet case=$c no end within 20 s"
done
