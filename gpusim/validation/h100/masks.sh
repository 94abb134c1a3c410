#!/usr/bin/env bash
# Runs each case of masks, and prints what it printed, or "does not end" after five seconds; behind it
# what compute-sanitizer's synccheck says.
for name in $(./masks); do
  line=$(timeout -s KILL 5 ./masks "$name") || line="$name does-not-end"
  case $line in
  *does-not-end) check=- ;;
  *) check=$(timeout -s KILL 60 compute-sanitizer --tool synccheck ./masks "$name" 2>&1 | sed -n 's/.*ERROR SUMMARY: \([0-9]*\) error.*/\1/p') ;;
  esac
  echo "$line | synccheck ${check:-does-not-end}"
done
