@_exported import FoundationForApple

public typealias CGFloat = Double

@MainActor open class NSResponder: NSObject {
  override nonisolated public init() {}
}

@MainActor open class NSWindow: NSResponder {}

@MainActor open class NSApplication: NSResponder {
  open class var shared: NSApplication { fatalError("This is a declaration.") }

  open var keyWindow: NSWindow? { fatalError("This is a declaration.") }
  open var mainWindow: NSWindow? { fatalError("This is a declaration.") }
}
