import Foundation

/// Where sessions are kept between starts of the app. Every method may be called from any thread.
///
/// What is stored holds refresh tokens: whoever can read it can be the user.
public protocol AuthStorage: Sendable {
  /// Nil when nothing is stored under the key.
  func load(_ key: String) throws -> Data?

  /// Replaces what is stored, whole or not at all.
  func save(_ data: Data, for key: String) throws

  /// Removing what is not there is no error.
  func remove(_ key: String) throws

  /// Runs the body while nobody else, in this process or another, is in the body of the same key.
  func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result
}
