import CLatchkeyVersion

/// The version and the commit of this build.
public enum Release {
  /// The version by the rules of [Semantic Versioning](https://semver.org), such as `1.2.3`.
  public static let version = LATCHKEY_VERSION
  /// The commit that a released program was built from, in hexadecimal; nil in any other program.
  public static let commit: String? = {
    let text = String(cString: latchkey_version_commit())
    return text.isEmpty ? nil : text
  }()
}
