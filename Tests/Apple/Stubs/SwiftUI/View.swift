#if os(macOS)
  @_exported import AppKit
#else
  @_exported import UIKit
#endif

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("This is a declaration.") }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public struct EmptyView: View {
  nonisolated public init() {}
  public var body: Never { fatalError("This is a declaration.") }
}

@MainActor @preconcurrency public struct NavigationView<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("This is a declaration.") }
}

extension View {
  nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { EmptyView() }

  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) {}
  public var projectedValue: Binding<Value> { fatalError("This is a declaration.") }
  public var wrappedValue: Value {
    get { fatalError("This is a declaration.") }
    nonmutating set {}
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

extension State: Sendable where Value: Sendable {}
