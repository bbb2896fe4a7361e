import Identity
import Synchronization

/// The progress of a download of users. Only this server knows the job. The job is lost when the server stops.
final class ExportJob: Sendable {
  enum Phase: String, Sendable {
    case running, done
    /// The client stopped reading, or not all users could be read.
    case stopped
  }

  struct State: Sendable {
    var phase = Phase.running
    var written = 0
    var endedAt: Instant?
  }

  /// The length of an id in characters. The page's script makes the id.
  static let idLength = 1...64

  let id: String
  let scope: Scope
  let startedAt: Instant
  private let state = Mutex(State())

  /// - Returns: nil if the id has other characters than letters and digits.
  init?(id: String, scope: Scope, startedAt: Instant) {
    guard Self.idLength.contains(id.utf8.count), id.utf8.allSatisfy(Self.isLetterOrDigit) else { return nil }
    self.id = id
    self.scope = scope
    self.startedAt = startedAt
  }

  var progress: State { state.withLock { $0 } }

  /// - Parameter count: the number of users sent.
  func note(written count: Int) { state.withLock { $0.written = count } }

  /// Ends the job. A job that has ended keeps its first outcome.
  func end(_ phase: Phase, at moment: Instant) {
    state.withLock { state in
      guard state.phase == .running else { return }
      state.phase = phase
      state.endedAt = moment
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
