import Identity

/// The number of user actions by hour and by day.
///
/// Each action is added to its hour and to its day immediately, and hours and days are pruned separately. So no node
/// has to sum hours to days later, which two nodes might do at the same time.
struct ActivityTable<Connection: SQLConnection> {
  /// A row's primary key.
  private struct Row: Hashable, Comparable {
    var scope: Scope
    var step: Activity.Step
    var startsAt: Instant
    var activity: Activity

    var sqlValues: [SQLValue] {
      scope.sqlValues + [.text(step.rawValue), SQLValue(startsAt)] + activity.sqlValues
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.texts, one.startsAt) < (other.texts, other.startsAt)
    }

    private var texts: Texts {
      Texts(all: [
        scope.project.rawValue, scope.tenant?.rawValue ?? "", step.rawValue, activity.kind.rawValue,
        activity.provider, activity.outcome.rawValue,
      ])
    }
  }

  private struct Texts: Comparable {
    var all: [String]
    static func < (one: Self, other: Self) -> Bool { one.all.lexicographicallyPrecedes(other.all) }
  }

  let connection: Connection

  /// Adds counts. Concurrent nodes wait for each other's row locks. So every node locks the rows in the same order, to
  /// avoid a deadlock.
  func add(_ counts: [ActivityCount]) throws {
    var rows: [Row: Int64] = [:]
    for count in counts {
      for scope in Set([count.scope, Scope(project: count.scope.project)]) {
        for step in Activity.Step.allCases {
          let row = Row(
            scope: scope, step: step, startsAt: step.start(of: count.startsAt), activity: count.activity)
          rows[row, default: 0] += count.count
        }
      }
    }
    for (row, amount) in rows.sorted(by: { $0.key < $1.key }) {
      try connection.send(ActivityStatements.add, row.sqlValues + [.integer(amount)])
    }
  }

  func counts(
    in scope: Scope, by step: Activity.Step, from start: Instant, until end: Instant
  ) throws -> [ActivityCount] {
    let earliest = end.adding(milliseconds: -ActivityCount.maximumSteps * step.milliseconds)
    let arguments =
      scope.sqlValues + [.text(step.rawValue), SQLValue(max(start, earliest)), SQLValue(end)]
    return try connection.all(ActivityStatements.select, arguments) { row in
      var reader = SQLRowReader(row)
      let startsAt = try reader.moment()
      let (kind, provider, outcome) = (try reader.text(), try reader.text(), try reader.text())
      let amount = try reader.integer()
      guard let kind = Activity.Kind(rawValue: kind), let outcome = Activity.Outcome(rawValue: outcome)
      else { return nil }
      return ActivityCount(
        Activity(kind, by: provider, outcome), in: scope, startsAt: startsAt, count: amount)
    }.compactMap(\.self)
  }

  func prune(_ step: Activity.Step, before moment: Instant, limit: Int) throws -> Int {
    try connection.execute(
      ActivityStatements.prune, [.text(step.rawValue), SQLValue(moment), .integer(Int64(limit))])
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(ActivityStatements.deleteAll, scope.sqlValues)
  }
}

extension Activity {
  fileprivate var sqlValues: [SQLValue] { [.text(kind.rawValue), .text(provider), .text(outcome.rawValue)] }
}
