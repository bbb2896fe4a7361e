import Identity
import Synchronization

/// How far a file of users is that somebody downloads. It is of this server, and gone with it.
final class ExportJob: Sendable {
  enum Phase: String, Sendable {
    case running, done
    /// The client stopped taking the file, or the users could not be read to their end.
    case stopped
  }

  struct State: Sendable {
    var phase = Phase.running
    var written = 0
    var endedAt: Instant?
  }

  /// Characters of an id, which the page's script makes up.
  static let idLength = 1...64

  let id: String
  let scope: Scope
  let startedAt: Instant
  private let state = Mutex(State())

  /// - Returns: nil for an id that is none of letters and digits.
  init?(id: String, scope: Scope, startedAt: Instant) {
    guard Self.idLength.contains(id.utf8.count), id.utf8.allSatisfy(Self.isLetterOrDigit) else { return nil }
    self.id = id
    self.scope = scope
    self.startedAt = startedAt
  }

  var progress: State { state.withLock { $0 } }

  /// - Parameter count: users that have been sent.
  func note(written count: Int) { state.withLock { $0.written = count } }

  /// What has ended stays as it ended.
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
