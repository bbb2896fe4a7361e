import Foundation

/// What came back. Any status is an answer, a redirect's too: none is followed.
public struct HTTPExchangeAnswer: Sendable {
  public var status: Int
  /// By lower-case name.
  public var headers: [String: String]
  /// Empty for a redirect.
  public var body: Data
}
