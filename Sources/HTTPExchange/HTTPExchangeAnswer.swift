import Foundation

/// The answer to a request. Every status is an answer. Redirects are not followed, so theirs are, too.
public struct HTTPExchangeAnswer: Sendable {
  public var status: Int
  /// The headers by lower-case name.
  public var headers: [String: String]
  /// Empty for a redirect.
  public var body: Data
}
