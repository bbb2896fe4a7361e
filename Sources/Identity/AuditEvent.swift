/// A record of an action: who did what to which account, from where, with what outcome. It contains no secrets. Its
/// only personal data are an account's id and a client's address.
public struct AuditEvent: Sendable, Equatable, Codable {
  /// The outcome of a completed operation.
  public static let success = "success"
  /// The outcome of a sign-in that waits for a second factor, or for the user's consent to linking.
  public static let pending = "pending"

  /// The event's id, which is the same in every system that receives the event.
  public var id: String
  /// The event's place in its chain, from 1; 0 until it is sealed.
  public var sequence: Int64 = 0
  public var at: Instant
  /// Nil for an event that belongs to no project, but to the whole installation.
  public var project: ProjectID?
  public var tenant: TenantID?
  /// `user:<id>` for the account's own user, `user` for an unknown user, `admin:<name>`, `cli:<user of the system>`,
  /// `system`.
  public var actor: String
  public var action: AuditAction
  public var account: AccountID?
  /// A keyed hash of the address that a request named, if no account has this address.
  public var identifierHash: String?
  /// ``success``, ``pending``, or the protocol's error code.
  public var outcome = Self.success
  public var clientAddress: String?
  public var userAgent: String?
  public var details: [String: String] = [:]

  public init(id: String, at moment: Instant, project: ProjectID?, actor: String, action: AuditAction) {
    self.id = id
    at = moment
    self.project = project
    self.actor = actor
    self.action = action
  }

  public static let maximumTextLength = 160
  public static let maximumDetailLength = 512
  public static let maximumDetails = 12

  /// The event with shortened and printable texts, because clients chose some of them.
  public var bounded: AuditEvent {
    var event = self
    event.actor = Self.printable(actor, limit: Self.maximumTextLength)
    event.outcome = Self.printable(outcome, limit: 64)
    event.clientAddress = clientAddress.map { Self.printable($0, limit: 64) }
    event.userAgent = userAgent.map { Self.printable($0, limit: Self.maximumTextLength) }
    event.details = [:]
    for (name, value) in details.sorted(by: { $0.key < $1.key }).prefix(Self.maximumDetails) {
      event.details[Self.printable(name, limit: 32)] = Self.printable(value, limit: Self.maximumDetailLength)
    }
    return event
  }

  private static func printable(_ text: String, limit: Int) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      shown.unicodeScalars.append(isShown(scalar) ? scalar : "?")
    }
    return shown
  }

  /// False for characters that move a terminal's cursor, C1 controls included, or that reverse the direction of a
  /// line.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
