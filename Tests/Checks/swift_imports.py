#!/usr/bin/env python3
"""Compares every Swift import with Package.swift, and Package.swift with the bans of the architecture.

The compiler allows imports of modules that dependencies happen to build; this check does not.
"""

import json
import re
import subprocess

from findings import TOP, exit_with, text_of, tracked

# Modules of the toolchain that any target may import.
SYSTEM = {
    'Foundation',
    'FoundationEssentials',
    'FoundationXML',
    'Glibc',
    'Synchronization',
    'Dispatch',
    'Testing',
}

# The only targets that may depend on these modules, whatever Package.swift declares.
OWNERS = {
    'GRDB': {'Storage', 'StorageTests', 'MaintenanceTests'},
    'CMicroHTTPD': {'HTTPServer'},
    'CLinux': {'LinuxSystem'},
    'CNettle': {'LinuxSystem'},
    'CZlib': {'HTTPServer', 'HTTPServerTests'},
    'CQREncode': {'WebApp'},
    'CStemmer': {'Storage'},
    **{
        module: {'Rendering'}
        for module in (
            'CDrawing', 'CPango', 'CVips', 'CTurboJPEG', 'CWebP', 'CDeflate', 'CMagic', 'CCharset', 'CMarkdown', 'CQPDF', 'CHighlight',
            'CMail', 'CHTML', 'CPixbuf', 'CRaw', 'CSandbox', 'CCertificate',
        )
    },
    'CArchive': {'Rendering', 'RenderingTests'},
    'Rendering': {'sheaf-render', 'RenderingTests'},
    'ArgumentParser': {'sheaf'},
    'WebApp': {'sheaf', 'WebAppTests'},
}
# Targets without dependencies, and the system modules that they may import.
PURE = {'DocumentModel': {'FoundationEssentials'}}
# The exception: Unicode normalisation is in no smaller module.
EXCEPTIONS = {('Sources/DocumentModel/Documents/Normalization.swift', 'Foundation')}
# Modules that these targets must not name.
BANS = {
    'HTTPServer': {'DocumentModel'},
    'Storage': {'Maintenance'},
    'Workspace': {'HTTPServer', 'Storage', 'Maintenance', 'Previews'},
    'Previews': {'Storage', 'HTTPServer'},
}
# The largest number of files that import a C module: the rest uses its wrapper.
MOST_FILES = 5
# The kernel's calls have no common object to wrap: one file each.
# The other numbers are the current ones, and must not rise.
MOST_FILES_OF = {'CLinux': 8, 'CMicroHTTPD': 8, 'CDrawing': 19}
# Modules that another product exports.
REEXPORTED = {'CoreMetrics': 'Metrics'}

IMPORT = re.compile(
    r'^(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|internal|package|private|fileprivate) +)?import +'
    r'(?:(?:struct|class|enum|protocol|func|var|let|typealias) +)?(\w+)',
    re.M,
)


def targets():
    """The targets of Package.swift: name → (kind, modules that it may import)."""
    dump = subprocess.run(
        ['swift', 'package', 'dump-package'], cwd=TOP, capture_output=True, check=True
    ).stdout
    return {
        target['name']: (target['type'], {dependency_name(one) for one in target['dependencies']})
        for target in json.loads(dump)['targets']
    }


def dependency_name(dependency):
    return next(iter(dependency.values()))[0]


def tested(kind, allowed, table):
    """A test may import the modules of the target that it tests."""
    known = [table[name][1] for name in allowed if name in table] if kind == 'test' else []
    return set().union(*known)


def files_of(name, kind):
    folder = 'Tests' if kind == 'test' else 'Sources'
    return tracked(f'{folder}/{name}/*.swift')


def check_target(name, kind, allowed, imports):
    permitted = allowed | PURE.get(name, SYSTEM)
    for path in files_of(name, kind):
        for module in IMPORT.findall(text_of(path)):
            imports.setdefault(module, {}).setdefault(name, []).append(path)
            if REEXPORTED.get(module, module) not in permitted and (path, module) not in EXCEPTIONS:
                yield f'{path}: imports {module}, which Package.swift does not give to {name}'


def check_owners(imports):
    for module, owners in OWNERS.items():
        for target, paths in imports.get(module, {}).items():
            if target not in owners:
                yield f'{paths[0]}: {module} belongs to {" and ".join(sorted(owners))}'
            elif module.startswith('C') and len(paths) > MOST_FILES_OF.get(module, MOST_FILES):
                yield f'{module} is imported in {len(paths)} files of {target}; wrap it in fewer'


def check_bans(table):
    for name, (_, allowed) in table.items():
        if name in PURE and allowed:
            yield f'Package.swift: {name} depends on {sorted(allowed)}; it depends on nothing'
        for module in sorted(allowed & BANS.get(name, set())):
            yield f'Package.swift: {name} must not know {module}'


def check_c_modules(table, imports):
    for name, (kind, _) in table.items():
        users = {target.removesuffix('Tests') for target in imports.get(name, {})}
        if (kind == 'system' or (name.startswith('C') and not files_of(name, kind))) and len(users) > 1:
            yield f'{name} is imported by {", ".join(sorted(users))}; one target owns a C module'
        if (
            name.startswith('C')
            and kind in ('system', 'regular')
            and name not in OWNERS
            and not files_of(name, kind)
        ):
            yield f'{name} has no owner in Tests/Checks/swift_imports.py'


def main():
    table, imports, findings = targets(), {}, []
    for name, (kind, allowed) in table.items():
        findings += check_target(name, kind, allowed | tested(kind, allowed, table), imports)
    findings += [*check_owners(imports), *check_bans(table), *check_c_modules(table, imports)]
    exit_with(
        findings, 'Swift imports against the module graph', sum(len(users) for users in imports.values())
    )


if __name__ == '__main__':
    main()
