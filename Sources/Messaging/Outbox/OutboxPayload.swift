import Foundation
import Identity
import Secrets

/// The content of an outbox entry. It is stored sealed.
public protocol OutboxPayload: Sendable, Codable {
  /// True for one that is thrown away instead of delivered.
  var isDecoy: Bool { get }

  /// True if the content was written for the entry: for its channel and its scope.
  func belongs(to entry: OutboxEntry) -> Bool
}

extension OutboxPayload {
  public var isDecoy: Bool { false }

  func sealed(as id: String, by box: SecretBox) throws -> [UInt8] {
    Array(try box.seal(JSONEncoder().encode(self), context: OutboxEntry.sealingContext(id)))
  }

  /// - Throws: for what does not open under the master key, and for the content of another entry.
  init(opening entry: OutboxEntry, with box: SecretBox) throws {
    self = try JSONDecoder().decode(
      Self.self, from: box.open(Data(entry.payload), context: OutboxEntry.sealingContext(entry.id)))
    guard belongs(to: entry) else { throw SecretBox.Failure.cannotOpen }
  }
}
