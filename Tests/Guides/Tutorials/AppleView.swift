import SwiftUI

/// Lets the user sign in with Apple.
struct AppleView: View {
  let session: Session

  var body: some View {
    AccountView(session: session) {
      AppleButton(session: session)
    }
  }
}
