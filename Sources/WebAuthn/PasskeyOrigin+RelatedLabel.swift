extension PasskeyOrigin {
  /// The name by which browsers count related origins (WebAuthn Level 3 section 5.11.1): the first label of the registrable
  /// domain, so that `example.com` and `example.co.uk` are one. Nil for apps, and for hosts of one label.
  ///
  /// The public suffixes of all registries are not known here: one is taken to have two labels where the second is a country's
  /// and the first says what is registered there, as `co.uk`.
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
