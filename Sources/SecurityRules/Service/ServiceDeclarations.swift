/// A parsed rule set, before its names are resolved.
struct ServiceFile {
  var version = 1
  var functions: [FunctionDeclaration] = []
  var services: [ServiceDeclaration] = []

  struct FunctionDeclaration {
    let name: String
    let nameSpan: SourceSpan
    let parameters: [(name: String, span: SourceSpan)]
    let lets: [(name: String, span: SourceSpan, value: Int)]
    let body: Int
  }

  struct ServiceDeclaration {
    let service: ServiceRules.Service
    var functions: [FunctionDeclaration] = []
    var matches: [MatchDeclaration] = []
  }

  struct MatchDeclaration {
    let segments: [ServiceSegment]
    let span: SourceSpan
    var functions: [FunctionDeclaration] = []
    var matches: [MatchDeclaration] = []
    var allows: [AllowDeclaration] = []
  }

  struct AllowDeclaration {
    let methods: ServiceMethods
    /// The methods as written.
    let methodNames: String
    /// The condition; nil if the statement always allows.
    let condition: Int?
    let span: SourceSpan
  }
}

/// One part of a `match` path.
enum ServiceSegment: Sendable {
  case literal(String)
  case single(String)
  case glob(String)

  var literal: String? { if case .literal(let text) = self { text } else { nil } }

  var variable: String? {
    switch self {
    case .literal: nil
    case .single(let name), .glob(let name): name
    }
  }
}

/// A set of request methods.
struct ServiceMethods: OptionSet, Sendable {
  let rawValue: UInt8

  static let get = ServiceMethods(rawValue: 1)
  static let list = ServiceMethods(rawValue: 2)
  static let create = ServiceMethods(rawValue: 4)
  static let update = ServiceMethods(rawValue: 8)
  static let delete = ServiceMethods(rawValue: 16)

  static let names: [String: ServiceMethods] = [
    "get": .get, "list": .list, "create": .create, "update": .update, "delete": .delete,
    "read": [.get, .list], "write": [.create, .update, .delete],
  ]
}
