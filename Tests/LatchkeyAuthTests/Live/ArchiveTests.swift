import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Archives of the SDK's objects")
struct ArchiveTests {
  private static func copy<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  @Test("a result of a sign-in comes out of an archive as it went in, and its user has their session")
  func result() async throws {
    try await LiveAuth.run { live in
      let provider = OAuthProvider(providerID: "github.com", auth: live.auth)
      let result = try await live.auth.signIn(with: try await provider.credential(with: nil))
      let copy = try Self.copy(result)
      #expect(copy.user.uid == result.user.uid && copy.user.email == result.user.email)
      #expect(copy.user.refreshToken == result.user.refreshToken)
      #expect(copy.user.providerData.map(\.uid) == result.user.providerData.map(\.uid))
      #expect(copy.user.metadata.creationDate == result.user.metadata.creationDate)
      #expect(copy.additionalUserInfo?.providerID == "github.com")
      #expect(copy.additionalUserInfo?.isNewUser == true)
      #expect(copy.additionalUserInfo?.username == result.additionalUserInfo?.username)
      let login = copy.additionalUserInfo?.profile?["login"] as? String
      #expect(login != nil && login == result.additionalUserInfo?.profile?["login"] as? String)
      #expect(copy.credential?.accessToken == result.credential?.accessToken)
      #expect(copy.credential?.provider == "github.com")
      try await copy.user.reload()
      // The user from the archive belongs to the app that made it, and can become the signed-in one again.
      try live.auth.signOut()
      try await live.auth.updateCurrentUser(copy.user)
      #expect(live.auth.currentUser?.uid == result.user.uid)
      #expect(try await live.auth.currentUser?.getIDToken(forcingRefresh: true) != nil)
    }
  }

  @Test("tokens, metadata, factors and telephone credentials come out of an archive as they went in")
  func parts() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      let token = try await user.getIDTokenResult()
      let copied = try Self.copy(token)
      #expect(copied.token == token.token && copied.expirationDate == token.expirationDate)
      #expect(copied.claims["sub"] as? String == user.uid)
      let metadata = try Self.copy(user.metadata)
      #expect(metadata.lastSignInDate == user.metadata.lastSignInDate && metadata.creationDate != nil)
      #expect(try Self.copy(user.multiFactor).enrolledFactors.isEmpty)

      let phone = PhoneAuthProvider.provider(auth: live.auth)
      let id = try await phone.verifyPhoneNumber("+15551230100")
      let code = try live.server.code(of: id)
      let credential = try Self.copy(phone.credential(withVerificationID: id, verificationCode: code))
      let signedIn = try await live.auth.signIn(with: credential)
      #expect(signedIn.user.phoneNumber == "+15551230100")
    }
  }

  /// Goes by what the caller knows of the type, as an app's storage does.
  private static func copy<Known>(_ object: Known, as type: AnyClass) throws -> Known {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type], from: data) as? Known)
  }

  @Test("a credential of any provider comes out of an archive as good as it went in")
  func credentials() async throws {
    try await LiveAuth.run { live in
      let (auth, server, email) = (live.auth, live.server, "writer@example.com")
      let user = try await auth.createUser(withEmail: email, password: "a password").user
      let password = EmailAuthProvider.credential(withEmail: email, password: "a password")
      #expect(try await auth.signIn(with: Self.copy(password, as: AuthCredential.self)).user.uid == user.uid)
      let link = "\(server.origin)/?mode=signIn&oobCode=\(try await server.signInLinkCode(email))"
      let mailed = EmailAuthProvider.credential(withEmail: email, link: link)
      #expect(try await auth.signIn(with: Self.copy(mailed, as: AuthCredential.self)).user.uid == user.uid)

      let facebook = FacebookAuthProvider.credential(
        withAccessToken: try await server.labToken("facebook.com", ["person": "ada"]))
      let named = try await auth.signIn(with: Self.copy(facebook, as: AuthCredential.self)).user
      let info = try #require(named.providerData.first)
      let copy = try Self.copy(info, as: NSObject.self)
      #expect(copy.providerID == "facebook.com" && copy.uid == info.uid && copy.displayName == "Ada Lovelace")
      #expect(copy.photoURL == info.photoURL && copy.email == info.email)

      var name = PersonNameComponents()
      (name.givenName, name.familyName) = ("Hedy", "Lamarr")
      let nonced = OAuthProvider.appleCredential(
        withIDToken: try await server.labToken("apple.com", ["sub": "a1", "rawNonce": "raw"]),
        rawNonce: "raw",
        fullName: name)
      let apple = try await auth.signIn(with: Self.copy(nonced, as: AuthCredential.self)).user
      #expect(apple.displayName == "Hedy Lamarr")
    }
  }

  @Test("an archive of something else is none of a user")
  func foreign() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("session" as NSString, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let user = try? NSKeyedUnarchiver.unarchivedObject(ofClass: User.self, from: archiver.encodedData)
    #expect(user == nil)
  }
}
