import Identity
import TestTools
import Testing

@testable import Storage

@Suite("Accounts in some order", .fewAtOnce)
struct OrderedListingTests {
  @Test(
    "Every order is that of a plain sort, whole and in pages", arguments: AccountOrder.Key.allCases,
    StoreBackend.allCases)
  func order(key: AccountOrder.Key, backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let names: [String?] = ["b", nil, "a", "B", "", "é", "a", nil]
      var accounts: [Account] = []
      for (index, name) in names.enumerated() {
        var account = Account(
          id: try #require(AccountID(rawValue: "u\(index)")), scope: scope,
          createdAt: Instant(milliseconds: Int64(index * 7 % 4)))
        account.displayName = name
        account.email = index.isMultiple(of: 3) ? nil : EmailAddress("\(9 - index)@example.com")
        account.lastLoginAt =
          index.isMultiple(of: 2) ? nil : Instant(milliseconds: Int64(index * 5 % 3))
        if index == 2 { account.links = [ProviderLink(providerID: "p", rawID: "r")] }
        accounts.append(account)
      }
      try await store.apply(accounts.map { .insertAccount($0) })
      func bytes(_ text: String?) -> [UInt8] { text.map { [1] + Array($0.utf8) } ?? [0] }
      func moment(_ time: Instant?) -> [UInt8] { time.map { [1, UInt8($0.milliseconds)] } ?? [0] }
      func value(_ account: Account) -> [UInt8] {
        switch key {
        case .id: []
        case .displayName: bytes(account.displayName)
        case .createdAt: moment(account.createdAt)
        case .lastLoginAt: moment(account.lastLoginAt)
        case .email: bytes(account.email?.text)
        }
      }
      let ascending = accounts.sorted {
        let (one, other) = (value($0), value($1))
        return one == other ? $0.id.rawValue < $1.id.rawValue : one.lexicographicallyPrecedes(other)
      }
      for isDescending in [false, true] {
        let order = AccountOrder(key: key, isDescending: isDescending)
        let expected = isDescending ? ascending.reversed() : ascending
        let whole = try await store.accounts(in: scope, orderedBy: order, offset: 0, limit: 100)
        #expect(whole == expected)
        var paged: [Account] = []
        for offset in stride(from: 0, to: 9, by: 3) {
          paged += try await store.accounts(in: scope, orderedBy: order, offset: offset, limit: 3)
        }
        #expect(paged == expected)
        #expect(try await store.accounts(in: scope, orderedBy: order, offset: .max, limit: 3).isEmpty)
        #expect(try await store.accounts(in: scope, orderedBy: order, offset: -1, limit: 1) == [expected[0]])
        let other = try StorageTests.scope(tenant: "t")
        #expect(try await store.accounts(in: other, orderedBy: order, offset: 0, limit: 9).isEmpty)
      }
    }
  }
}
