import Foundation

/// Stores sessions for the next start of the app. Every method may be called from any thread.
///
/// The stored data contains refresh tokens: anyone who can read it can act as the user.
public protocol AuthStorage: Sendable {
  /// Returns the stored data; nil if nothing is stored under the key.
  func load(_ key: String) throws -> Data?

  /// Replaces the stored data, atomically.
  func save(_ data: Data, for key: String) throws

  /// Removes the stored data. Succeeds also if there is no data.
  func remove(_ key: String) throws

  /// Runs the body exclusively for the key, across threads and processes.
  func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result
}
