import Foundation
import Identity
import IdentityWire

/// Searches a chain of the audit log, the newest record first.
public struct AuditSearch: Sendable {
  /// The criteria for records. Nil and empty members match everything.
  public struct Filter: Sendable, Equatable {
    public var tenant: TenantID?
    /// An account's ID.
    public var account: String
    /// The actor as in the log (`admin:ann`), its part after the colon, or a kind of actor (`admin`).
    public var actor: String
    public var action: AuditAction?

    public init(tenant: TenantID? = nil, account: String = "", actor: String = "", action: AuditAction? = nil)
    {
      self.tenant = tenant
      self.account = account
      self.actor = actor
      self.action = action
    }

    public var isEmpty: Bool { self == Filter() }

    func accepts(_ event: AuditEvent) -> Bool {
      if let tenant, event.tenant != tenant { return false }
      if !account.isEmpty, event.account?.rawValue != account { return false }
      if let action, event.action != action { return false }
      guard !actor.isEmpty, event.actor != actor else { return true }
      let parts = event.actor.split(separator: ":", maxSplits: 1)
      return parts.count == 2 && parts.contains { $0 == actor }
    }

    /// Lists of JSON fragments. Each match contains at least one fragment of every list. Records without these
    /// fragments need not be parsed.
    var fragments: [[ContiguousArray<CChar>]] {
      func member(_ name: String, _ value: String?) -> [ContiguousArray<CChar>]? {
        guard let value, !value.isEmpty else { return nil }
        return ["\"\(name)\":\(Self.quoted(value))".utf8CString]
      }
      var fragments = [
        member("tenant", tenant?.rawValue), member("account", account), member("action", action?.rawValue),
      ].compactMap(\.self)
      if !actor.isEmpty {
        let name = Self.quoted(actor).dropFirst().dropLast()
        fragments.append(
          ["\"actor\":\"\(name)\"", "\"actor\":\"\(name):", ":\(name)\""].map(\.utf8CString))
      }
      return fragments
    }

    private static func quoted(_ text: String) -> String { JSONWriter.text(.string(text)) }
  }

  public struct Entry: Sendable {
    public var sequence: Int64
    /// Nil if a newer version wrote the record, or somebody tampered with it.
    public var event: AuditEvent?
  }

  public struct Page: Sendable {
    public var entries: [Entry] = []
    /// The number of examined records.
    public var count = 0
    /// The place before which the next page begins; nil at the beginning of the chain.
    public var next: Int64?
  }

  /// The maximum number of records that are examined for one page, so that a page is fast even if matches are
  /// rare.
  public static let maximumLookedAt = 5_000
  /// The number of records that are read at once.
  private static let chunk: Int64 = 1_000

  private let store: any AuditStore

  public init(store: any AuditStore) { self.store = store }

  /// Returns a page of matches. A filter by account uses an index if the account belongs to the filter's
  /// tenant or, without a tenant, to the project itself. Other filters scan the records.
  ///
  /// - Parameters:
  ///   - chain: nil for the installation's chain.
  ///   - place: the page contains records before this place; nil for the newest.
  ///   - limit: the maximum number of entries.
  public func page(
    of chain: ProjectID?, _ filter: Filter = Filter(), before place: Int64? = nil, limit: Int
  ) async throws(StoreError) -> Page {
    if place == nil { try await store.sealAudit() }
    guard let head = try await store.auditHeads().first(where: { $0.chain == chain }) else { return Page() }
    var search = Search(filter: filter, limit: max(1, limit))
    if let chain, let account = AccountID(rawValue: filter.account) {
      let scope = Scope(project: chain, tenant: filter.tenant)
      if try await !store.auditRecords(about: account, in: scope, before: nil, limit: 1).isEmpty {
        var end = place
        while true {
          let records = try await store.auditRecords(
            about: account, in: scope, before: end, limit: Int(Self.chunk))
          guard let last = records.last, search.take(records) else { return search.page }
          end = last.sequence
        }
      }
    }
    let first = head.prunedSequence + 1
    var end = max(first, min(place ?? .max, head.sequence + 1))
    let step = filter.isEmpty ? Int64(search.limit) : Self.chunk
    while end > first {
      let start = max(first, end - step)
      let records = try await store.auditRecords(of: chain, after: start - 1, limit: Int(end - start))
      guard search.take(records.reversed().drop { $0.sequence >= end }) else { break }
      end = start
    }
    return search.page
  }

  /// A page that is being filled.
  private struct Search {
    let filter: Filter
    let limit: Int
    let fragments: [[ContiguousArray<CChar>]]
    var page = Page()

    init(filter: Filter, limit: Int) {
      self.filter = filter
      self.limit = limit
      fragments = filter.fragments
    }

    /// - Parameter records: ordered from the newest.
    /// - Returns: false if the page is full.
    mutating func take(_ records: some Sequence<AuditRecord>) -> Bool {
      for record in records {
        guard page.entries.count < limit, page.count < AuditSearch.maximumLookedAt else {
          page.next = record.sequence + 1
          return false
        }
        page.count += 1
        guard AuditSearch.holds(record.text, fragments) else { continue }
        let event = record.event
        guard event.map(filter.accepts) ?? filter.isEmpty else { continue }
        page.entries.append(Entry(sequence: record.sequence, event: event))
      }
      return true
    }
  }

  /// Searches with C's `strstr`, because thousands of records are examined. JSON contains no null character.
  private static func holds(_ text: String, _ fragments: [[ContiguousArray<CChar>]]) -> Bool {
    text.withCString { text in
      fragments.allSatisfy { choices in
        choices.contains { fragment in
          fragment.withUnsafeBufferPointer { $0.baseAddress.map { strstr(text, $0) != nil } ?? true }
        }
      }
    }
  }
}
