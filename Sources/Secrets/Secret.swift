import Crypto
import Foundation

/// A value that must not be shown. Printing, interpolating or reflecting it shows a placeholder, and the
/// type is deliberately not `Codable`. Only ``reveal()`` returns the text, so every use is easy to find in
/// a review.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  public init(_ text: String) { self.text = text }

  public func reveal() -> String { text }
  public var isEmpty: Bool { text.isEmpty }
  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Compares in constant time.
  public func equals(_ other: String) -> Bool { constantTimeEqual(text, other) }
}

/// Compares the SHA-256 digests of both texts, so that the time reveals neither content nor length.
public func constantTimeEqual(_ one: String, _ other: String) -> Bool {
  SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
}
