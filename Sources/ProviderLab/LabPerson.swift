import Crypto
import Foundation
import IdentityWire

/// A person who can sign in at the lab's providers.
struct LabPerson: Sendable, Equatable {
  /// The value of the `person` button and of `lab_person`.
  var key: String
  var givenName: String
  var familyName: String
  var email: String?
  var isEmailVerified = true
  /// True if the public profile shows the address, as in GitHub's `/user`.
  var isEmailPublic = false
  /// The person's identifier; nil derives one from ``key`` in the provider's form.
  var fixedSubject: String?
  /// A remark for the authorization page.
  var note = ""

  var name: String { [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ") }
  var hasPrivateRelay: Bool { email?.hasSuffix("@privaterelay.appleid.com") ?? false }
  var initials: String { String([givenName, familyName].compactMap(\.first)).uppercased() }
  var login: String { key }

  static let everyone: [LabPerson] = [
    LabPerson(
      key: "ada", givenName: "Ada", familyName: "Lovelace", email: "ada@example.com", isEmailPublic: true),
    LabPerson(
      key: "grace", givenName: "Grace", familyName: "Hopper", email: "grace.hopper.lab@gmail.com",
      note: "A mail address that Google issues itself"),
    LabPerson(
      key: "alan", givenName: "Alan", familyName: "Turing", email: "alan@example.org",
      isEmailVerified: false, note: "The mail address is not verified"),
    LabPerson(
      key: "hedy", givenName: "Hedy", familyName: "Lamarr", email: "k7q2m9x4tz@privaterelay.appleid.com",
      note: "Hides the mail address behind a relay"),
    LabPerson(
      key: "katherine", givenName: "Katherine", familyName: "Johnson", email: nil,
      note: "Has no mail address"),
    LabPerson(
      key: "siobhan", givenName: "Siobhán", familyName: "O'Brien-Łukasiewicz",
      email: "siobhan+lab@example.net", note: "A name that has to be escaped well"),
  ]

  /// A person who never signs in, for the fault `other-user`.
  static let stranger = LabPerson(key: "stranger", givenName: "Some", familyName: "Body", email: nil)

  static func named(_ key: String) -> LabPerson? { everyone.first { $0.key == key } }

  /// A person for one sign-in. Without a `subject`, two sign-ins with the same mail address or name sign in the
  /// same person.
  static func custom(name: String, email: String?, isEmailVerified: Bool, subject: String?) -> LabPerson {
    let parts = name.split(separator: " ").map(String.init)
    let mail = email.flatMap { $0.isEmpty ? nil : $0 }
    let identity = "custom:\(mail ?? name)"
    let digest = SHA256.hash(data: Array(identity.utf8)).prefix(4)
    return LabPerson(
      key: "custom-" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
      givenName: parts.count > 1 ? parts.dropLast().joined(separator: " ") : name,
      familyName: parts.count > 1 ? parts[parts.count - 1] : "", email: mail,
      isEmailVerified: isEmailVerified && mail != nil,
      fixedSubject: subject.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// The person's identifier at a provider, in the provider's form.
  func subject(at provider: LabProviderID) -> String {
    let digest = Array(SHA256.hash(data: Array("\(provider.rawValue):\(key)".utf8)))
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let hexadecimal = LabDigest.hexadecimal(digest.prefix(16))
    let usual =
      switch provider {
      case .apple: "00\(number % 9_000 + 1_000).\(hexadecimal).\(number / 9_000 % 9_000 + 1_000)"
      case .facebook: "10\(number % 900_000_000_000_000 + 100_000_000_000_000)"
      case .github: "\(number % 90_000_000 + 1)"
      case .google: "1\(number % 90_000_000_000_000_000 + 10_000_000_000_000_000)000"
      case .line: "U\(hexadecimal)"
      case .microsoft: MicrosoftLab.objectID(digest)
      // Odd and above 2^53, so that a double cannot represent it.
      case .oauth: "\(number % 9_000_000_000_000_000_000 | 0x20_0000_0000_0001)"
      case .playGames: "g\(number % 9_000_000_000_000_000_000 + 1_000_000_000_000_000_000)"
      case .twitter: "\(number % 8_000_000_000_000_000_000 + 1_000_000_000_000_000_000)"
      case .yahoo: "\(hexadecimal.prefix(26).uppercased())"
      case .linkedIn, .openID, .saml: "\(key)-\(hexadecimal.prefix(12))"
      }
    guard let fixedSubject else { return usual }
    switch provider {
    // These APIs write the id as a number, so it cannot be a text.
    case .github, .oauth, .twitter: return Int64(fixedSubject).map(String.init) ?? usual
    default: return fixedSubject
    }
  }

  /// The person as a provider describes them under a fault.
  func applying(_ fault: LabFault?) -> LabPerson {
    var person = self
    switch fault {
    case .emailMissing: person.email = nil
    case .emailUnverified: person.isEmailVerified = false
    case .privateRelay:
      person.email =
        "\(LabDigest.hexadecimal(SHA256.hash(data: Array(key.utf8)).prefix(5)))@privaterelay.appleid.com"
      person.isEmailVerified = true
    case .nameOnlyOnce:
      person.givenName = ""
      person.familyName = ""
    default: break
    }
    return person
  }
}
