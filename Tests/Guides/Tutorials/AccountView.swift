import FirebaseAuth
import SwiftUI

/// Shows the signed-in user, or the sign-in methods.
struct AccountView<SignIn: View>: View {
  let session: Session
  @ViewBuilder let signIn: () -> SignIn

  var body: some View {
    VStack {
      if let user = session.user {
        Text(user.displayName ?? user.email ?? user.uid)
        Text(user.providerData.map(\.providerID).joined(separator: ", "))
        Button("Sign out") { session.signOut() }
      } else {
        signIn()
      }
      if let message = session.message {
        Text(message)
      }
    }
    .task { await session.follow() }
  }
}
