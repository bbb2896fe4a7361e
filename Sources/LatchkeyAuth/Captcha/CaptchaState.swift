/// The captcha settings and proofs that the ``Auth`` of one app stores.
struct CaptchaState: Sendable {
  /// One protected action at one server, for a tenant or for the project's own users.
  struct Subject: Hashable, Sendable {
    var action: CaptchaAction
    var tenant: String?
    var server: String
  }

  /// The mode that the server named for an action.
  enum Mode: Sendable {
    case off, audit, enforce

    /// Nil if the answer names no mode. An unknown mode, from a later server, counts as `enforce`.
    init?(_ name: String?) {
      switch name {
      case nil: return nil
      case "off": self = .off
      case "audit": self = .audit
      default: self = .enforce
      }
    }
  }

  /// The maximum number of remembered subjects. An app may use many tenants.
  private static let maximumSubjects = 64

  var tokenProvider: (any CaptchaTokenProvider)?
  private var protected: Set<Subject> = []

  /// True if the first request for the subject should already contain a proof.
  func isProtected(_ subject: Subject) -> Bool { protected.contains(subject) }

  mutating func note(_ mode: Mode, for subject: Subject) {
    guard mode != .off else {
      protected.remove(subject)
      return
    }
    if protected.count >= Self.maximumSubjects { protected.removeAll() }
    protected.insert(subject)
  }
}
