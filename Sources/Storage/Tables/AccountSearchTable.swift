import Identity

/// The data of an account that the search reads first, before it reads the accounts to show.
struct AccountSearchCandidate: Sendable {
  typealias Value = AccountSearch.Place.Value

  /// The candidate's value in the index.
  var value: Value
  var id: AccountID
  var email: String?
  var phoneNumber: String?
  var displayName: String?
  /// True if the candidate passes the filter.
  var passes: Bool

  /// The same value as ``AccountSearchWalk/nameKey``.
  var nameKey: String? {
    displayName.map { name in
      let cut = String(String.UnicodeScalarView(name.unicodeScalars.prefix(AccountSearch.maximumNameLength)))
      return AccountSearchRange.loweringASCII(cut) + "\u{1}" + id.rawValue
    }
  }
}

/// Reads the pages of a search. It reads candidates along the indexes until enough of them pass the filter, or until
/// the maximum number was read.
struct AccountSearchTable<Connection: SQLConnection> {
  let connection: Connection
  let scope: Scope
  let search: AccountSearch

  private typealias Place = AccountSearch.Place

  /// The number of candidates that are read at once if a filter may reject many.
  private static var candidatesAtOnce: Int { 256 }

  private struct Step {
    var part: Int
    var range: AccountSearchRange
    /// True if the range is walked in ascending order.
    var isAscending: Bool
  }

  func page(from place: AccountSearch.Place?, _ direction: AccountSearch.Direction, limit: Int) throws
    -> AccountSearch.Page
  {
    var found: [(id: AccountID, place: Place)] = []
    var lookedAt = 0
    // The place after the last candidate that was read, in the direction of the walk.
    var reached: Place?
    var hasMore = false
    walk: for step in steps(from: place, direction) {
      var range = step.range
      while true {
        let wanted = max(limit + 1 - found.count, isSelective ? Self.candidatesAtOnce : 0)
        let count = min(wanted, AccountSearch.maximumCandidates - lookedAt)
        guard count > 0 else {
          hasMore = true
          break walk
        }
        let candidates = try candidates(in: range, step, limit: count)
        for candidate in candidates {
          let isShown = candidate.passes && !isFoundBefore(step.part, candidate)
          if isShown, found.count == limit {
            // A result beyond the page shows that another page follows.
            reached = found.last?.place
            hasMore = true
            break walk
          }
          lookedAt += 1
          let value = step.isAscending ? candidate.value.next : candidate.value
          let place = Place(part: step.part, value: value)
          reached = place
          if isShown { found.append((candidate.id, place)) }
        }
        guard candidates.count == count, let reached,
          let rest = range.narrowed(from: reached.value, ascending: step.isAscending)
        else { break }
        range = rest
      }
    }
    var accounts = try accounts(found.map(\.id))
    let end = hasMore ? reached : nil
    let isCutShort = hasMore && accounts.count < limit
    guard direction == .backward else {
      return AccountSearch.Page(accounts: accounts, before: place, after: end, isCutShort: isCutShort)
    }
    accounts.reverse()
    return AccountSearch.Page(accounts: accounts, before: end, after: place, isCutShort: isCutShort)
  }

  /// True if some candidates may be read but not shown.
  private var isSelective: Bool {
    search.method != nil || search.keys.count > 1 || search.isDisabled != nil && !isWalkedByDisabled
  }

  private var isWalkedByDisabled: Bool { search.isDisabled == true && search.keys == [.newest] }

  /// The ranges to walk through, in order.
  private func steps(from place: Place?, _ direction: AccountSearch.Direction) -> [Step] {
    var steps: [Step] = []
    for (part, key) in search.keys.enumerated() {
      let isAscending = (key == .newest) == (direction == .backward)
      if let place {
        guard direction == .forward ? part >= place.part : part <= place.part else { continue }
      }
      var ranges = AccountSearchRange.all(of: key, isDisabled: search.isDisabled)
      if let place, part == place.part {
        ranges = ranges.compactMap { $0.narrowed(from: place.value, ascending: isAscending) }
      }
      if direction == .backward { ranges.reverse() }
      steps += ranges.map { Step(part: part, range: $0, isAscending: isAscending) }
    }
    guard direction == .backward else { return steps }
    // Backwards, the ranges of the last key come first. The ranges of each key are already in order.
    return search.keys.indices.reversed().flatMap { part in steps.filter { $0.part == part } }
  }

  private func isFoundBefore(_ part: Int, _ candidate: AccountSearchCandidate) -> Bool {
    search.keys[..<part].contains { key in
      AccountSearchRange.all(of: key, isDisabled: search.isDisabled).contains { $0.contains(candidate) }
    }
  }

  private func candidates(in range: AccountSearchRange, _ step: Step, limit: Int) throws
    -> [AccountSearchCandidate]
  {
    let walk = AccountSearchWalk(
      index: range.index, isDescending: !step.isAscending, isFilteredByDisabled: search.isDisabled != nil,
      lacksFactor: search.lacksFactor, method: search.method)
    var arguments = search.isDisabled.map { [SQLValue($0)] } ?? []
    if case .provider(let id) = search.method { arguments.append(.text(id)) }
    arguments += scope.sqlValues
    if let providerID = range.providerID { arguments.append(.text(providerID)) }
    arguments += range.begin.arguments + range.end.arguments + [.integer(Int64(limit))]
    return try connection.all(walk.statement, arguments) { row in
      var reader = SQLRowReader(row)
      let isOfMoments = walk.index.isOfMoments
      let moment = isOfMoments ? try reader.integer() : 0
      let text = isOfMoments ? "" : try reader.text()
      let id = try reader.accountID()
      return AccountSearchCandidate(
        value: isOfMoments ? .moment(moment, id: id.rawValue) : .text(text), id: id,
        email: try reader.optionalText(), phoneNumber: try reader.optionalText(),
        displayName: try reader.optionalText(), passes: try reader.flag())
    }
  }

  /// The accounts with some ids, in the order of the ids.
  private func accounts(_ ids: [AccountID]) throws -> [Account] {
    let table = AccountTable(connection: connection)
    let links = ProviderLinkTable(connection: connection)
    // Keyed by bytes: Swift considers two spellings of a letter equal, the database does not.
    var found: [[UInt8]: Account] = [:]
    let size = AccountSearchStatements.accountsPerStatement
    for start in stride(from: 0, to: ids.count, by: size) {
      let some = ids[start..<min(start + size, ids.count)]
      guard let last = some.last else { continue }
      let padded = some + Array(repeating: last, count: size - some.count)
      let arguments = scope.sqlValues + padded.map { .text($0.rawValue) }
      for account in try table.some(arguments, in: scope) { found[Array(account.id.rawValue.utf8)] = account }
      for (id, list) in try links.some(arguments) { found[id]?.links = list }
    }
    return ids.compactMap { found[Array($0.rawValue.utf8)] }
  }
}
