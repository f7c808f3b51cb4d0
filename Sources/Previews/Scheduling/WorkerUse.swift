/// What a worker takes of the machine, as the kernel counts it.
struct WorkerUse: Hashable, Sendable {
  /// Memory that it occupies now, in bytes.
  let residentBytes: Int
  /// Processor time of all its threads since it was started.
  let processorTime: Duration

  init(residentBytes: Int, processorTime: Duration = .zero) {
    self.residentBytes = residentBytes
    self.processorTime = processorTime
  }
}
