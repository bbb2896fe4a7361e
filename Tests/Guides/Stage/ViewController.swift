@_exported import Foundation

/// What the guides' code finds around it in a sample app: prompts, a place to go back to, and a test that
/// watches.
@MainActor open class ViewController: NSObject {
  public let isMFAEnabled = true
  public var navigationController: NavigationController?
  /// What a user would type, by what they are asked.
  public var answers: (String) -> String? = { _ in nil }

  private let told = AsyncStream<String>.makeStream()
  private lazy var tellings = told.stream.makeAsyncIterator()

  public func showTextInputPrompt(
    withMessage message: String, completionBlock: @escaping (Bool, String?) -> Void
  ) {
    let answer = answers(message)
    completionBlock(answer != nil, answer)
  }

  public func showMessagePrompt(_ message: String) { tell("message: \(message)") }

  public func tell(_ what: String) { told.continuation.yield(what) }

  /// What was told next.
  public func next() async -> String? {
    var iterator = tellings
    defer { tellings = iterator }
    return await iterator.next(isolation: #isolation)
  }
}

@MainActor public final class NavigationController {
  private let onPop: () -> Void

  public init(onPop: @escaping () -> Void) { self.onPop = onPop }

  public func popViewController(animated: Bool) { onPop() }
}
