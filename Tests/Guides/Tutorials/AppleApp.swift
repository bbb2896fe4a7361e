import SwiftUI

// In your project this type has the attribute @main.
struct AppleApp: App {
  private let session = Session(at: .current)

  var body: some Scene {
    WindowGroup {
      AppleView(session: session)
    }
  }
}
