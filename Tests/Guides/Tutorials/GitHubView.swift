import SwiftUI

/// Lets the user sign in with GitHub, and shows the actions of a signed-in user.
struct GitHubView: View {
  let session: Session
  @State private var githubUser: GitHubUser?

  var body: some View {
    VStack {
      AccountView(session: session) {
        Button("Continue with GitHub") {
          Task { githubUser = await session.signInWithGitHub() }
        }
      }
      if session.user != nil {
        Text(githubUser?.login ?? "")
        Button("Link GitHub") { Task { await session.linkGitHub() } }
        Button("Delete my account") { Task { await session.deleteAccount() } }
      }
    }
  }
}
