extension String {
  /// True if both texts have the same UTF-8 bytes.
  ///
  /// `==` takes canonically equivalent texts for equal (`é` in one scalar or two). A text that says who somebody is, or
  /// what a token is for, is compared by this instead: RFC 7519 section 2 (StringOrURI), OpenID Connect Core section 2.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Feeds a hasher exactly what ``hasSameBytes(as:)`` compares.
  package func hashBytes(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Keeps two texts in a row apart from others that join to the same bytes.
    hasher.combine(0xFF as UInt8)
  }
}

extension Optional<String> {
  /// True if both are missing, or both have the same UTF-8 bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.hasSameBytes(as: other)
    default: false
    }
  }
}

extension Sequence<String> {
  /// True if one of the texts has the same UTF-8 bytes as another text.
  package func containsBytes(of text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
