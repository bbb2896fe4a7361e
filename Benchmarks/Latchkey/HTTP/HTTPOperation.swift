import ArgumentParser

/// The kinds of requests that the benchmarks send.
enum HTTPOperation: String, CaseIterable, Codable, ExpressibleByArgument {
  case lookup, refresh, signUp, signInWithPassword, signInWithIdp, signInWithPasskey
  /// Lookups during more password sign-ins than the server can hash.
  case isolation

  var path: String {
    switch self {
    case .lookup, .isolation: "/v1/accounts:lookup"
    case .refresh: "/v1/token"
    case .signUp: "/v1/accounts:signUp"
    case .signInWithPassword: "/v1/accounts:signInWithPassword"
    case .signInWithIdp: "/v1/accounts:signInWithIdp"
    case .signInWithPasskey: "/v2/accounts/passkeySignIn:finalize"
    }
  }

  var title: String {
    switch self {
    case .lookup: "accounts:lookup"
    case .refresh: "token (refresh)"
    case .signUp: "accounts:signUp, anonymous"
    case .signInWithPassword: "accounts:signInWithPassword"
    case .signInWithIdp: "accounts:signInWithIdp, Apple"
    case .signInWithPasskey: "passkeySignIn:finalize"
    case .isolation: "accounts:lookup beside sign-ins"
    }
  }

  /// The aimed-at ratio to the limit, unless the text names another unit.
  func aim(onPostgreSQL: Bool) -> String {
    if onPostgreSQL { return "0.7 of SQLite's" }
    return switch self {
    case .lookup: "0.5 and 20000/s"
    case .refresh: "1.5, p99 < 10 ms"
    case .signUp: "0.7"
    case .signInWithPassword: "0.95"
    case .signInWithIdp, .signInWithPasskey: "0.6"
    case .isolation: "p99 < 10 ms"
    }
  }
}
