import FirebaseAuth
import Foundation
import Testing

@Suite("Coming back by an app's URL scheme")
struct AppSchemePresenterTests {
  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("the address that the app was opened by ends the sign-in, and others are the app's")
  func returns() async throws {
    let opened = AsyncStream<URL>.makeStream()
    let presenter = AppSchemePresenter { opened.continuation.yield($0) }
    #expect(presenter.canHandle(try Self.url("com.example.app://firebaseauth/link?a=b")) == false)
    async let returned = presenter.present(scheme: "com.example.app") { back in
      #expect(back == .scheme("com.example.app"))
      return try Self.url("https://auth.example.com/__/auth/handler")
    }
    var iterator = opened.stream.makeAsyncIterator()
    #expect(await iterator.next()?.host() == "auth.example.com")
    for other in [
      "com.example.app://other/link", "org.example://firebaseauth/link", "https://firebaseauth/link",
    ] {
      #expect(presenter.canHandle(try Self.url(other)) == false)
    }
    let back = try Self.url("COM.example.app://firebaseauth/link?deep_link_id=x")
    #expect(presenter.canHandle(back))
    #expect(try await returned == back)
    #expect(presenter.canHandle(back) == false)
  }

  @Test("one at a time, no scheme no sign-in, and a cancelled task is a cancelled sign-in")
  func refusals() async throws {
    let opened = AsyncStream<URL>.makeStream()
    let presenter = AppSchemePresenter { opened.continuation.yield($0) }
    #expect(
      await code { _ = try await presenter.present(scheme: nil) { _ in try Self.url("https://a") } }
        == AuthErrorCode.webInternalError.rawValue)
    let first = Task { try await presenter.present(scheme: "app") { _ in try Self.url("https://a") } }
    var iterator = opened.stream.makeAsyncIterator()
    _ = await iterator.next()
    #expect(
      await code { _ = try await presenter.present(scheme: "app") { _ in try Self.url("https://b") } }
        == AuthErrorCode.webContextAlreadyPresented.rawValue)
    first.cancel()
    #expect(await code { _ = try await first.value } == AuthErrorCode.webContextCancelled.rawValue)
  }

  @Test("a browser that cannot be opened ends it, and the next one can begin")
  func opener() async throws {
    let failing = AppSchemePresenter { _ in throw AuthError(.webInternalError) }
    for _ in 0..<2 {
      #expect(
        await code { _ = try await failing.present(scheme: "app") { _ in try Self.url("https://a") } }
          == AuthErrorCode.webInternalError.rawValue)
    }
  }
}
