@testable import Identity

extension DecisionWorld {
  /// What the user proves after the first factor of a pending sign-in.
  func secondFactor(of account: Account, after credential: MFAPendingCredential) -> SignInFacts.SecondFactor?
  {
    let passkeys =
      credential.facts.provider == PasskeyProvider.id ? [] : account.passkeysAsSecondFactors(secondFactors)
    return account.factors.first?.fact ?? passkeys.first?.fact
  }

  /// - Parameter hasProved: true if the user has proved a second factor of the account.
  mutating func enrol(_ session: UserSession, _ account: Account, hasProved: Bool) throws(IdentityError)
    -> SecondFactorChange
  {
    let factor = EnrolledFactor(
      enrollmentID: random.alphanumeric(8), kind: .phone(number: pick(Self.numbers)), displayName: nil,
      enrolledAt: now)
    let change = try SecondFactorChange.enrolment(of: factor, by: session, to: account, now: now)
    // T18
    if account.hasSecondFactor(secondFactors), !hasProved {
      violations.append("a factor was enrolled by somebody with one factor of two")
    }
    accounts[account.id] = change.account
    requireEndedSessions(of: change.account, "enrolling a factor")
    return change
  }
}
