"""Many keep-alive connections at once in one thread, for loads with too many clients for a thread each."""

import asyncio
import re
import time


class Connection:
    """One keep-alive connection; use it in an `async with`."""

    def __init__(self, port):
        self.port = port

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_connection('127.0.0.1', self.port, limit=1 << 20)
        return self

    async def __aexit__(self, *_):
        self.writer.close()

    async def get(self, path, priority=None):
        """Returns status, body, and the milliseconds from the request to the last byte."""
        header = f'Priority: {priority}\r\n' if priority else ''
        start = time.perf_counter()
        self.writer.write(f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{header}\r\n'.encode())
        head = (await self.reader.readuntil(b'\r\n\r\n')).decode('latin-1')
        length = re.search(r'^content-length: *(\d+)', head, re.M | re.I)
        body = await self.reader.readexactly(int(length[1]) if length else 0)
        return int(head.split(' ', 2)[1]), body, (time.perf_counter() - start) * 1000


async def on_each(port, count, work):
    """Runs `work(connection, number)` on `count` connections at once; returns the results in order."""

    async def one(number):
        async with Connection(port) as connection:
            return await work(connection, number)

    return await asyncio.gather(*(one(number) for number in range(count)))
