import LinuxSystem

/// A file that was the index, or is a copy of it.
package struct IndexCopy: Sendable {
  package let name: IndexCopyName
  /// When it was written, in nanoseconds since 1970, as the file says.
  package let modified: Int64

  package var path: String { name.path }

  /// Those of the given kinds in the workspace at `root`, the latest one first.
  ///
  /// Blocks.
  package static func all(_ kinds: [IndexCopyName.Kind], in root: SandboxRoot) throws -> [IndexCopy] {
    var found: [IndexCopy] = []
    for folder in Set(kinds.map(\.folder)) {
      guard let directory = try root.directory.directoryIfPresent(folder) else { continue }
      for text in try directory.entries().compactMap(\.name) {
        guard let name = IndexCopyName(text), kinds.contains(name.kind), name.kind.folder == folder,
          let status = try directory.statusIfPresent(text), status.kind == .regular
        else { continue }
        found.append(IndexCopy(name: name, modified: status.modified))
      }
    }
    return found.sorted { ($0.name.number, $0.modified, $0.path) > ($1.name.number, $1.modified, $1.path) }
  }

  /// The name of the next one.
  ///
  /// Blocks.
  package static func next(
    _ kind: IndexCopyName.Kind, _ label: String, in root: SandboxRoot
  ) throws -> IndexCopyName {
    let last = try all(IndexCopyName.Kind.allCases, in: root).first?.name.number ?? 0
    return IndexCopyName(kind, label, number: last + 1)
  }
}

/// The name of a file that was the index, or is a copy of it: `index-of-2026-11-21T140900Z-7.sqlite`.
///
/// The number alone says which of them is later, whatever kind they are. It grows, while clocks may go backwards and any program
/// may set a file's time. Earlier releases gave no number; what they left is older than all that has one.
package struct IndexCopyName: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// From before the index was brought to another form; the label is the first step.
    case before = "index-before-"
    /// Of a day; the label is when it was made.
    case daily = "index-of-"
    /// The index itself, put aside because it was damaged; the label is when that was.
    case aside = "index.corrupt-"

    var folder: String { self == .aside ? SandboxArea.library.path : SandboxPath.indexCopies }
  }

  private static let ending = ".sqlite"
  /// There is always a next one.
  private static let numbers = 1..<(1 << 31)

  package let kind: Kind
  let label: String
  /// 0 for a name of an earlier release.
  package let number: Int

  init(_ kind: Kind, _ label: String, number: Int) {
    self.kind = kind
    self.label = label
    self.number = number
  }

  init?(_ text: String) {
    guard let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }), text.hasSuffix(Self.ending)
    else { return nil }
    let inner = text.dropFirst(kind.rawValue.count).dropLast(Self.ending.count)
    guard let dash = inner.lastIndex(of: "-"), let number = Int(inner[inner.index(after: dash)...]),
      Self.numbers.contains(number), inner[dash...] == "-\(number)"
    else {
      self.init(kind, String(inner), number: 0)
      return
    }
    self.init(kind, String(inner[..<dash]), number: number)
  }

  package var text: String { "\(kind.rawValue)\(label)\(number > 0 ? "-\(number)" : "")\(Self.ending)" }

  package var path: String { "\(kind.folder)/\(text)" }
}
