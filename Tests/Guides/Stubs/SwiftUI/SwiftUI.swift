@_exported import Foundation
import Observation

// As much of SwiftUI as the guides use, and of UIKit, which comes with it on iOS. Nothing is drawn.

// MARK: Views

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("A view that is drawn by the system has no body.") }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct EmptyView: View {
  public init() {}
  public var body: Never { fatalError("This view has no body.") }
}

public struct Text: View {
  public let text: String
  public init(_ text: String) { self.text = text }
  public var body: Never { fatalError("This view has no body.") }
}

public struct NavigationView<Content: View>: View {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: Never { fatalError("This view has no body.") }
}

/// A view with something changed of how it looks.
public struct ModifiedView<Content: View>: View {
  public let content: Content
  public var body: Never { fatalError("This view has no body.") }
}

public typealias CGFloat = Double

extension View {
  public func modified() -> ModifiedView<Self> { ModifiedView(content: self) }

  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { modified() }
  public func padding() -> some View { modified() }
}

@MainActor @propertyWrapper public struct State<Value> {
  @Observable fileprivate final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  public var projectedValue: Binding<Value> {
    Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

// MARK: Apps

@MainActor public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: NSObject & UIApplicationDelegate> {
  public init(_ type: Delegate.Type = Delegate.self) {}
  public var wrappedValue: Delegate { fatalError("The system makes the delegate, and there is none here.") }
}

// MARK: UIKit

@MainActor open class UIResponder: NSObject {
  override nonisolated public init() {}
}

@MainActor public final class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, Sendable {
    public let rawValue: String
  }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}
