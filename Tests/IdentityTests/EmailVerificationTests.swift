import Testing

@testable import Identity

@Suite("What a mailed code does to other ways into an account")
struct EmailVerificationTests {
  @Test("only a strict project's unverified address without a proof ends other ways in")
  func ownAddress() {
    for isVerified in [false, true] {
      let account = Fixture.account("a", email: "a@example.com", verified: isVerified)
      for (isStrict, isProved) in [(false, false), (false, true), (true, false), (true, true)] {
        let ends = isStrict && !isProved && !isVerified
        #expect(
          EmailVerification.ofOwnAddress(account, isStrict: isStrict, isProved: isProved)
            == (ends ? .endsOtherWaysIn : .verifies))
        #expect(
          EmailVerification.ofNewAddress(isStrict: isStrict, isProved: isProved)
            == (isStrict && !isProved ? .needsProof : .verifies))
      }
    }
  }

  @Test("a disowned account keeps its address, unverified, and nothing that leads in")
  func disowning() {
    var account = Fixture.account("a", email: "a@example.com", links: [("github.com", "1")])
    account.phoneNumber = "+15551230100"
    account.emailLinkSignIn = true
    account.initialEmail = account.email
    account.emailChanges = [EmailChange(id: "1", wasVerified: true, expiresAt: Fixture.now)]
    account.factors = [
      EnrolledFactor(
        enrollmentID: "1", kind: .phone(number: "+15551230101"), displayName: nil, enrolledAt: Fixture.now)
    ]
    #expect(account.canBeDisowned && !account.hasNoWayIn)
    let epoch = account.tokenEpoch
    account.disown(now: Fixture.now)
    #expect(account.email?.text == "a@example.com" && !account.emailVerified && account.hasNoWayIn)
    #expect(account.factors.isEmpty && account.emailChanges.isEmpty && account.initialEmail == nil)
    #expect(account.tokenEpoch == epoch + 1)
    account.emailVerified = true
    #expect(!account.canBeDisowned)
  }

  @Test("an address that was never verified is a way back in development alone")
  func recovery() {
    #expect(RecoveryPolicy.verifiedAddresses.allowsRecovery(ofVerifiedAddress: true))
    #expect(!RecoveryPolicy.verifiedAddresses.allowsRecovery(ofVerifiedAddress: false))
    #expect(RecoveryPolicy.everyAddress.allowsRecovery(ofVerifiedAddress: false))
  }
}
