import Foundation

/// The response to a request, with any status. Redirects are not followed, so a redirect is a response, too.
public struct HTTPExchangeAnswer: Sendable {
  public var status: Int
  /// The headers by lower-case name.
  public var headers: [String: String]
  /// Empty for a redirect.
  public var body: Data
}
