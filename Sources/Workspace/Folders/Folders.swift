public import DocumentModel
import FoundationEssentials

/// Folders: the tree has them, empty ones too; the index knows what documents are in them.
public struct Folders: UsesServices {
  let documents: Documents

  var services: Services { documents.services }
  var tree: Tree { documents.tree }

  /// One folder.
  ///
  /// Throws `.notFound` when it is not there.
  public func folder(_ path: FolderPath) async throws(DocumentError) -> Folder {
    let found = try await directory.folder(path)
    return Self.folder(found, try await index.tallies(of: [path])[path])
  }

  /// The folders directly in `path`, in the order of lists by name, after the one called `name`; at most `limit`.
  public func folders(
    in path: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> FolderList {
    // One more than asked for tells whether there is a next page.
    let found = try await directory.folders(in: path, after: name, limit: limit + 1)
    return try await page(found, limit: limit)
  }

  /// The folders below `path` at any depth, each before those in it, after the folder `last`; at most `limit`.
  ///
  /// A page takes memory for itself and what is beside it on the way down, however many folders there are.
  public func folders(
    below path: FolderPath, after last: FolderPath?, limit: Int
  ) async throws(DocumentError) -> FolderList {
    guard last?.isWithin(path) ?? true else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    _ = try await directory.folder(path)
    var walk = FolderWalk(below: path, after: last)
    var found: [FoundFolder] = []
    while found.count <= limit, let next = try await walk.next(in: directory, limit: limit + 1) {
      found.append(next)
    }
    return try await page(found, limit: limit)
  }

  private func page(_ found: [FoundFolder], limit: Int) async throws(DocumentError) -> FolderList {
    let listed = Array(found.prefix(limit))
    let tallies = try await index.tallies(of: listed.map(\.path))
    return FolderList(
      folders: listed.map { Self.folder($0, tallies[$0.path]) },
      next: found.count > limit ? listed.last?.path : nil)
  }

  static func folder(_ found: FoundFolder, _ tally: FolderTally?) -> Folder {
    let changed = tally.map { "\($0.documents):\(($0.modified.timeIntervalSince1970 * 1_000_000).rounded())" }
    return Folder(
      path: found.path, documents: tally?.documents ?? 0, hasFolders: found.hasFolders,
      state: "\(found.path):\(found.fingerprint):\(changed ?? "")")
  }

  /// Makes a folder; tells whether it is new.
  ///
  /// Throws `.notFound` when the one that it is to lie in is not there, unless `parents` are to be made; `.nameTaken`
  /// when something else has the name.
  public func makeFolder(
    _ path: FolderPath, parents: Bool
  ) async throws(DocumentError) -> (folder: Folder, isNew: Bool) {
    if !parents, let parent = path.parent {
      try await requireFolder(parent, "the folder \"\(parent)\" is not there")
    }
    // `Documents` itself is there.
    let isNew = path.isTop ? false : try await directory.makeFolder(path)
    if isNew, let parent = path.parent { notices.post(.folders(parent)) }
    return (try await folder(path), isNew)
  }

  func requireFolder(_ path: FolderPath, _ absence: String) async throws(DocumentError) {
    do throws(DocumentError) {
      _ = try await directory.folder(path)
    } catch  where error.code == .notFound {
      throw DocumentError(.notFound, absence, cause: error)
    }
  }
}

/// A walk over folders from the top down, in the order of their names.
private struct FolderWalk {
  private struct Frame {
    let folder: FolderPath
    var last: FileName?
    var ready: ArraySlice<FoundFolder> = []
    var isComplete = false
  }

  private var frames: [Frame]

  init(below path: FolderPath, after last: FolderPath?) {
    frames = [Frame(folder: path)]
    for name in last?.names.dropFirst(path.names.count) ?? [] {
      let folder = frames[frames.count - 1].folder
      frames[frames.count - 1].last = name
      frames.append(Frame(folder: folder.appending(name)))
    }
  }

  mutating func next(
    in directory: any DirectoryTree, limit: Int
  ) async throws(DocumentError) -> FoundFolder? {
    while var frame = frames.popLast() {
      if frame.ready.isEmpty, !frame.isComplete { try await Self.read(&frame, in: directory, limit) }
      guard let found = frame.ready.popFirst() else { continue }
      frame.last = found.path.names.last
      frames.append(frame)
      if found.hasFolders { frames.append(Frame(folder: found.path)) }
      return found
    }
    return nil
  }

  private static func read(
    _ frame: inout Frame, in directory: any DirectoryTree, _ limit: Int
  ) async throws(DocumentError) {
    do throws(DocumentError) {
      frame.ready = try await directory.folders(in: frame.folder, after: frame.last, limit: limit)[...]
    } catch  where error.code == .notFound {
      // The folder was removed meanwhile.
      frame.ready = []
    }
    frame.isComplete = frame.ready.count < limit
  }
}
