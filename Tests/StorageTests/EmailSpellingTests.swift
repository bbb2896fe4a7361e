import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The store keeps addresses apart that were stored before they were normalised", .fewAtOnce)
struct EmailSpellingTests {
  private static let composed = "jos\u{E9}@example.com"
  private static let decomposed = "jose\u{301}@example.com"
  /// Neither form: one letter of each.
  private static let mixed = "e\u{301}jos\u{E9}@example.com"

  private static func account(_ id: String, _ email: String, tenant: String? = nil) throws -> Account {
    var account = try plainAccount(id, in: try scope(tenant: tenant))
    account.email = EmailAddress.stored(email)
    return account
  }

  @Test(
    "An address is found by its bytes, and its other spellings by its normal form",
    arguments: StoreBackend.allCases)
  func lookups(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let old = try Self.account("old", Self.decomposed)
      try await store.apply([.insertAccount(old), .insertAccount(try Self.account("mixed", Self.mixed))])
      let composed = try email(Self.composed)
      #expect(try await store.account(email: try #require(old.email), in: scope)?.id == old.id)
      #expect(try await store.account(email: composed, in: scope) == nil)
      #expect(try await store.accounts(spelling: composed, in: scope).map(\.id) == [old.id])
      #expect(try await store.account(holding: composed, in: scope)?.id == old.id)
      #expect(
        try await store.accounts(spelling: composed, in: try StorageTests.scope(tenant: "other")).isEmpty)
      #expect(try await store.accountsWithOtherSpellings(limit: 9).map(\.id.rawValue) == ["mixed", "old"])
      let typed = try #require(TypedEmail("JOSE\u{301}@example.com"))
      #expect(try await store.account(named: typed, in: scope)?.id == old.id)
      #expect(try await store.account(named: try #require(TypedEmail(Self.composed)), in: scope) == nil)
    }
  }

  @Test(
    "Nobody gets an address that another account has in another spelling", arguments: StoreBackend.allCases)
  func taken(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([
        .insertAccount(try Self.account("old", Self.decomposed)),
        .insertAccount(try Self.account("other", "other@example.com")),
        .insertAccount(try Self.account("elsewhere", Self.composed, tenant: "t")),
      ])
      #expect(
        await store.refusal(of: [.insertAccount(try Self.account("new", Self.composed))])
          == .conflict(.emailTaken))
      var other = try #require(try await store.account(try accountID("other"), in: scope))
      other.email = try email(Self.composed)
      #expect(await store.refusal(of: [.updateAccount(other)]) == .conflict(.emailTaken))

      // What changes nothing of the address goes through, and its own account may get the normal form.
      var old = try #require(try await store.account(try accountID("old"), in: scope))
      old.displayName = "Old"
      try await store.apply([.updateAccount(old)])
      old.version += 1
      old.email = try email(Self.composed)
      try await store.apply([.updateAccount(old)])
      #expect(try await store.accounts(spelling: try email(Self.composed), in: scope).isEmpty)
      #expect(try await store.accountsWithOtherSpellings(limit: 9).isEmpty)
      // Nor does an address of before come back beside its normal form.
      other.email = EmailAddress.stored(Self.decomposed)
      #expect(await store.refusal(of: [.updateAccount(other)]) == .conflict(.emailTaken))
      try await store.apply([.deleteAccount(old.id, scope)])
      try await store.apply([.updateAccount(other)])
      try await store.apply([.deleteAllAccounts(scope)])
      try await store.apply([.insertAccount(try Self.account("new", Self.composed))])
    }
  }

  @Test("A database of before is brought up to date, and none of its addresses is rewritten")
  func migration() async throws {
    let place = try StorePlace(.fileSQLite)
    let before = SchemaMigration.all.prefix { $0.name != SchemaMigration.emailSpellings.name }
    let pool = try SQLiteAccountStore.openPool(
      path: place.path, migrator: SchemaMigrator(dialect: .sqlite, migrations: Array(before)))
    try await pool.write { database in
      for (id, email) in [
        ("a", Self.decomposed), ("b", Self.composed), ("c", "ann@example.com"), ("d", Self.mixed),
      ] {
        try SQLiteConnection(database: database).execute(
          """
          INSERT INTO accounts (project, tenant, local_id, email, email_verified, disabled, custom_auth,
            email_link_sign_in, created_at, valid_since, token_epoch, version)
          VALUES ('demo', '', $1, $2, 0, 0, 0, 0, 1, 1, 0, 0)
          """, [.text(id), .text(email)])
      }
    }
    try pool.close()
    let store = try place.open()
    let scope = try scope()
    for (id, text) in [("a", Self.decomposed), ("b", Self.composed), ("d", Self.mixed)] {
      let found = try await store.account(email: try #require(EmailAddress.stored(text)), in: scope)
      #expect(found?.id.rawValue == id && found?.email.map { Array($0.text.utf8) } == Array(text.utf8))
    }
    #expect(try await store.accountsWithOtherSpellings(limit: 9).map(\.id.rawValue) == ["a", "d"])
    #expect(
      try await store.accounts(spelling: try email(Self.composed), in: scope).map(\.id.rawValue) == ["a"])
    // Both of two that collide can still be changed.
    for id in ["a", "b"] {
      var account = try #require(try await store.account(try accountID(id), in: scope))
      account.displayName = id
      try await store.apply([.updateAccount(account)])
    }
    await store.close()
  }
}
