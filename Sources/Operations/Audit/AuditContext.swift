import Foundation
import Identity
import IdentityWire
import Synchronization

/// The origin of writes to the store, for the audit log. Writes without a request are recorded as the system's.
public struct AuditContext: Sendable {
  public enum Actor: Sendable, Equatable {
    /// A client with an API key. Recorded as `user:ID` if the operation authenticates the user or changes the account,
    /// otherwise as `user`. A person who disowns an account is recorded as `user`, too.
    case user
    case administrator(String)
    /// A user of the command line, with their name in the operating system.
    case commandLine(String)
    case system

    /// The system user who runs this program.
    public static var thisUser: Actor { .commandLine(NSUserName()) }
  }

  @TaskLocal public static var current = AuditContext(.system)

  var actor: Actor
  /// The operation's purpose. The writes alone do not always show it.
  var action: AuditAction?
  var clientAddress: String?
  var userAgent: String?
  /// The accounts that the operation works on.
  var scope: Scope?
  /// Facts that the operation notes about itself; nil outside of operations.
  var trail: AuditTrail?
  /// The ID of an import with several uploads. Such an import is recorded once, at its end.
  var importID: String?

  public init(_ actor: Actor) { self.actor = actor }

  /// Creates the context of a request that does not belong to a project.
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

  /// Returns the actor's text in the log, given the account that the event is about.
  func actorText(about account: AccountID?) -> String {
    switch actor {
    case .user: account.map { "user:\($0)" } ?? "user"
    case .administrator(let name): "admin:\(name)"
    case .commandLine(let name): "cli:\(name)"
    case .system: "system"
    }
  }
}

/// Collects facts about one operation. Its audit records contain them, also if the operation fails.
final class AuditTrail: Sendable {
  struct State {
    /// The first account that the request named.
    var subject: AccountID?
    /// The account whose ID token was verified or whose mailed code was presented.
    var authenticated: AccountID?
    /// The keyed hash of the first address in the request, if no account has this address.
    var identifierHash: String?
    /// True if a write of the operation is recorded in the log.
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
