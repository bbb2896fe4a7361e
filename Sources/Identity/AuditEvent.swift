/// Who did what to which account, from where, and what came of it. Nothing in it is secret, and of people no more
/// than an account's id and the address of a client.
public struct AuditEvent: Sendable, Equatable, Codable {
  /// Of an operation that was done.
  public static let success = "success"
  /// Of a sign-in that waits for a second factor, or for the user's consent to be linked.
  public static let pending = "pending"

  /// What tells events apart, wherever they are sent.
  public var id: String
  /// The place in its chain, from 1; 0 until it has one.
  public var sequence: Int64 = 0
  public var at: Instant
  /// Nil for what concerns the whole installation.
  public var project: ProjectID?
  public var tenant: TenantID?
  /// `user:<id>` for the account's own user, `user` for whoever it was, `admin:<name>`, `cli:<user of the system>`,
  /// `system`.
  public var actor: String
  public var action: AuditAction
  public var account: AccountID?
  /// Stands for the address that was named, where there is no account of it: a keyed hash.
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

  /// The event with texts that others chose cut to a size, and to what can be shown.
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

  /// Not what moves a terminal's cursor, in C1 neither, or what turns a line round.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
