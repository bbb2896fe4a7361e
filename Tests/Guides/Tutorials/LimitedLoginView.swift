import SwiftUI

/// Lets the user sign in with Limited Login, and with a second factor if one is required.
struct LimitedLoginView: View {
  let session: Session

  var body: some View {
    AccountView(session: session) {
      if let resolver = session.secondFactor {
        SecondFactorView(session: session, resolver: resolver)
      } else {
        Button("Continue with Facebook") {
          Task { await session.signInWithLimitedLogin() }
        }
      }
    }
  }
}
