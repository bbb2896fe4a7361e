import FirebaseAuth
import Foundation

/// Shows all data about a user.
struct UserCard {
  let user: User
  let token: AuthTokenResult

  var text: String {
    var rows: [(String, String)] = [
      ("uid", user.uid),
      ("name", user.displayName ?? "none"),
      ("e-mail", email),
      ("providers", list(user.providerData.map { "\($0.providerID) (\($0.uid))" })),
      ("second factors", list(user.multiFactor.enrolledFactors.map(Self.line))),
      ("signed in with", list([token.signInProvider, token.signInSecondFactor].filter { !$0.isEmpty })),
      ("token expires", token.expirationDate.formatted(.iso8601)),
    ]
    if let claims { rows.append(("token claims", claims)) }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, text in
      // The provider chooses the names. They must not contain control sequences for the terminal.
      let value = text.filter { character in
        character == "\n" || character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      }
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
      return name.padding(toLength: width, withPad: " ", startingAt: 0)
        + lines.joined(separator: "\n" + String(repeating: " ", count: width))
    }.joined(separator: "\n")
  }

  private var email: String {
    user.email.map { $0 + (user.isEmailVerified ? " (verified)" : " (not verified)") } ?? "none"
  }

  private var claims: String? {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? JSONSerialization.data(withJSONObject: token.claims, options: options) else {
      return nil
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static func line(_ factor: MultiFactorInfo) -> String {
    let name = factor.displayName.map { "\"\($0)\", " } ?? ""
    return "\(factor.factorID) (\(name)\(factor.uid))"
  }

  private func list(_ lines: [String]) -> String { lines.isEmpty ? "none" : lines.joined(separator: "\n") }
}
