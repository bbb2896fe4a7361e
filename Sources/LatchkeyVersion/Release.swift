import CLatchkeyVersion

/// Names what was built.
public enum Release {
  /// By the rules of [Semantic Versioning](https://semver.org), such as `1.2.3`.
  public static let version = LATCHKEY_VERSION
  /// The commit that a released program was built from, in hexadecimal; nil in any other.
  public static let commit: String? = {
    let text = String(cString: latchkey_version_commit())
    return text.isEmpty ? nil : text
  }()
}
