import LatchkeyVersion
import Tokens

/// Says which program this is, and what makes its signatures on this machine.
enum ProgramVersion {
  static let text = """
    \(Release.version)
    commit: \(Release.commit ?? "not a release")
    signer: \(SigningMethod.chosen().name)
    """
}
