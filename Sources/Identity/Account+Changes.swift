extension Account {
  /// A part of an account, as the audit log names it.
  public enum Part: String, Sendable, CaseIterable {
    case email, emailVerified, phoneNumber, password, providers, factors, recoveryCodes, passkeys, disabled
    case customClaims
    case sessions, displayName, photoURL, emailLink, dates
  }

  /// Returns the parts that differ. A password that was only rehashed counts as unchanged.
  public func changes(from before: Account) -> Set<Part> {
    var changes: Set<Part> = []
    func compare(_ part: Part, _ isSame: Bool) { if !isSame { changes.insert(part) } }
    compare(.email, email == before.email)
    compare(.emailVerified, emailVerified == before.emailVerified)
    compare(.phoneNumber, phoneNumber == before.phoneNumber)
    compare(
      .password,
      passwordUpdatedAt == before.passwordUpdatedAt && (password == nil) == (before.password == nil))
    compare(
      .providers,
      Set(links.map(\.identityBytes)) == Set(before.links.map(\.identityBytes)))
    compare(.factors, factors.map(\.proof) == before.factors.map(\.proof))
    compare(.recoveryCodes, recoveryCodes?.hashes == before.recoveryCodes?.hashes)
    compare(.passkeys, passkeys.map(\.id) == before.passkeys.map(\.id))
    compare(.disabled, disabled == before.disabled)
    compare(.customClaims, customAttributes == before.customAttributes)
    compare(.sessions, tokenEpoch == before.tokenEpoch && validSince == before.validSince)
    compare(.displayName, displayName == before.displayName)
    compare(.photoURL, photoURL == before.photoURL)
    compare(.emailLink, emailLinkSignIn == before.emailLinkSignIn)
    compare(.dates, createdAt == before.createdAt)
    return changes
  }
}

extension ProviderLink {
  fileprivate var identityBytes: [[UInt8]] { [Array(providerID.utf8), Array(rawID.utf8)] }
}

extension EnrolledFactor {
  /// Identifies the phone or the authenticator app that proves the factor. The sealed seed is left out: it differs
  /// under each master key. A factor that keeps its id keeps its seed.
  public struct Proof: Sendable, Hashable {
    public var enrollmentID: String
    /// Nil for a TOTP factor.
    public var phoneNumber: String?
  }

  public var proof: Proof {
    switch kind {
    case .phone(let number): Proof(enrollmentID: enrollmentID, phoneNumber: number)
    case .totp: Proof(enrollmentID: enrollmentID, phoneNumber: nil)
    }
  }
}
