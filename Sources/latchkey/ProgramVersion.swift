import LatchkeyVersion
import Tokens

/// Describes this program, and the implementation of its signatures on this machine.
enum ProgramVersion {
  static let text = """
    \(Release.version)
    commit: \(Release.commit ?? "not a release")
    signer: \(SigningMethod.chosen().name)
    """

  /// Names the program that wrote a database newer than this program.
  ///
  /// - Parameter version: the version in the database; nil if there is none. Builds before a release have the same
  ///   number as the release.
  static func writer(ofNewer version: String?) -> String {
    switch version {
    case nil: "a newer version of Latchkey"
    case Release.version: "a later build of Latchkey \(Release.version)"
    case let version?: "Latchkey \(version)"
    }
  }
}
