import Foundation
import Identity
import Secrets

/// The content of an outbox entry. It is stored sealed.
public protocol OutboxPayload: Sendable, Codable {
  /// True for a payload that goes the way of all others, but is never sent.
  var isDecoy: Bool { get }

  /// True if the payload was written for the entry's channel and scope.
  func belongs(to entry: OutboxEntry) -> Bool
}

extension OutboxPayload {
  public var isDecoy: Bool { false }

  func sealed(as id: String, by box: SecretBox) throws -> [UInt8] {
    Array(try box.seal(JSONEncoder().encode(self), context: OutboxEntry.sealingContext(id)))
  }

  /// - Throws: an error if the master key does not open the entry, or if its payload belongs to another entry.
  init(opening entry: OutboxEntry, with box: SecretBox) throws {
    self = try JSONDecoder().decode(
      Self.self, from: box.open(Data(entry.payload), context: OutboxEntry.sealingContext(entry.id)))
    guard belongs(to: entry) else { throw SecretBox.Failure.cannotOpen }
  }
}
