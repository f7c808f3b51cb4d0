import Glibc
import Rendering

/// The sandboxed worker's process; everything it does is in ``WorkerProcess``.
@main struct SheafRender {
  static func main() {
    exit(WorkerProcess.run(CommandLine.arguments))
  }
}
