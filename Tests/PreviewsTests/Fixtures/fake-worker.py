"""A worker that draws nothing and misbehaves on request.

The worker speaks the messages of WorkerMessages.swift on descriptor 3. The page number of a request selects the
behaviour, the first argument the start.
"""
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import sys
import time

HELLO = {
    "protocolVersion": 13,
    "renderers": ["fake 1.0"],
    "protections": ["fileSystem", "systemCalls", "privileges", "limits", "namespaces", "root"],
}


def rendered(width=10, height=20, scale=1):
    return {"rendered": {"_0": {"width": width, "height": height, "format": "png", "scale": scale, "skew": 0}}}


def say(request, outcome, files=(), **changes):
    reply = {"id": request["id"], "outcome": outcome, "microseconds": 5}
    reply.update(changes)
    socket.send_fds(server, [json.dumps(reply).encode()], list(files))


def send(request, outcome, content, files=(), **changes):
    """Writes the answer into the memory file that came with the request, then replies."""
    os.write(answer_file, content)
    say(request, outcome, files, **{"length": len(content), **changes})


def refuse(request, code, content=b"", detail="no"):
    os.write(answer_file, content)
    say(request, {"failed": {"_0": {"code": code, "detail": detail}}}, length=0)


def sealed_already(request):
    """Seals the file against further seals, so its content stays writable."""
    os.write(answer_file, b"image")
    fcntl.fcntl(answer_file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SEAL)
    say(request, rendered(), length=5)


def mapped_still(request):
    os.write(answer_file, b"image")
    kept.append(mmap.mmap(answer_file, 5))
    say(request, rendered(), length=5)


def burn():
    while True:
        pass


def hang():
    while True:
        time.sleep(60)


def surroundings():
    """The environment, descriptors and limits of this process."""
    descriptors = {}
    for number in os.listdir("/proc/self/fd"):
        try:
            descriptors[number] = os.readlink("/proc/self/fd/" + number)
        except OSError:
            pass
    facts = {"environment": dict(os.environ), "descriptors": descriptors, "leads": os.getsid(0) == os.getpid()}
    facts["processorTime"] = resource.getrlimit(resource.RLIMIT_CPU)
    return json.dumps(facts).encode()


def plain_file():
    return os.open("/etc/passwd", os.O_RDONLY)


def close_and_stay(request):
    server.close()
    hang()


BEHAVIOURS = {
    101: lambda request: os.kill(os.getpid(), signal.SIGSEGV),
    102: lambda request: hang(),
    103: sealed_already,
    104: lambda request: send(request, rendered(), b"image", id=request["id"] + 1),
    105: lambda request: send(request, rendered(), b"image", length=4),
    106: lambda request: server.send(b"{not json"),
    107: lambda request: say(request, rendered(), length=5),
    108: lambda request: send(request, rendered(), b"image", [answer_file]),
    109: lambda request: refuse(request, "quarantined"),
    110: lambda request: send(request, rendered(), b"image", [plain_file()]),
    111: lambda request: send(request, {"inspected": {}}, b'{"pageCount":0,"pages":[],"outline":[],"isTruncated":false,"renderer":"x"}'),
    112: lambda request: refuse(request, "password-required", detail="It is \x1b[31mencrypted. " + "x" * 1000),
    113: lambda request: hang() if served else send(request, rendered(), b"fresh"),
    114: lambda request: server.send(b"x" * 150_000),
    115: lambda request: (time.sleep(0.15), send(request, rendered(), b"slow")),
    116: lambda request: refuse(request, "damaged", b"image"),
    117: lambda request: sys.exit(0),
    118: close_and_stay,
    119: lambda request: send(request, rendered(width=100_000), b"image"),
    120: mapped_still,
    121: lambda request: send(request, rendered(), surroundings()),
    122: lambda request: send(request, rendered(), b""),
    123: lambda request: (send(request, rendered(), b"one"), say(request, rendered(), length=3)),
    124: lambda request: send(request, rendered(), b"image", microseconds=-5),
    127: lambda request: send(request, rendered(scale=0), b"image"),
    128: lambda request: burn(),
    129: lambda request: (send(request, rendered(), b"done"), burn()),
}


def compare(request, page, files):
    if page in BEHAVIOURS:
        return BEHAVIOURS[page](request)
    image = {"width": 10, "height": 20, "format": "png", "scale": 1, "skew": 0}
    size = {"width": 10, "height": 20}
    found = {"image": image, "size": size, "changed": 2 if page == 3 else 1, "removed": 0, "added": 1, "boxes": []}
    contents = b" and ".join(os.pread(file, 1000, 0) for file in files)
    return send(request, {"compared": {"_0": found}}, contents)


def answer(request, files):
    task = request["task"]
    if "sniff" in task:
        start = os.pread(files[0], 5, 0).decode("latin-1")
        found = {"mediaType": "text/plain", "encoding": "utf-8", "confidence": 1, "description": start}
        return send(request, {"sniffed": {}}, json.dumps(found).encode())
    if "inspect" in task:
        facts = {"pageCount": 1, "outline": [], "renderer": "fake 1.0", "isTruncated": False}
        facts["pages"] = [{"number": 1, "size": {"width": 10, "height": 20}, "label": "i"}]
        return send(request, {"inspected": {}}, json.dumps(facts).encode())
    if "page" in task:
        number = task["page"]["_0"]
        if number in BEHAVIOURS:
            return BEHAVIOURS[number](request)
        facts = {"number": number, "size": {"width": 10 * number, "height": 20}, "label": "page %d" % number}
        return send(request, {"page": {}}, json.dumps(facts).encode())
    if "text" in task:
        if task["text"]["page"] == 103:
            return send(request, {"text": {}}, b'{"words":')
        text = {"words": ["word"], "boxes": [1, 2, 3, 4], "links": []}
        return send(request, {"text": {}}, json.dumps(text).encode())
    if "compare" in task:
        return compare(request, task["compare"]["_0"]["request"]["page"], files)
    page = task["render"]["_0"]["page"]
    if page in BEHAVIOURS:
        return BEHAVIOURS[page](request)
    content = os.pread(files[0], 1000, 0)
    return send(request, rendered(), b"page %d of " % page + content)


start = sys.argv[1] if len(sys.argv) > 1 else ""
server = socket.socket(fileno=3)
served = 0
kept = []
if start == "no-hello":
    hang()
if start == "exit":
    sys.exit(7)
if start == "old-protocol":
    HELLO["protocolVersion"] = 99
if start.startswith("without-"):
    for wall in start.removeprefix("without-").split("-"):
        HELLO["protections"].remove(wall)
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
    answer_file = files[-1]
    answer(json.loads(message), files[:-1])
    served += 1
    for file in files:
        os.close(file)
