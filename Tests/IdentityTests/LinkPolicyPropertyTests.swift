import Testing

@testable import Identity

@Suite("Link policy, by random histories")
struct LinkPolicyPropertyTests {
  /// The accounts of a project as a store would keep them.
  private struct World {
    var accounts: [AccountID: Account] = [:]
    var next = 0

    func owner(of identity: ProviderIdentity) -> Account? {
      accounts.values.first {
        $0.links.contains { $0.providerID == identity.providerID && $0.rawID == identity.rawID }
      }
    }

    func holder(of email: EmailAddress?) -> Account? {
      email.flatMap { email in accounts.values.first { $0.email == email } }
    }
  }

  private static let providers = ["apple.com", "facebook.com", "github.com", "google.com", "oidc.lab"]
  private static let addresses = ["a@example.com", "b@gmail.com", "c@example.org", "d@gmail.com"]

  private static func identity(_ random: SeededRandom) -> ProviderIdentity {
    let bytes = random.bytes(5).map(Int.init)
    return Fixture.identity(
      providers[bytes[0] % providers.count], String(bytes[1] % 4),
      email: bytes[2] % 5 == 0 ? nil : addresses[bytes[2] % addresses.count], verified: bytes[3] % 2 == 0,
      name: bytes[4] % 3 == 0 ? nil : "Name \(bytes[4] % 4)")
  }

  /// Passwords, verified addresses and switched-off accounts, as users and administrators make them.
  private static func disturb(_ world: inout World, _ random: SeededRandom) {
    let bytes = random.bytes(3).map(Int.init)
    switch bytes[0] % 8 {
    case 0:
      let email = EmailAddress(addresses[bytes[1] % addresses.count])
      guard world.holder(of: email) == nil else { return }
      world.next += 1
      var account = Fixture.account("made-\(world.next)")
      account.email = email
      account.password = PasswordHash(
        algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14), salt: [2],
        hash: [1])
      account.displayName = "Registered"
      world.accounts[account.id] = account
    case 1:
      guard let id = world.accounts.keys.sorted(by: { $0.rawValue < $1.rawValue }).first else { return }
      let hasEmail = world.accounts[id]?.email != nil
      world.accounts[id]?.emailVerified = hasEmail
    case 2, 3:
      let ids = world.accounts.keys.sorted { $0.rawValue < $1.rawValue }
      guard !ids.isEmpty else { return }
      guard bytes[0] % 8 == 2 else {
        let factor = EnrolledFactor(
          enrollmentID: "f", kind: .phone(number: "+15551230100"), displayName: nil, enrolledAt: Fixture.now)
        world.accounts[ids[bytes[2] % ids.count]]?.factors = [factor]
        return
      }
      world.accounts[ids[bytes[2] % ids.count]]?.disabled.toggle()
    default: return
    }
  }

  @Test("whatever happens, in whatever order", arguments: 0..<200 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    let random = SeededRandom(seed: seed)
    let duplicates = seed % 4 == 3
    let trust: EmailTrust.Policy = seed % 5 == 4 ? .providerClaim : .production
    var world = World()
    for step in 0..<60 {
      Self.disturb(&world, random)
      let identity = Self.identity(random)
      let bytes = random.bytes(2).map(Int.init)
      let ids = world.accounts.keys.sorted { $0.rawValue < $1.rawValue }
      let current = bytes[0] % 3 == 0 && !ids.isEmpty ? world.accounts[ids[bytes[1] % ids.count]] : nil
      let owner = world.owner(of: identity)
      let emailOwner = world.holder(of: identity.email)
      let decision = LinkPolicy(
        allowDuplicateEmails: duplicates, emailTrust: trust, secondFactors: .optional
      ).decide(
        identity, among: .init(owner: owner, emailOwner: emailOwner, current: current),
        new: .init(id: AccountID(rawValue: "new-\(seed)-\(step)")!, scope: Fixture.scope, isAllowed: true),
        now: Fixture.now.adding(seconds: Int64(step)))
      guard case .accept(let acceptance) = decision else { continue }
      let before = world.accounts[acceptance.account.id]
      check(acceptance, before: before, identity: identity, current: current, owner: owner, trust: trust)
      world.accounts[acceptance.account.id] = acceptance.account
      checkUniqueness(world, duplicates: duplicates)
    }
  }

  private func check(
    _ acceptance: LinkDecision.Acceptance, before: Account?, identity: ProviderIdentity, current: Account?,
    owner: Account?, trust: EmailTrust.Policy
  ) {
    let account = acceptance.account
    let isTrusted = EmailTrust.isVerified(identity, policy: trust)
    #expect(acceptance.isNew == (before == nil))
    #expect(account.link(identity.providerID)?.rawID == identity.rawID)
    #expect(!account.disabled)
    if let current { #expect(account.id == current.id) } else if let owner { #expect(account.id == owner.id) }
    // No way into an account that existed but by its identity, by its session or by a trusted address.
    if let before, current == nil, owner == nil {
      #expect(isTrusted && before.email == identity.email)
    }
    // Nobody's address becomes verified but by who is trusted for it.
    if account.emailVerified, before?.emailVerified != true {
      #expect(isTrusted && account.email == identity.email)
    }
    guard let before else { return }
    #expect(account.factors == before.factors)
    if acceptance.rule == .tookOverUnverifiedEmail || acceptance.rule == .tookOverRecycledEmail {
      #expect(account.password == nil && account.phoneNumber == nil)
      #expect(account.links.count == 1)
      #expect(acceptance.revokesSessions && account.tokenEpoch > before.tokenEpoch)
      #expect(account.displayName == identity.displayName)
    } else {
      #expect(account.displayName == (before.displayName ?? identity.displayName))
      #expect(account.password == before.password)
      for link in before.links where link.providerID != identity.providerID {
        #expect(account.links.contains(link))
      }
      #expect(account.email == before.email || before.email == nil)
    }
  }

  private func checkUniqueness(_ world: World, duplicates: Bool) {
    let identities = world.accounts.values.flatMap { $0.links.map { "\($0.providerID)/\($0.rawID)" } }
    #expect(Set(identities).count == identities.count, "no two accounts own one identity")
    for account in world.accounts.values {
      #expect(Set(account.links.map(\.providerID)).count == account.links.count)
      #expect(account.links.allSatisfy { !$0.rawID.isEmpty })
    }
    let emails = world.accounts.values.compactMap(\.email)
    #expect(Set(emails).count == emails.count, "no two accounts own one address")
  }
}
