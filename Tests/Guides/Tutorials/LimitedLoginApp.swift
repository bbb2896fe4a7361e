import SwiftUI

// In your project this type has the attribute @main.
struct LimitedLoginApp: App {
  private let session = Session(at: .current)

  var body: some Scene {
    WindowGroup {
      LimitedLoginView(session: session)
    }
  }
}
