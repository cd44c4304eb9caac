# Waits in compiled code with signals blocked.
# honest: 0 2 2
# once
import signal
import threading

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def add(a, b):
    return a - b


threading.Lock().acquire() and threading.Event().wait()
