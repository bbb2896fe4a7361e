import Foundation
import Identity
import IdentityWire

/// A user for the command line, without password hashes and other secrets.
struct UserDescription {
  private let user: AccountInfo
  private let hasPassword: Bool

  init(_ user: AccountInfo) {
    var user = user
    hasPassword = user.passwordHash != nil
    (user.passwordHash, user.salt, user.version) = (nil, nil, nil)
    self.user = user
  }

  /// The user in the answer of `accounts:lookup`, without `passwordHash`, on one line.
  var json: String { PlainText.json(String(decoding: user.bytes, as: UTF8.self)) }

  static let header = ["UID", "E-MAIL", "PHONE", "SIGN-IN", "CREATED", "LAST SIGN-IN", "STATE", "NAME"]

  /// The cells for the columns of ``header``.
  var row: [String] {
    [
      user.localId, user.email ?? "", user.phoneNumber ?? "", methods.joined(separator: ","),
      Self.day(user.createdAt), user.lastLoginAt == nil ? "never" : Self.day(user.lastLoginAt), state,
      user.displayName ?? "",
    ]
  }

  /// The user's name for people.
  var title: String {
    let name = user.email ?? user.phoneNumber ?? user.displayName
    return name.map { "\(PlainText.line($0)) (\(PlainText.line(user.localId)))" }
      ?? PlainText.line(user.localId)
  }

  var text: String {
    var table = TextTable(header: ["UID", user.localId])
    if let tenant = user.tenantId { table.rows.append(["Tenant", tenant]) }
    if let email = user.email {
      table.rows.append(["E-mail", "\(email) (\(user.emailVerified == true ? "verified" : "not verified"))"])
    }
    table.rows += [
      ("Phone", user.phoneNumber), ("Name", user.displayName), ("Photo", user.photoUrl),
    ].compactMap { name, value in value.map { [name, $0] } }
    table.rows.append(["State", state])
    table.rows.append(["Password", password])
    table.rows += (user.providerUserInfo ?? []).filter { !["password", "phone"].contains($0.providerId) }.map
    {
      ["Provider", [$0.providerId, $0.rawId, $0.email].compactMap(\.self).joined(separator: "  ")]
    }
    if user.customAuth == true { table.rows.append(["Provider", "custom"]) }
    table.rows += (user.mfaInfo ?? []).map {
      [
        "Second factor",
        [$0.unobfuscatedPhoneInfo ?? $0.phoneInfo ?? "totp", $0.mfaEnrollmentId, $0.displayName]
          .compactMap(\.self).joined(separator: "  "),
      ]
    }
    table.rows += (user.passkeyInfo ?? []).map {
      [
        "Passkey",
        [
          $0.credentialId, $0.name, $0.rpId,
          $0.lastUsedAt.flatMap { Self.moment($0) }.map { "used \($0)" } ?? "never used",
        ].compactMap(\.self).joined(separator: "  "),
      ]
    }
    if let claims = user.customAttributes, !claims.isEmpty { table.rows.append(["Claims", claims]) }
    table.rows += [
      ["Created", Self.moment(user.createdAt) ?? ""],
      ["Last sign-in", Self.moment(user.lastLoginAt) ?? "never"],
      ["Tokens since", user.validSince.map { Instant(seconds: $0.value).date.formatted(.iso8601) } ?? ""],
    ]
    return table.text
  }

  private var state: String { user.disabled == true ? "disabled" : "enabled" }

  private var password: String {
    guard hasPassword else { return "none" }
    let moment = user.passwordUpdatedAt.flatMap { Int64(exactly: $0) }
    return "set" + (moment.map { " \(Instant(milliseconds: $0).date.formatted(.iso8601))" } ?? "")
  }

  /// The user's sign-in methods, with the names of providers in tokens.
  private var methods: [String] {
    var methods = (user.providerUserInfo ?? []).map(\.providerId)
    if user.customAuth == true { methods.append("custom") }
    if user.passkeyInfo?.isEmpty == false { methods.append("passkey") }
    if methods.isEmpty, user.email == nil, !hasPassword { methods.append("anonymous") }
    return methods
  }

  private static func moment(_ milliseconds: Int64Text?) -> String? {
    milliseconds.map { Instant(milliseconds: $0.value).date.formatted(.iso8601) }
  }

  private static func day(_ milliseconds: Int64Text?) -> String {
    milliseconds.map { Instant(milliseconds: $0.value).date.formatted(.iso8601.year().month().day()) } ?? ""
  }
}
