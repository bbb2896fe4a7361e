import SwiftUI

// In your project this type has the attribute @main.
struct FacebookApp: App {
  private let session = Session(at: .current)

  var body: some Scene {
    WindowGroup {
      FacebookView(session: session)
    }
  }
}
