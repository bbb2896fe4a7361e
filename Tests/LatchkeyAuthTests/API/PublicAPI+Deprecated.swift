import FirebaseAuth
import Foundation

/// Calls what is deprecated without a warning.
protocol DeprecatedMembers {
  static func list(_ api: inout PublicAPI)
}

enum DeprecatedAPI: DeprecatedMembers {
  @available(*, deprecated) static func list(_ api: inout PublicAPI) {
    api.member("Auth.fetchSignInMethods(forEmail:completion:)") { (it: Auth, email: String) async throws in
      it.fetchSignInMethods(forEmail: email, completion: { (_: [String]?, _: (any Error)?) in })
    }
    api.member("Auth.fetchSignInMethods(forEmail:) async") { (it: Auth, email: String) async throws in
      let _: [String] = try await it.fetchSignInMethods(forEmail: email)
    }
    api.member("User.updateEmail(to:completion:)") { (it: User, email: String) async throws in
      it.updateEmail(to: email, completion: { (_: (any Error)?) in })
    }
    api.member("User.updateEmail(to:) async") { (it: User, email: String) async throws in
      try await it.updateEmail(to: email)
    }
  }
}
