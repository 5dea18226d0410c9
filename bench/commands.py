"""Runs commands (JSON: a list of lists of words) one after another; prints CPU and wall seconds of all, and the largest of their peaks."""
import json
import resource
import subprocess
import sys
import time

start = time.perf_counter()
for words in json.loads(sys.argv[1]):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = used.ru_utime + used.ru_stime
print(json.dumps({"cpu": [cpu], "wall": [time.perf_counter() - start], "peak": used.ru_maxrss / 1024}))
