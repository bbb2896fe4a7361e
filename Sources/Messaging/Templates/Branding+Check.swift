import Identity

extension Branding {
  /// True if a text can be the name that users read in pages and mails.
  public static func isName(_ text: String) -> Bool {
    (1...maximumNameLength).contains(text.count) && text.utf8.count <= 4 * maximumNameLength
      && !HeaderText.hasControls(text) && !text.allSatisfy(\.isWhitespace)
  }
}
