/// How long an archive becomes, member after member, before a byte of it is written.
struct ArchiveLength: Sendable {
  private(set) var offset: Int64 = 0
  private(set) var count = 0
  private var directory: Int64 = 0

  mutating func add(nameBytes: Int, size: Int64, isDated: Bool = false, hasDescriptor: Bool = false) {
    let packed = hasDescriptor ? StoredBlocks.length(of: size) : size
    let (isLong, isFar) = (packed >= ArchiveLayout.overflow, offset >= ArchiveLayout.overflow)
    let (name, dated) = (Int64(nameBytes), isDated ? ArchiveLayout.timeExtraBytes : 0)
    let far: Int64 = (isLong ? 16 : 0) + (isFar ? 8 : 0)
    directory += ArchiveLayout.recordBytes + name + (far == 0 ? 0 : far + 4) + dated
    let frame = Int64(ArchiveLayout.headerBytes) + name + (isLong ? 20 : 0) + dated
    let descriptor: Int64 = hasDescriptor ? (isLong ? 24 : 16) : 0
    offset = Self.sum(Self.sum(offset, frame + descriptor), packed)
    count += 1
  }

  /// Bytes of the whole archive; `.max` when there are more than a number can say, as holes in files can pretend.
  var total: Int64 {
    let isLong = ArchiveLayout.needsLongEnd(count: count, directory: directory, at: offset)
    let end = ArchiveLayout.endBytes + (isLong ? ArchiveLayout.longEndBytes : 0)
    return Self.sum(offset, directory + end)
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
