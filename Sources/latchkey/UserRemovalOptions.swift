import ArgumentParser
import Identity
import IdentityWire

/// The parts to remove from a user.
struct UserRemovalOptions: ParsableArguments {
  @Flag(help: "Remove the e-mail address and the password.")
  var deleteEmail = false

  @Flag(help: "Remove the password.")
  var deletePassword = false

  @Flag(help: "Remove the phone number.")
  var deletePhone = false

  @Flag(help: "Remove the name.")
  var deleteName = false

  @Flag(help: "Remove the photo.")
  var deletePhoto = false

  @Option(
    help: ArgumentHelp(
      "Unlink a provider such as google.com. Repeat the option for more.", valueName: "provider"))
  var deleteProvider: [String] = []

  // An id may begin with a hyphen.
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Remove a second factor by its id, which \"latchkey users get\" shows. Repeat the option for more.",
      valueName: "id"))
  var deleteFactor: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Remove a passkey by its id, which \"latchkey users get\" shows. Repeat the option for more.",
      valueName: "id"))
  var deletePasskey: [String] = []

  var isEmpty: Bool {
    !(deleteEmail || deletePassword || deletePhone || deleteName || deletePhoto) && deleteProvider.isEmpty
      && deleteFactor.isEmpty && deletePasskey.isEmpty
  }

  /// - Parameter option: the option's name, such as `email`.
  func isNamed(_ option: String) -> Bool {
    switch option {
    case "email": deleteEmail
    case "password": deletePassword
    case "phone": deletePhone
    case "name": deleteName
    case "photo": deletePhoto
    default: false
    }
  }

  /// - Throws: an error if the user, or a factor, passkey or provider to remove, does not exist.
  func add(to request: inout UpdateRequest, of users: UserAdministration) async throws {
    let uid = request.localId ?? ""
    let attributes: [(UpdateRequest.Attribute, Bool)] = [
      (.email, deleteEmail), (.password, deletePassword), (.displayName, deleteName),
      (.photoURL, deletePhoto),
    ]
    let deleted = attributes.filter(\.1).map(\.0)
    if !deleted.isEmpty { request.deleteAttribute = deleted }
    if deletePhone { request.phoneNumber = "" }
    if !deleteProvider.isEmpty {
      let linked = try await users.user(uid).providerUserInfo ?? []
      if let missing = deleteProvider.first(where: { id in !linked.contains { $0.providerId == id } }) {
        throw CommandFailure(.refused, "The user is not linked to \(PlainText.line(missing)).")
      }
      request.deleteProvider = deleteProvider
    }
    if !deletePasskey.isEmpty {
      let passkeys = try await users.user(uid).passkeyInfo ?? []
      if let missing = deletePasskey.first(where: { id in !passkeys.contains { $0.credentialId == id } }) {
        throw CommandFailure(.refused, "The user has no passkey \(PlainText.line(missing)).")
      }
      request.deletePasskey = deletePasskey
    }
    guard !deleteFactor.isEmpty else { return }
    do throws(IdentityError) {
      request.mfa = try await users.factors(of: uid, without: deleteFactor)
    } catch {
      guard error.refusal == .mfaEnrollmentNotFound else { throw error }
      throw CommandFailure(
        .refused,
        "The user has no such second factor. \"latchkey users get\" shows the user's second factors.")
    }
  }
}
