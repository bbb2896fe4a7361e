import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

/// Calls what is deprecated without a warning.
protocol DeprecatedCalls: Sendable {
  static func signInMethods(_ auth: Auth, _ email: String) async throws -> [String]
  static func updateEmail(_ user: User, to email: String) async throws
}

enum DeprecatedOperations: DeprecatedCalls {
  @available(*, deprecated) static func signInMethods(_ auth: Auth, _ email: String) async throws -> [String]
  {
    try await auth.fetchSignInMethods(forEmail: email)
  }

  @available(*, deprecated) static func updateEmail(_ user: User, to email: String) async throws {
    try await user.updateEmail(to: email)
  }
}

/// The deprecated operations, as apps of earlier releases call them.
let deprecatedCalls: any DeprecatedCalls.Type = DeprecatedOperations.self

/// What the tests share that bear the names of FirebaseAuth's own.
extension LiveAuth {
  static let email = "ada@example.com"
  static let password = "correct horse"

  /// A new user with a password, signed in.
  func newUser(_ email: String = LiveAuth.email) async throws -> User {
    try await auth.createUser(withEmail: email, password: Self.password).user
  }

  /// A user of the lab's Facebook, signed in.
  func facebookUser(_ person: String = "ada") async throws -> User {
    try await auth.signIn(with: try await facebook(person)).user
  }

  func facebook(_ person: String) async throws -> AuthCredential {
    FacebookAuthProvider.credential(
      withAccessToken: try await server.labToken("facebook.com", ["person": .string(person)]))
  }

  /// Google's ID token is good once: each call makes another one.
  func google(_ options: [String: JSONValue] = ["person": "grace"]) async throws -> AuthCredential {
    server.clock.advance(seconds: 2)
    return GoogleAuthProvider.credential(
      withIDToken: try await server.labToken("google.com", .object(options)), accessToken: "")
  }

  /// A number and the code that was sent to it.
  func phone(_ number: String) async throws -> PhoneAuthCredential {
    let provider = PhoneAuthProvider.provider(auth: auth)
    let id = try await provider.verifyPhoneNumber(number)
    return provider.credential(withVerificationID: id, verificationCode: try server.code(of: id))
  }

  /// Has a link mailed to sign in by.
  func signInLink(_ email: String = LiveAuth.email) async throws -> String {
    let settings = ActionCodeSettings()
    settings.url = URL(string: "http://localhost/done")
    settings.handleCodeInApp = true
    try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
    return try server.mail("EMAIL_SIGNIN", to: email).link
  }

  /// Changes a user's account as an administrator does.
  func change(_ user: User, _ change: [String: JSONValue]) async throws {
    let message = change.merging(["localId": .string(user.uid)]) { $1 }
    let answer = try await server.administer("accounts:update", .object(message))
    guard answer.status == 200 else { throw TestFailure("\(answer.status) \(answer.text)") }
  }

  func disable(_ user: User) async throws { try await change(user, ["disableUser": true]) }

  func delete(_ user: User) async throws {
    let answer = try await server.administer("accounts:delete", ["localId": .string(user.uid)])
    guard answer.status == 200 else { throw TestFailure("\(answer.status) \(answer.text)") }
  }
}

private typealias Archivable = NSObject & NSSecureCoding

/// Puts an object into an archive and takes it out again.
func archived<Object: NSObject>(_ object: Object) throws -> Object {
  guard let type = Swift.type(of: object) as? any Archivable.Type, type.supportsSecureCoding else {
    throw TestFailure("it has no archive: \(object)")
  }
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  let copy = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type as AnyClass], from: data)
  return try #require(copy as? Object)
}
