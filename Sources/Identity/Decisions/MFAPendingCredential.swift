/// The sign-in behind an `mfaPendingCredential`: it lacks its second factor. Its changes of the account wait here, too:
/// none happens before the second factor is proved.
public struct MFAPendingCredential: Sendable, Codable {
  /// Seconds. It outlives the codes that are sent in it, so that one that came too late can be followed by another.
  public static let lifetime: Int64 = 1_800

  public var accountID: AccountID
  /// A revocation meanwhile ends it.
  public var tokenEpoch: Int64
  public var facts: SignInFacts
  public var method: String?
  public var identity: ProviderIdentity?
  public var provedEmail: EmailAddress?

  /// The sign-in as its first factor left it, decided on what is stored now.
  ///
  /// - Parameter decision: about the identity that the first factor proved; nil where it was none.
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL` where it would be about another account by now.
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
