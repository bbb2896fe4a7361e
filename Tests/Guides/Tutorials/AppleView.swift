import SwiftUI

/// The way in with Apple.
struct AppleView: View {
  let session: Session

  var body: some View {
    AccountView(session: session) {
      AppleButton(session: session)
    }
  }
}
