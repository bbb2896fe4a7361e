import Foundation
import Secrets

/// Shows something secret that was just made, once: it is kept nowhere and in no address.
struct SecretPage: Sendable {
  /// What was made, in a sentence or two.
  let paragraphs: [String]
  let secret: String
  /// Nil where there is nothing to be downloaded.
  let fileName: String?
  /// The same as an address that a browser downloads.
  let download: String?
  /// Where one goes from here.
  let donePath: String

  /// - Parameter fileName: of a JSON file.
  init(_ secret: Secret, paragraphs: [String], fileName: String? = nil, donePath: String) {
    self.paragraphs = paragraphs
    self.secret = secret.reveal()
    self.fileName = fileName
    self.donePath = donePath
    download = fileName.map { _ in
      "data:application/json;base64," + Data(secret.reveal().utf8).base64EncodedString()
    }
  }
}
