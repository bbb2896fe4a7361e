extension PasskeyOrigin {
  /// The label by which browsers count related origins (WebAuthn Level 3 section 5.11.1): the first label of
  /// the registrable domain. So `example.com` and `example.co.uk` count as one label. Nil for apps, and for
  /// hosts of one label.
  ///
  /// This module has no list of public suffixes. It assumes that a suffix has two labels if the last label
  /// is a country code and the label before it is a category, as in `co.uk`.
  public var relatedLabel: String? {
    guard let labels = host?.split(separator: "."), let last = labels.last, labels.count > 1 else {
      return nil
    }
    let hasSecondLevel =
      labels.count > 2 && last.utf8.count == 2 && Self.secondLevels.contains(String(labels[labels.count - 2]))
    return String(labels[labels.count - (hasSecondLevel ? 3 : 2)])
  }

  private static let secondLevels: Set<String> = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "gv", "id", "ltd", "me", "mil", "ne", "net", "nom", "or",
    "org", "plc",
    "sch",
  ]
}
