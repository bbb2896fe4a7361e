import Foundation
import Secrets

/// Shows a new secret once. The secret is not stored, and no address contains it.
struct SecretPage: Sendable {
  /// A sentence or two about the secret.
  let paragraphs: [String]
  let secret: String
  /// Nil if there is no download.
  let fileName: String?
  /// The secret as an address that a browser downloads.
  let download: String?
  /// The path of the page to continue with.
  let donePath: String

  /// - Parameter fileName: the name of a JSON file.
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
