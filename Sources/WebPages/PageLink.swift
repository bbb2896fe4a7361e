/// Checks addresses that a page uses as a link or navigates to.
public enum PageLink {
  /// True for an absolute `http` or `https` address.
  public static func isWeb(_ address: String) -> Bool {
    switch scheme(of: address) {
    case "http", "https": true
    default: false
    }
  }

  /// True for a web address, and for an address with an app's own scheme. False if a browser would run the address as a
  /// script, show its content inline or read it from the disk.
  public static func isNavigable(_ address: String) -> Bool {
    guard let scheme = scheme(of: address) else { return false }
    return !["javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "view-source"]
      .contains(scheme)
  }

  /// The scheme in lower case (RFC 3986 section 3.1). Nil unless the address begins with a scheme. Browsers ignore
  /// blanks and line ends before and inside a scheme; here, an address with such characters has no scheme.
  private static func scheme(of address: String) -> String? {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = address.utf8[..<colon]
    guard let first = scheme.first, isLetter(first) else { return nil }
    for byte in scheme {
      guard isLetter(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte) else {
        return nil
      }
    }
    return String(address[..<colon]).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
