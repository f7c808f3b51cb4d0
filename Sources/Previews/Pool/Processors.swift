import Glibc

enum Processors {
  static var count: Int { Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
