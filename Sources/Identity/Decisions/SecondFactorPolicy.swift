/// The rule of a project or tenant for second factors. Every decision that depends on whether an account has a second
/// factor asks ``Account/hasSecondFactor(_:)``.
public enum SecondFactorPolicy: Sendable, Equatable {
  /// A sign-in needs a second factor if the user enrolled one. A passkey is another way to sign in.
  case optional
  /// Every sign-in needs a second factor: see ``MultiFactorSettings/requiresFactor(now:)``.
  ///
  /// - Parameter passkeysFor: the RP ID of the passkeys that count as two factors, and so as second factors. Nil if no
  ///   passkey counts as two factors.
  case required(passkeysFor: String?)

  public var isRequired: Bool { self != .optional }
}

extension Account {
  /// The passkeys that are second factors of the account. Passkeys that nobody can use are left out: see
  /// ``passkeys(madeFor:)``.
  public func passkeysAsSecondFactors(_ policy: SecondFactorPolicy) -> [Passkey] {
    guard case .required(let rpID?) = policy else { return [] }
    return passkeys(madeFor: rpID)
  }

  /// True if a sign-in with one other factor must also prove a second factor of the account.
  public func hasSecondFactor(_ policy: SecondFactorPolicy) -> Bool {
    !factors.isEmpty || !passkeysAsSecondFactors(policy).isEmpty
  }

  /// Checks that a user's change leaves the account a second factor if one is required. Otherwise, anyone with the
  /// first factor could enrol another.
  ///
  /// - Parameter before: the account before the change.
  /// - Throws: `OPERATION_NOT_ALLOWED`.
  func requireSecondFactor(since before: Account, _ policy: SecondFactorPolicy) throws(IdentityError) {
    guard policy.isRequired, before.hasSecondFactor(policy), !hasSecondFactor(policy) else { return }
    throw .refused(
      .operationNotAllowed, "A second factor is required. Enrol another before you remove this one.")
  }

  /// Keeps the passkeys that a change removed, if they were the account's last second factors. The person who reads the
  /// mail of a verified address may remove ways to sign in, but never the last second factor.
  ///
  /// - Parameter before: the account before the change.
  mutating func keepLastSecondFactor(of before: Account, _ policy: SecondFactorPolicy) {
    guard !hasSecondFactor(policy) else { return }
    passkeys += before.passkeysAsSecondFactors(policy)
  }

  /// Keeps the last second factors, as ``keepLastSecondFactor(of:_:)`` does, when a change of the address is undone. Passkeys
  /// that were added after the change may be a thief's, who would sign in with them alone. If the account had no others, it
  /// is disabled: the mailbox alone is one factor, so an administrator decides.
  ///
  /// - Parameter before: the account before the recovery.
  mutating func keepLastSecondFactor(
    of before: Account, undoing change: EmailChange, _ policy: SecondFactorPolicy
  ) {
    guard change.wasVerified, !hasSecondFactor(policy) else { return }
    let removed = before.passkeysAsSecondFactors(policy)
    passkeys += removed.filter { change.passkeysAtChange?.contains($0.id) == true }
    if !removed.isEmpty, !hasSecondFactor(policy) { disabled = true }
  }
}
