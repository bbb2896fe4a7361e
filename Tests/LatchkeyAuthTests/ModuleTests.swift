import FirebaseAuth
import FirebaseCore
import Testing

@Suite("Modules")
struct ModuleTests {
  @Test("the modules that apps import have the SDK in them")
  func modules() {
    #expect(SystemAuthClock().now.timeIntervalSince1970 > 0)
  }
}
