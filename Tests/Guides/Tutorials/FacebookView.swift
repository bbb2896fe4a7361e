import SwiftUI

/// Lets the user sign in with Facebook.
struct FacebookView: View {
  let session: Session

  var body: some View {
    AccountView(session: session) {
      Button("Continue with Facebook") {
        Task { await session.signInWithFacebook() }
      }
    }
  }
}
