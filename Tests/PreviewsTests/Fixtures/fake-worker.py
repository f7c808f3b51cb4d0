"""A worker that draws nothing and misbehaves on request.

Speaks the messages of WorkerMessages.swift on descriptor 3. The page number of a request says what to do with it;
the first argument says how to start.
"""
import fcntl
import json
import os
import signal
import socket
import sys
import time

HELLO = {
    "protocolVersion": 4,
    "renderers": ["fake 1.0"],
    "protections": ["fileSystem", "systemCalls", "privileges", "limits"],
}
ALL_SEALS = 0xF


def memory_file(content, seals=ALL_SEALS):
    file = os.memfd_create("page", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.write(file, content)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, seals)
    return file


def rendered(width=10, height=20, scale=1):
    return {"rendered": {"_0": {"width": width, "height": height, "format": "png", "scale": scale}}}


def send(request, outcome, content, files=None, **changes):
    reply = {"id": request["id"], "outcome": outcome, "length": len(content), "microseconds": 5}
    reply.update(changes)
    files = [memory_file(content)] if files is None else files
    socket.send_fds(server, [json.dumps(reply).encode()], files)
    for file in files:
        os.close(file)


def refuse(request, code, files=(), detail="no"):
    send(request, {"failed": {"_0": {"code": code, "detail": detail}}}, b"", list(files))


def hang():
    while True:
        time.sleep(60)


def surroundings():
    """Everything that this process has of the world."""
    descriptors = {}
    for number in os.listdir("/proc/self/fd"):
        try:
            descriptors[number] = os.readlink("/proc/self/fd/" + number)
        except OSError:
            pass
    facts = {"environment": dict(os.environ), "descriptors": descriptors, "leads": os.getpgrp() == os.getpid()}
    return json.dumps(facts).encode()


def plain_file():
    return os.open("/etc/passwd", os.O_RDONLY)


def close_and_stay(request):
    server.close()
    hang()


BEHAVIOURS = {
    101: lambda request: os.kill(os.getpid(), signal.SIGSEGV),
    102: lambda request: hang(),
    103: lambda request: send(request, rendered(), b"image", [memory_file(b"image", 0)]),
    104: lambda request: send(request, rendered(), b"image", id=request["id"] + 1),
    105: lambda request: send(request, rendered(), b"image", length=4),
    106: lambda request: server.send(b"{not json"),
    107: lambda request: send(request, rendered(), b"image", []),
    108: lambda request: send(request, rendered(), b"image", [memory_file(b"image"), memory_file(b"image")]),
    109: lambda request: refuse(request, "quarantined"),
    110: lambda request: send(request, rendered(), b"image", [plain_file()]),
    111: lambda request: send(request, {"inspected": {}}, b'{"pageCount":0,"pages":[],"outline":[],"renderer":"x"}'),
    112: lambda request: refuse(request, "password-required", detail="It is \x1b[31mencrypted. " + "x" * 1000),
    113: lambda request: hang() if served else send(request, rendered(), b"fresh"),
    114: lambda request: server.send(b"x" * 150_000),
    115: lambda request: (time.sleep(0.15), send(request, rendered(), b"slow")),
    116: lambda request: refuse(request, "damaged", [memory_file(b"image")]),
    117: lambda request: sys.exit(0),
    118: close_and_stay,
    119: lambda request: send(request, rendered(width=100_000), b"image"),
    120: lambda request: send(request, rendered(), b"image", [memory_file(b"image", fcntl.F_SEAL_SHRINK)]),
    121: lambda request: send(request, rendered(), surroundings()),
    122: lambda request: send(request, rendered(), b""),
    123: lambda request: (send(request, rendered(), b"one"), send(request, rendered(), b"two")),
    124: lambda request: send(request, rendered(), b"image", microseconds=-5),
    125: lambda request: os.kill(os.getpid(), signal.SIGXCPU),
    127: lambda request: send(request, rendered(scale=0), b"image"),
    126: lambda request: os.kill(os.getpid(), signal.SIGSEGV) if served else send(request, rendered(), b"fresh"),
}


def answer(request, files):
    task = request["task"]
    if "sniff" in task:
        start = os.pread(files[0], 5, 0).decode("latin-1")
        found = {"mediaType": "text/plain", "encoding": "utf-8", "description": start}
        return send(request, {"sniffed": {}}, json.dumps(found).encode())
    if "inspect" in task:
        facts = {"pageCount": 1, "outline": [], "renderer": "fake 1.0"}
        facts["pages"] = [{"number": 1, "size": {"width": 10, "height": 20}, "label": "i"}]
        return send(request, {"inspected": {}}, json.dumps(facts).encode())
    if "text" in task:
        if task["text"]["page"] == 103:
            return send(request, {"text": {}}, b'{"words":')
        text = {"words": [{"text": "word", "box": {"x": 1, "y": 2, "width": 3, "height": 4}}], "links": []}
        return send(request, {"text": {}}, json.dumps(text).encode())
    page = task["render"]["_0"]["page"]
    if page in BEHAVIOURS:
        return BEHAVIOURS[page](request)
    content = os.pread(files[0], 1000, 0)
    return send(request, rendered(), b"page %d of " % page + content)


start = sys.argv[1] if len(sys.argv) > 1 else ""
server = socket.socket(fileno=3)
served = 0
if start == "no-hello":
    hang()
if start == "exit":
    sys.exit(7)
if start == "old-protocol":
    HELLO["protocolVersion"] = 99
if start == "garbage":
    server.send(b"good morning")
    hang()
server.send(json.dumps(HELLO).encode())
if start == "hello-and-exit":
    sys.exit(0)
while True:
    message, files, _, _ = socket.recv_fds(server, 128 * 1024, 4)
    if not message:
        sys.exit(0)
    answer(json.loads(message), files)
    served += 1
    for file in files:
        os.close(file)
