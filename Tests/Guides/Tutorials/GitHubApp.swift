import SwiftUI

// In your project this type has the attribute @main.
struct GitHubApp: App {
  private let session = Session(at: .current)

  var body: some Scene {
    WindowGroup {
      GitHubView(session: session)
    }
  }
}
