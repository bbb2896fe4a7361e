/// A kind of event that webhooks receive, by its name in messages.
public enum WebhookEventKind: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  case created = "user.created"
  case signedIn = "user.signed_in"
  case linked = "user.linked"
  case unlinked = "user.unlinked"
  case passwordChanged = "user.password_changed"
  case emailChanged = "user.email_changed"
  case emailVerified = "user.email_verified"
  case phoneNumberChanged = "user.phone_number_changed"
  case factorChanged = "user.factor_changed"
  case passkeyChanged = "user.passkey_changed"
  case claimsChanged = "user.claims_changed"
  case disabled = "user.disabled"
  case enabled = "user.enabled"
  case sessionsRevoked = "user.sessions_revoked"
  /// A change that has no kind of its own.
  case updated = "user.updated"
  case deleted = "user.deleted"
  /// Many accounts were imported at once. There is no event for each account.
  case imported = "users.imported"
  /// All accounts of a project or tenant were deleted.
  case allDeleted = "users.deleted"
  /// An administrator tests a webhook. Webhooks cannot subscribe to this kind.
  case test = "webhook.test"

  /// The kinds that a webhook can subscribe to.
  public static let subscribable = allCases.filter { $0 != .test }

  /// The kind with a name; nil if no webhook can subscribe to it.
  public init?(subscribable name: String) {
    guard let kind = WebhookEventKind(rawValue: name), kind != .test else { return nil }
    self = kind
  }

  /// The part after the dot. Message ids end with it.
  public var suffix: Substring {
    rawValue[rawValue.index(after: rawValue.firstIndex(of: ".") ?? rawValue.startIndex)...]
  }

  /// The kinds of an audit event, in the order in which they are sent. Empty for events that are not sent to webhooks:
  /// refused events, pending events, and actions without a kind.
  public static func kinds(of event: AuditEvent) -> [WebhookEventKind] {
    guard event.project != nil else { return [] }
    // An interrupted import may have created accounts before the interruption.
    if event.action == .imports, event.details["accounts"].flatMap({ Int64($0) }) ?? 0 > 0 {
      return [.imported]
    }
    guard event.outcome == AuditEvent.success else { return [] }
    switch event.action {
    case .deletionOfAll, .tenantDeletion: return [.allDeleted]
    default: break
    }
    guard event.account != nil else { return [] }
    switch event.action {
    case .deletion: return [.deleted]
    case .accountCreation: return [.created]
    case .signUp: return [.created, .signedIn]
    case .signOut, .refreshTokenReuse: return [.sessionsRevoked]
    default: break
    }
    var kinds = changes(of: event)
    if let own = kind(of: event.action) { kinds.insert(own) }
    return allCases.filter(kinds.contains)
  }

  /// The kind that an action always has. Nil if the kinds depend only on the changed parts of the account.
  private static func kind(of action: AuditAction) -> WebhookEventKind? {
    switch action {
    case .signIn: .signedIn
    case .disabling: .disabled
    case .enabling: .enabled
    case .revocation: .sessionsRevoked
    case .disowning: .updated
    default: nil
    }
  }

  private static func changes(of event: AuditEvent) -> Set<WebhookEventKind> {
    var kinds: Set<WebhookEventKind> = []
    for part in event.detailList("changed", separator: ",").compactMap(Account.Part.init(rawValue:)) {
      switch part {
      case .email: kinds.insert(.emailChanged)
      case .emailVerified: kinds.insert(.emailVerified)
      case .phoneNumber: kinds.insert(.phoneNumberChanged)
      case .password: kinds.insert(.passwordChanged)
      case .providers:
        let words = event.detailList("providers", separator: " ")
        if words.contains(where: { $0.hasPrefix("+") }) { kinds.insert(.linked) }
        if words.contains(where: { $0.hasPrefix("-") }) { kinds.insert(.unlinked) }
        // A new identity replaced another one at the same provider.
        if words.isEmpty { kinds.insert(.linked) }
      case .factors, .recoveryCodes: kinds.insert(.factorChanged)
      case .passkeys: kinds.insert(.passkeyChanged)
      case .customClaims: kinds.insert(.claimsChanged)
      case .sessions: kinds.insert(.sessionsRevoked)
      case .disabled where event.action == .disabling || event.action == .enabling: break
      case .disabled, .displayName, .photoURL, .emailLink, .dates: kinds.insert(.updated)
      }
    }
    return kinds
  }
}

extension AuditEvent {
  /// The items of a detail; empty if it is missing.
  public func detailList(_ name: String, separator: Character) -> [String] {
    details[name]?.split(separator: separator).map(String.init) ?? []
  }
}
