/// The sign-in behind an `mfaPendingCredential`, which waits for its second factor. The sign-in's changes to the
/// account are made only after the second factor is proved.
public struct MFAPendingCredential: Sendable, Codable {
  /// In seconds. The lifetime is longer than a code's, so that the user can request another code if the first code came
  /// too late.
  public static let lifetime: Int64 = 1_800

  public var accountID: AccountID
  /// The account's token epoch when the credential was issued. A later revocation invalidates the credential.
  public var tokenEpoch: Int64
  public var facts: SignInFacts
  public var method: String?
  public var identity: ProviderIdentity?
  public var provedEmail: EmailAddress?

  /// Returns the sign-in as it was after its first factor, but decided on the account as it is stored now.
  ///
  /// - Parameter decision: the decision about the identity that the first factor proved. Nil if the first factor was
  ///   not a provider's.
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL` if the sign-in would now lead to another account.
  public func resumed(for stored: Account, _ decision: LinkDecision?, now: Instant) throws(IdentityError)
    -> ProvedSignIn
  {
    let invalid = IdentityError.refused(.invalidMFAPendingCredential)
    var account = stored
    var revokesSessions = false
    if identity != nil {
      guard case .accept(let acceptance) = decision, acceptance.account.id == stored.id, !acceptance.isNew
      else { throw invalid.because("the identity is another account's by now") }
      account = acceptance.account
      revokesSessions = acceptance.revokesSessions
    }
    if let provedEmail {
      guard account.email == provedEmail else {
        throw invalid.because("the address is not the account's any longer")
      }
      if !account.emailVerified {
        account.takeOver(now: now)
        revokesSessions = true
      }
      account.emailLinkSignIn = true
    }
    var signIn = ProvedSignIn(account: account, facts: facts, method: method)
    signIn.stored = stored
    signIn.identity = identity
    signIn.revokesSessions = revokesSessions
    return signIn
  }
}
