import Foundation
import Synchronization

/// A source of the current time. Code that depends on time receives a clock or an ``Instant``.
public protocol WallClock: Sendable {
  func now() -> Instant
}

public struct SystemClock: WallClock {
  public init() {}

  public func now() -> Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}

/// A clock that tests and the development server can set.
public final class SettableClock: WallClock {
  private enum Setting {
    case fixed(Instant)
    case shifted(milliseconds: Int64)
  }

  private let setting: Mutex<Setting>

  /// Creates a clock that follows the system's time until it is set.
  public init() { setting = Mutex(.shifted(milliseconds: 0)) }

  /// Creates a clock that always returns one moment.
  public init(_ fixed: Instant) { setting = Mutex(.fixed(fixed)) }

  public func now() -> Instant {
    setting.withLock { setting in
      switch setting {
      case .fixed(let moment): moment
      case .shifted(let offset): Instant(milliseconds: SystemClock().now().milliseconds + offset)
      }
    }
  }

  public func advance(seconds: Int64) {
    setting.withLock { setting in
      switch setting {
      case .fixed(let moment): setting = .fixed(moment.adding(seconds: seconds))
      case .shifted(let offset): setting = .shifted(milliseconds: offset + seconds * 1000)
      }
    }
  }

  /// Returns to the system's time.
  public func reset() { setting.withLock { $0 = .shifted(milliseconds: 0) } }
}
