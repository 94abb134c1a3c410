#!/bin/sh
# Profiles trades. Each row of trades.txt is a launch, with the medians of five runs: us is
# the time in microseconds, local_loads and stores are sectors.
for run in 1 2 3 4 5; do
  ncu --cache-control all --clock-control none --csv --print-units base --metrics gpu__time_duration.sum,sm__cycles_elapsed.max,launch__registers_per_thread,l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum ./trades | grep '^"'
done
