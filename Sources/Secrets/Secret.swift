import Crypto
import Foundation

/// A value that must not be shown: printing, interpolating or reflecting it yields a placeholder, and it is
/// deliberately not `Codable`. ``reveal()`` is the one way to the text, easy to find in a review.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  public init(_ text: String) { self.text = text }

  public func reveal() -> String { text }
  public var isEmpty: Bool { text.isEmpty }
  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Compares without telling by its duration where the difference is.
  public func equals(_ other: String) -> Bool { constantTimeEqual(text, other) }
}

/// Compares the SHA-256 digests of both texts, so that neither content nor length shows in the time taken.
public func constantTimeEqual(_ one: String, _ other: String) -> Bool {
  SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
}
