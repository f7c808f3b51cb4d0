"""A program that stays and answers each line with a line: what one asks a library in a process of its own."""

import subprocess
import threading


class LineProcess:
    """Started with the first question, and again after it ended: a question that kills it costs that question."""

    def __init__(self, command):
        self.command, self.process = command, None

    def ask(self, line, seconds):
        """The answer to a line, without its end; None when the program died of it or took longer."""
        if self.process is None or self.process.poll() is not None:
            self.end()
            self.process = self.started()
        alarm = threading.Timer(seconds, self.process.kill)
        alarm.start()
        try:
            self.process.stdin.write(line + '\n')
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = ''
        finally:
            alarm.cancel()
        if not answer.endswith('\n'):
            self.end()
            return None
        return answer[:-1]

    def started(self):
        return subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def end(self):
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                # What was to be written when it died goes with it.
                pass
        self.process = None
