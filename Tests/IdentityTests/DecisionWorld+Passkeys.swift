@testable import Identity

extension DecisionWorld {
  /// Bytes of an answer that an authenticator made: which, nobody else can make.
  private mutating func newPasskey() -> Passkey {
    next += 1
    let id = [UInt8(next & 0xFF), UInt8(next >> 8)]
    return Passkey(
      credentialID: id, publicKey: [1], signCount: 0, isBackupEligible: true, isBackedUp: true,
      aaguid: [UInt8](repeating: 0, count: 16), name: "passkey", rpID: "example.com", userHandle: [1],
      createdAt: now)
  }

  mutating func enrolPasskey() throws(IdentityError) {
    let (session, account) = try session()
    // Some began a while ago.
    let begunAt = now.adding(seconds: -Int64(byte() % 3) * 200)
    let proved = try ProvedSignIn.enrolment(
      of: newPasskey(), by: session, to: account, limit: 3, begunAt: begunAt)
    if !session.isAnonymous(account), !RecentSignInPolicy.isRecent(session.authenticatedAt, now: begunAt) {
      violations.append("a stale session enrolled a passkey")
    }
    let wasAnonymous = account.isAnonymous
    try finish(proved)
    if wasAnonymous, accounts[account.id]?.isAnonymous == true {
      violations.append("an account with a passkey is anonymous")
    }
  }

  mutating func signInWithPasskey(isTwoFactors: Bool) throws(IdentityError) {
    let holders = accounts.values.filter { !$0.passkeys.isEmpty }.sorted { $0.id.rawValue < $1.id.rawValue }
    guard !holders.isEmpty else { throw Self.nothing }
    let account = pick(holders)
    var used = pick(account.passkeys)
    used.lastUsedAt = now
    let (signIn, rule) = ProvedSignIn.signIn(
      by: used, to: account, isTwoFactors: isTwoFactors, secondFactors)
    if rule == .bothFactors, !isTwoFactors { violations.append("one factor counts as two") }
    try finish(signIn, provedFactor: rule == .bothFactors)
  }

  mutating func removePasskey() throws(IdentityError) {
    let (session, account) = try session()
    guard !account.passkeys.isEmpty else { throw Self.nothing }
    try session.requireRecent(for: account, now: now)
    var change = AccountChange()
    change.removedPasskeys = [pick(account.passkeys).clientID]
    try update(change, account, session)
  }
}
