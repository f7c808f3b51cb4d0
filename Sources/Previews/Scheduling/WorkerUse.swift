/// A worker's use of the machine, as the kernel counts it.
struct WorkerUse: Hashable, Sendable {
  /// Resident memory, in bytes.
  let residentBytes: Int
  /// Processor time of all its threads since its start.
  let processorTime: Duration

  init(residentBytes: Int, processorTime: Duration = .zero) {
    self.residentBytes = residentBytes
    self.processorTime = processorTime
  }
}
