import DocumentModel
import Foundation
import Synchronization

@testable import Storage

extension InMemoryContentStore {
  func folder(_ folder: FolderPath) async throws(DocumentError) -> FoundFolder {
    try state.withLock { state throws(DocumentError) in try Self.found(folder, state) }
  }

  func folders(
    in folder: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> [FoundFolder] {
    try state.withLock { state throws(DocumentError) in
      _ = try Self.found(folder, state)
      let names = state.folders.filter { $0.parent == folder }.compactMap(\.names.last)
        .map { (key: NameSortKey.key(of: $0), name: $0) }
      let last = name.map { (key: NameSortKey.key(of: $0), name: $0) }
      let rest = names.filter { entry in last.map { $0 < entry } ?? true }.sorted(by: <)
      var found: [FoundFolder] = []
      for entry in rest.prefix(max(0, limit)) {
        found.append(try Self.found(folder.appending(entry.name), state))
      }
      return found
    }
  }

  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    let inner = state.withLock { $0.folders.filter { $0.isWithin(folder) } }
    for path in inner { _ = try Self.moved(path, from: folder, to: target).checked() }
  }

  func moveFolder(_ source: FolderPath, to target: FolderPath) async throws(DocumentError) {
    let target = try target.checked()
    try state.withLock { state throws(DocumentError) in
      guard !source.isTop, !target.isWithin(source), let parent = target.parent, let name = target.names.last
      else { throw DocumentError(.folderStays, "into itself") }
      guard state.folders.contains(source), state.folders.contains(parent) else {
        throw DocumentError(.notFound, "no such folder")
      }
      guard !state.folders.contains(target), state.files[Location(folder: parent, name: name)] == nil else {
        throw DocumentError(.nameTaken, "something is there")
      }
      try onChange()
      state.folders = Set(state.folders.map { Self.moved($0, from: source, to: target) })
      state.files = Dictionary(
        uniqueKeysWithValues: state.files.map { location, file in
          let folder = Self.moved(location.folder, from: source, to: target)
          return (Location(folder: folder, name: location.name), file)
        })
    }
  }

  func removeEmptyFolders(_ folder: FolderPath) async throws(DocumentError) -> LeftFiles {
    try state.withLock { state throws(DocumentError) in
      guard !folder.isTop else { throw DocumentError(.folderStays, "the top stays") }
      _ = try Self.found(folder, state)
      var left = LeftFiles()
      for location in state.files.keys where location.folder.isWithin(folder) {
        left.add(location.relativePath)
      }
      let files = state.files.keys.map(\.folder)
      state.folders = state.folders.filter { other in
        !other.isWithin(folder) || files.contains { $0.isWithin(other) }
      }
      return left
    }
  }

  func walk(in folder: FolderPath) -> AsyncThrowingStream<TreeFinding, any Error> {
    let found = state.withLock { state in
      state.files.filter { $0.key.folder.isWithin(folder) }.map { Self.placed($0.value, $0.key) }
    }
    return AsyncThrowingStream { continuation in
      for content in found { continuation.yield(.file(content)) }
      continuation.finish()
    }
  }

  func fingerprints(at locations: [Location]) async throws(DocumentError) -> [Location: Fingerprint] {
    state.withLock { state in
      locations.reduce(into: [:]) { $0[$1] = state.files[$1]?.fingerprint }
    }
  }

  private static func moved(
    _ folder: FolderPath, from source: FolderPath, to target: FolderPath
  ) -> FolderPath {
    guard folder.isWithin(source) else { return folder }
    return FolderPath(target.names + folder.names.dropFirst(source.names.count))
  }

  private static func found(_ folder: FolderPath, _ state: State) throws(DocumentError) -> FoundFolder {
    guard state.folders.contains(folder) else { throw DocumentError(.notFound, "no such folder") }
    let folders = state.folders.filter { $0.parent == folder }.compactMap(\.names.last)
    let files = state.files.keys.filter { $0.folder == folder }.map(\.name)
    return FoundFolder(
      path: folder, hasFolders: !folders.isEmpty,
      fingerprint: (folders.sorted().map { "\($0)/" } + files.sorted().map(\.description)).joined(
        separator: "/")
    )
  }
}
