import Identity

/// An argument of a statement, of one of the four kinds that the schema uses.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  package init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }
  package init(_ moment: Instant) { self = .integer(moment.milliseconds) }
  package init(_ moment: Instant?) { self = moment.map { .integer($0.milliseconds) } ?? .null }
  package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}

extension Scope {
  /// The values of the columns `project` and `tenant`. The empty text stands for the project's own accounts.
  var sqlValues: [SQLValue] { [.text(project.rawValue), .text(tenant?.rawValue ?? "")] }
}
