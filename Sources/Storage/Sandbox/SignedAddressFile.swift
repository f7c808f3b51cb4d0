public import DocumentModel
import FoundationEssentials

/// The secret of signed addresses, as JSON in `Library/addresses.json`.
///
/// The file may be removed while no server runs: addresses that were given out end then.
public struct SignedAddressFile: SignedAddressStore {
  private let file: LibraryFile
  static let maximumBytes: Int64 = 16 << 20

  /// The secret of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.addresses, maximumBytes: Self.maximumBytes)
  }

  /// The book that was kept last; nil at first.
  ///
  /// Throws `.storageFailed` when the file cannot be understood.
  public func book() async throws(DocumentError) -> SignedAddressBook? {
    guard let bytes = try await file.read() else { return nil }
    guard let book = Self.decode(bytes) else {
      throw DocumentError(.storageFailed, "Library/addresses.json holds no secret; remove it")
    }
    return book
  }

  static func decode(_ bytes: [UInt8]) -> SignedAddressBook? {
    guard let book = try? JSONDecoder().decode(SignedAddressBook.self, from: Data(bytes)),
      book.secret.count == 32
    else { return nil }
    return book
  }

  /// Keeps `book` in place of the earlier one, durably.
  public func save(_ book: SignedAddressBook) async throws(DocumentError) {
    try await file.write(LibraryFile.json(book, at: SandboxPath.addresses))
  }
}
