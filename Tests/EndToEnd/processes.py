"""Facts about running processes from /proc."""

import os


def status(pid):
    """The fields of /proc/PID/status; empty when there is no such process."""
    try:
        with open(f'/proc/{pid}/status') as file:
            return dict(line.rstrip('\n').split(':\t', 1) for line in file if ':\t' in line)
    except (FileNotFoundError, ProcessLookupError):
        return {}


def is_alive(pid):
    """Whether the process runs; a zombie does not."""
    return status(pid).get('State', 'Z')[0] not in 'ZX'


def resident_bytes(pid):
    """Memory of the process in RAM; 0 when it has ended."""
    return int(status(pid).get('VmRSS', '0 kB').split()[0]) * 1024


def processor_ticks(pid):
    """Processor time of the process so far, in clock ticks; 0 when it has ended."""
    try:
        with open(f'/proc/{pid}/stat') as file:
            fields = file.read().rsplit(')', 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(fields[11]) + int(fields[12])


def children(parent, name):
    """Process ids of the living children of `parent` whose command is called `name`."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        fields = status(pid)
        if (
            fields.get('PPid') == str(parent)
            and fields.get('Name') == name[:15]
            and fields['State'][0] not in 'ZX'
        ):
            found.append(int(pid))
    return sorted(found)


def threads(pid):
    """Of each thread of the process its name, niceness and processor time in clock ticks, by its number."""
    found = {}
    for thread in os.listdir(f'/proc/{pid}/task'):
        try:
            with open(f'/proc/{pid}/task/{thread}/stat') as file:
                name, fields = file.read().split('(', 1)[1].rsplit(')', 1)
        except (FileNotFoundError, ProcessLookupError):
            continue
        fields = fields.split()
        found[int(thread)] = (name, int(fields[16]), int(fields[11]) + int(fields[12]))
    return found
