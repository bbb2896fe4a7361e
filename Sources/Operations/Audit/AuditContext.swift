import Foundation
import Identity
import IdentityWire
import Synchronization

/// On whose behalf the store is written to, for the audit log. What nobody asked for is the system's.
public struct AuditContext: Sendable {
  public enum Actor: Sendable, Equatable {
    /// The client of an API key: the account's own user, as far as the operation finds that out.
    case user
    case administrator(String)
    /// Somebody at the command line, by their name in the operating system.
    case commandLine(String)
    case system

    /// The system user who runs this program.
    public static var thisUser: Actor { .commandLine(NSUserName()) }
  }

  @TaskLocal public static var current = AuditContext(.system)

  var actor: Actor
  /// What the operation is for, where the writes alone do not say.
  var action: AuditAction?
  var clientAddress: String?
  var userAgent: String?
  /// The accounts that the operation works on.
  var scope: Scope?
  /// What the operation finds out about itself; nil outside of operations.
  var trail: AuditTrail?
  /// The id of an import of many uploads, which is recorded at its end and not with each upload.
  var importID: String?

  public init(_ actor: Actor) { self.actor = actor }

  /// Somebody whose request is of no project.
  public init(_ actor: Actor, from client: ClientDetails) {
    self.init(actor)
    clientAddress = client.ipAddress
    userAgent = client.userAgent
  }

  init(_ caller: Caller, _ action: AuditAction?) {
    actor =
      caller.actor
      ?? (caller.isAdministrator ? .administrator(caller.administratorName ?? "unknown") : .user)
    self.action = action
    clientAddress = caller.client.ipAddress
    userAgent = caller.client.userAgent
    scope = caller.scope
    trail = AuditTrail()
  }

  /// The system user who runs this program.
  public static var commandLine: AuditContext { AuditContext(.thisUser) }

  /// The actor in the log, given the account that the event is about.
  func actorText(about account: AccountID?) -> String {
    switch actor {
    case .user: account.map { "user:\($0)" } ?? "user"
    case .administrator(let name): "admin:\(name)"
    case .commandLine(let name): "cli:\(name)"
    case .system: "system"
    }
  }
}

/// What is found out in the course of one operation, for what the log says of it if it fails.
final class AuditTrail: Sendable {
  struct State {
    /// The account that was asked for first.
    var subject: AccountID?
    /// Whose ID token was verified, or whose mailed code was presented.
    var authenticated: AccountID?
    /// Stands for the address that was asked for first, where nobody has it.
    var identifierHash: String?
    /// Whether a write of the operation stands in the log.
    var hasRecorded = false
    var details: [String: String] = [:]
  }

  private let state = Mutex(State())

  var noted: State { state.withLock { $0 } }

  func noteSubject(_ id: AccountID) {
    state.withLock { state in
      if state.subject == nil, state.identifierHash == nil { state.subject = id }
    }
  }

  func noteUnknown(_ hash: @autoclosure () -> String) {
    guard state.withLock({ $0.subject == nil && $0.identifierHash == nil }) else { return }
    let hash = hash()
    state.withLock { $0.identifierHash = hash }
  }

  func noteAuthenticated(_ id: AccountID) {
    state.withLock { state in
      state.authenticated = id
      state.subject = id
    }
  }

  func note(_ name: String, _ value: String) { state.withLock { $0.details[name] = value } }

  func noteRecorded() { state.withLock { $0.hasRecorded = true } }
}
