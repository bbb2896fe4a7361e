import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

/// Each search is compared with what looking at every account finds.
@Suite("Accounts are searched for", .fewAtOnce)
struct AccountSearchTests {
  /// Accounts of every kind, some of them of one moment, with one name, or with an address like another's name.
  private static func accounts(in scope: Scope, count: Int) throws -> [Account] {
    let names: [String?] = [
      nil, "Ann", "ann", "ANNA Ü", "Bob", "đặng Văn", "Đặng Thị", "山田 太郎", "a_%b", "", "Éa", "éa",
      String(repeating: "x", count: 70), String(repeating: "x", count: 63) + "yz",
    ]
    return try (0..<count).map { index in
      var account = Account(
        id: try accountID("\(index * 7919 % 1_000)-u"), scope: scope,
        createdAt: Instant(milliseconds: now.milliseconds + Int64(index * 31 % 17)))
      account.displayName = names[index % names.count]
      if index % 3 != 0 {
        account.email = try email("\(["ann", "bob", "a_%", "đa"][index % 4])\(index)@example.com")
      }
      if index % 4 == 1 { account.phoneNumber = "+8190\(index * 37 % 100)00\(index)" }
      if index % 5 < 2, account.email != nil { account.password = try fullAccount("p", in: scope).password }
      account.emailLinkSignIn = index % 11 == 0
      account.customAuth = index % 13 == 0
      account.disabled = index % 6 == 5
      if index % 4 == 2 {
        account.links.append(ProviderLink(providerID: "google.com", rawID: "g\(index * 7 % 100)-\(index)"))
      }
      if index % 10 == 3 { account.links.append(ProviderLink(providerID: "apple.com", rawID: "a.\(index)")) }
      return account
    }
  }

  private static let searches: [AccountSearch] = {
    let keys: [[AccountSearch.Key]] = [
      [.newest], [.ids], [.emailPrefix("ann")], [.emailPrefix("")], [.emailPrefix("A_%")],
      [.emailPrefix("zz")],
      [.phoneNumberPrefix("+8190")], [.displayNamePrefix("ann")], [.displayNamePrefix("ĐẶNG")],
      [.displayNamePrefix("山")],
      [.displayNamePrefix("éA")], [.displayNamePrefix("a_")],
      [.displayNamePrefix(String(repeating: "X", count: 69))],
      [.displayNamePrefix("")], [.provider("google.com")], [.provider("none")],
      [.emailPrefix("ann"), .displayNamePrefix("ann")],
      [.displayNamePrefix("a"), .emailPrefix("a"), .phoneNumberPrefix("+")],
    ]
    let methods: [AccountSearch.Method?] = [
      nil, .password, .phone, .anonymous, .custom, .provider("google.com"), .provider("apple.com"),
    ]
    return keys.flatMap { keys in
      methods.flatMap { method in
        [nil, true, false].map { AccountSearch(keys, method: method, isDisabled: $0) }
      }
    }
  }()

  /// What a search finds of all accounts, by looking at each.
  private static func expected(_ search: AccountSearch, of accounts: [Account]) -> [Account] {
    var found: [Account] = []
    for key in search.keys {
      let matching = accounts.filter { matches($0, key) && passes($0, search) && !found.contains($0) }
      found += matching.sorted { one, other in
        let (a, b) = (order(one, key), order(other, key))
        return key == .newest ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b)
      }
    }
    return found
  }

  private static func matches(_ account: Account, _ key: AccountSearch.Key) -> Bool {
    func begins(_ text: String?, _ prefix: String) -> Bool {
      text.map { $0.lowercased().utf8.starts(with: prefix.lowercased().utf8) } ?? false
    }
    return switch key {
    case .newest, .ids: true
    case .id(let id): account.id == id
    case .email(let email): account.email == email
    case .phoneNumber(let number): account.phoneNumber == number
    case .identity(let provider, let rawID): account.link(provider)?.rawID == rawID
    case .emailPrefix(let prefix): begins(account.email?.text, prefix)
    case .phoneNumberPrefix(let prefix): begins(account.phoneNumber, prefix)
    case .displayNamePrefix(let prefix): begins(account.displayName, String(prefix.prefix(64)))
    case .provider(let id): account.link(id) != nil
    }
  }

  private static func passes(_ account: Account, _ search: AccountSearch) -> Bool {
    if let isDisabled = search.isDisabled, account.disabled != isDisabled { return false }
    return switch search.method {
    case nil: true
    case .password: account.email != nil && (account.password != nil || account.emailLinkSignIn)
    case .phone: account.phoneNumber != nil
    case .anonymous: account.isAnonymous
    case .custom: account.customAuth
    case .provider(let id): account.link(id) != nil
    }
  }

  private static func order(_ account: Account, _ key: AccountSearch.Key) -> [UInt8] {
    let id = Array(account.id.rawValue.utf8)
    switch key {
    case .newest: return withUnsafeBytes(of: account.createdAt.milliseconds.bigEndian) { Array($0) } + id
    case .ids, .id: return id
    case .email, .emailPrefix: return Array((account.email?.text ?? "").utf8)
    case .phoneNumber, .phoneNumberPrefix: return Array((account.phoneNumber ?? "").utf8)
    case .identity(let provider, _), .provider(let provider):
      return Array((account.link(provider)?.rawID ?? "").utf8)
    case .displayNamePrefix:
      let bytes = (account.displayName ?? "").unicodeScalars.prefix(64).map { scalar in
        Array(String(("A"..."Z").contains(scalar) ? String(scalar).lowercased() : String(scalar)).utf8)
      }
      return Array(bytes.joined()) + [1] + id
    }
  }

  // Fails when a place is left out or taken twice at the edge of a page: with `<=` for `<` in a walk, with ``next`` left
  // out of what was reached, or when what an earlier key found is shown by a later one again.
  @Test(
    "Every search finds what it should, forward and backward, in pages of any size",
    arguments: StoreBackend.allCases)
  func searches(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope(tenant: "t")
      let accounts = try Self.accounts(in: scope, count: 84)
      try await store.apply(accounts.map { .insertAccount($0) })
      var stranger = try fullAccount("ann-stranger", in: try StorageTests.scope())
      stranger.displayName = "Ann"
      try await store.apply([.insertAccount(stranger)])
      for search in Self.searches {
        let expected = Self.expected(search, of: accounts)
        let whole = try await store.accounts(matching: search, in: scope, from: nil, .forward, limit: 200)
        #expect(whole.accounts == expected, "\(search)")
        #expect(whole.before == nil && whole.after == nil && !whole.isCutShort)
        for size in [1, 7] {
          var (forward, backward): ([Account], [Account]) = ([], [])
          var place: AccountSearch.Place?
          repeat {
            let page = try await store.accounts(
              matching: search, in: scope, from: place, .forward, limit: size)
            #expect(page.after == nil || page.accounts.count == size)
            forward += page.accounts
            if let place, let first = page.accounts.first {
              // What lies before a page is where the page before it ends.
              let turned = try await store.accounts(
                matching: search, in: scope, from: place, .backward, limit: 1)
              #expect(turned.accounts == expected.firstIndex(of: first).map { [expected[$0 - 1]] })
            }
            place = try page.after.map { try #require(AccountSearch.Place(text: $0.text)) }
          } while place != nil
          repeat {
            let page = try await store.accounts(
              matching: search, in: scope, from: place, .backward, limit: size)
            backward = page.accounts + backward
            place = page.before
          } while place != nil
          #expect(forward == expected, "\(search)")
          #expect(backward == expected, "\(search)")
        }
      }
    }
  }

  @Test("One account is found by what is its own", arguments: StoreBackend.allCases)
  func exact(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let account = try fullAccount("ann", in: scope)
      var other = try fullAccount("anna", in: scope)
      other.phoneNumber = (account.phoneNumber ?? "") + "1"
      other.links = [ProviderLink(providerID: "google.com", rawID: "g-ann1")]
      try await store.apply([.insertAccount(account), .insertAccount(other)])
      let keys: [AccountSearch.Key] = [
        .id(account.id), .email(try email("ann@example.com")), .phoneNumber(account.phoneNumber ?? ""),
        .identity(providerID: "google.com", rawID: "g-ann"),
      ]
      for key in keys {
        let page = try await store.accounts(
          matching: AccountSearch(key), in: scope, from: nil, .forward, limit: 9)
        #expect(page.accounts == [account], "\(key)")
        #expect(page.after == nil)
        let elsewhere = try await store.accounts(
          matching: AccountSearch(key), in: try StorageTests.scope(tenant: "t"), from: nil, .forward, limit: 9
        )
        #expect(elsewhere.accounts.isEmpty)
      }
    }
  }

  // Fails when the walk has no bound: then the first page has the account.
  @Test("What matches rarely is looked for in steps, and found", arguments: StoreBackend.allCases)
  func rare(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let count = AccountSearch.maximumCandidates + 600
      var accounts = try (0..<count).map { index in
        Account(
          id: try accountID("u\(index)"), scope: scope,
          createdAt: Instant(milliseconds: now.milliseconds + Int64(index)))
      }
      accounts[100].disabled = true
      accounts[100].links = [ProviderLink(providerID: "apple.com", rawID: "a")]
      try await store.apply(accounts.map { .insertAccount($0) })
      var search = AccountSearch(.newest)
      search.method = .provider("apple.com")
      let first = try await store.accounts(matching: search, in: scope, from: nil, .forward, limit: 10)
      #expect(first.accounts.isEmpty && first.isCutShort && first.before == nil)
      let second = try await store.accounts(
        matching: search, in: scope, from: first.after, .forward, limit: 10)
      #expect(second.accounts == [accounts[100]] && second.after == nil && !second.isCutShort)
      let back = try await store.accounts(
        matching: search, in: scope, from: second.before, .backward, limit: 10)
      #expect(back.accounts.isEmpty && back.after == second.before)
      // An index has these alone.
      search = AccountSearch([.newest], isDisabled: true)
      let disabled = try await store.accounts(matching: search, in: scope, from: nil, .forward, limit: 10)
      #expect(disabled.accounts == [accounts[100]] && !disabled.isCutShort)
      let linked = try await store.accounts(
        matching: AccountSearch(.provider("apple.com")), in: scope, from: nil, .forward, limit: 10)
      #expect(linked.accounts == [accounts[100]] && !linked.isCutShort)
    }
  }

  @Test("A place of another list shows nothing of it, and nothing fails", arguments: StoreBackend.allCases)
  func foreignPlaces(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([.insertAccount(try fullAccount("a", in: scope))])
      let places: [AccountSearch.Place] = [
        .init(part: 0, value: .text("' OR 1=1 --")), .init(part: 9, value: .text("")),
        .init(part: 0, value: .moment(.max, id: "")),
      ]
      for place in places {
        for key in [AccountSearch.Key.newest, .ids, .displayNamePrefix("a")] {
          for direction in [AccountSearch.Direction.forward, .backward] {
            _ = try await store.accounts(
              matching: AccountSearch(key), in: scope, from: place, direction, limit: 5)
          }
        }
      }
      #expect(AccountSearch.Place(text: "") == nil)
      #expect(AccountSearch.Place(text: "0 m x y") == nil)
      #expect(AccountSearch.Place(text: "-1 t y") == nil)
      #expect(AccountSearch.Place(text: "0 q y") == nil)
    }
  }
}
