import Foundation
import IdentityWire
import WebAuthn

/// Client data as Foundation reads it, beside our reading.
struct ClientDataReading {
  private let members: [String: Any]

  /// Nil where Foundation takes less than we do: it has other limits.
  init?(_ bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let members = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any] else {
      return nil
    }
    self.members = members
  }

  func check(_ client: CollectedClientData) {
    precondition(isText("type", client.type), "another type")
    precondition(isText("origin", client.origin), "another origin")
    precondition(
      (members["challenge"] as? String).flatMap { Base64URL.decode($0) } == client.challenge,
      "another challenge")
    precondition((members["crossOrigin"] as? Bool ?? false) == client.isCrossOrigin, "another crossOrigin")
    if let topOrigin = client.topOrigin {
      precondition(isText("topOrigin", topOrigin), "another topOrigin")
    } else {
      precondition(members["topOrigin"] == nil, "a topOrigin that was not read")
    }
  }

  private func isText(_ name: String, _ text: String) -> Bool {
    (members[name] as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
  }
}
