"""A process that answers each line with a line: calls of a library outside this program."""

import subprocess
import threading


class LineProcess:
    """Starts with the first question, and again after it ended; a crash costs one question."""

    def __init__(self, command):
        self.command, self.process = command, None

    def ask(self, line, seconds):
        """The answer to a line, without its line end; None when the process died or took longer."""
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
                # The unwritten output is lost with the process.
                pass
        self.process = None
