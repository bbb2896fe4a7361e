import Testing

@testable import Identity

/// T50: every kind of way to sign in takes part in every answer about them.
@Suite("Ways to sign in, by random accounts")
struct SignInMethodTests {
  /// How an account with one more kind of way answers.
  private struct Row {
    var method: SignInMethod
    var add: (inout Account) -> Void
    /// True if it shows that the user is a person.
    var vouches = true
    /// True if its user is told of it.
    var isNoticed = true
    /// True if it stays when the address's owner says that the account is not theirs.
    var outlivesDisowning = false
    /// True if it is a second factor where one is required.
    var isSecondFactor = false
  }

  private static let passkey = Passkey(
    credentialID: [1], publicKey: [1], signCount: 0, isBackupEligible: true, isBackedUp: true,
    aaguid: [UInt8](repeating: 0, count: 16), name: "key", rpID: "example.com", userHandle: [1],
    createdAt: Fixture.now)

  private static func row(_ kind: SignInMethod.Kind) -> Row {
    switch kind {
    case .password:
      Row(method: .password) {
        $0.password = PasswordHash(
          algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14), salt: [],
          hash: [1])
        $0.passwordUpdatedAt = Fixture.now
      }
    case .emailLink:
      Row(method: .emailLink) {
        $0.email = EmailAddress("a@example.com")
        $0.emailLinkSignIn = true
      }
    case .phone: Row(method: .phone(number: "+15555550100")) { $0.phoneNumber = "+15555550100" }
    case .provider:
      Row(method: .provider(id: "github.com", rawID: "1")) {
        $0.links.append(ProviderLink(providerID: "github.com", rawID: "1"))
      }
    case .passkey:
      Row(
        method: .passkey(id: Self.passkey.id, name: "key"), add: { $0.passkeys.append(Self.passkey) },
        vouches: false,
        isSecondFactor: true)
    case .customToken:
      Row(
        method: .customToken, add: { $0.customAuth = true }, isNoticed: false, outlivesDisowning: true)
    }
  }

  /// An account with a random choice of the kinds, without the given one.
  private static func account(without kind: SignInMethod.Kind, _ random: SeededRandom) -> Account {
    var account = Fixture.account("a")
    for other in SignInMethod.Kind.allCases where other != kind && random.bytes(1)[0] % 2 == 0 {
      row(other).add(&account)
    }
    if random.bytes(1)[0] % 2 == 0 { account.email = EmailAddress("a@example.com") }
    return account
  }

  // Fails when a kind is left out of signInMethods, or hasNoWayIn, isAnonymous or isUnvouched has a list of its own
  // (each alone).
  @Test("each kind that is added changes each answer as the table says", arguments: 0..<64 as Range<UInt64>)
  func added(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    for kind in SignInMethod.Kind.allCases {
      let row = Self.row(kind)
      let before = Self.account(without: kind, random)
      var after = before
      row.add(&after)
      #expect(Set(after.signInMethods).subtracting(before.signInMethods) == [row.method], "\(kind)")
      #expect(Set(before.signInMethods).isSubset(of: after.signInMethods), "\(kind)")
      #expect(before.hasNoWayIn == before.signInMethods.isEmpty && !after.hasNoWayIn, "\(kind)")
      #expect(before.isAnonymous == (before.email == nil && before.hasNoWayIn), "\(kind)")
      #expect(!after.isAnonymous, "\(kind)")
      #expect(after.isUnvouched == (before.isUnvouched && !row.vouches), "\(kind)")
      let changes = after.signInMethodChanges(since: before)
      #expect(changes.added == (row.isNoticed ? [row.method] : []) && changes.removed.isEmpty, "\(kind)")
      let back = before.signInMethodChanges(since: after)
      #expect(back.removed == (row.isNoticed ? [row.method] : []) && back.added.isEmpty, "\(kind)")
      let required = SecondFactorPolicy.required(passkeysFor: "example.com")
      #expect(after.hasSecondFactor(required) == (before.hasSecondFactor(required) || row.isSecondFactor))
      var disowned = after
      disowned.disown(now: Fixture.now)
      #expect(disowned.signInMethods.contains(row.method) == row.outlivesDisowning, "\(kind)")
    }
  }

  @Test("a link needs an address to be mailed to")
  func linkWithoutAddress() {
    var account = Fixture.account("a")
    account.emailLinkSignIn = true
    #expect(account.hasNoWayIn && account.isAnonymous)
  }
}
