import ArgumentParser
import FirebaseAuth

struct SignInCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in",
    abstract: "Sign in with a provider, in the browser.",
    discussion: """
      Who has a second factor is asked for its code. Whoever was signed in before is not any more.

      EXAMPLES
        sign-in-cli sign-in --server http://127.0.0.1:9099
        sign-in-cli sign-in --provider google.com --scope profile --scope email

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ServerOptions

  @Option(help: "The provider's id, such as github.com, google.com or oidc.my-company.")
  var provider = "github.com"

  @Option(help: "What to ask the provider for, instead of what the project asks for. May be repeated.")
  var scope: [String] = []

  func run() async throws {
    let auth = try options.auth()
    let oauth = OAuthProvider(providerID: provider, auth: auth)
    if !scope.isEmpty { oauth.scopes = scope }
    let result = try await signIn(auth, with: try await oauth.credential(with: nil))
    let isNew = result.additionalUserInfo?.isNewUser == true
    Terminal.note(isNew ? "Welcome. This is your new account:" : "Welcome back. This is your account:")
    Terminal.print(UserCard(user: result.user, token: try await result.user.getIDTokenResult()).text)
  }

  private func signIn(_ auth: Auth, with credential: AuthCredential) async throws -> AuthDataResult {
    do {
      return try await auth.signIn(with: credential)
    } catch {
      guard let resolver = error.multiFactorResolver else { throw error }
      return try await SecondFactor(resolver).resolve()
    }
  }
}
