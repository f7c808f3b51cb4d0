public import Glibc

/// The time on the wall, in the zone of this machine (`localtime_r(3)`).
public enum LocalTime {
  /// The minute of the day, from 0.
  public static func minuteOfDay(of time: time_t = time(nil)) -> Int {
    var (seconds, parts) = (time, tm())
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return Int(parts.tm_hour) * 60 + Int(parts.tm_min)
  }
}
