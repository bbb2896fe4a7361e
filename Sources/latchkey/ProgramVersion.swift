import LatchkeyVersion
import Tokens

/// Says which program this is, and what makes its signatures on this machine.
enum ProgramVersion {
  static let text = """
    \(Release.version)
    commit: \(Release.commit ?? "not a release")
    signer: \(SigningMethod.chosen().name)
    """

  /// Names the program that wrote a database newer than this program.
  ///
  /// - Parameter version: the version that the database notes; nil where it notes none. Until a version is released, its
  ///   builds share its number.
  static func writer(ofNewer version: String?) -> String {
    switch version {
    case nil: "a newer version of Latchkey"
    case Release.version: "a later build of Latchkey \(Release.version)"
    case let version?: "Latchkey \(version)"
    }
  }
}
