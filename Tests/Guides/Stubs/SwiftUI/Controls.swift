/// A place for a value, which a view may change.
@MainActor @propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

public struct VStack: View, Container {
  private let content: any View
  public var children: [any View] { [content] }

  public init(@ViewBuilder content: () -> some View) { self.content = content() }
  public var body: Never { fatalError("This view has no body.") }
}

public struct ForEach: View, Container {
  public let children: [any View]

  public init<Element, ID: Hashable>(
    _ elements: [Element], id: KeyPath<Element, ID>, @ViewBuilder content: (Element) -> some View
  ) {
    children = elements.map { content($0) }
  }

  public var body: Never { fatalError("This view has no body.") }
}

public struct Button: View, Container {
  public let title: String
  /// A user's press.
  public let action: @MainActor () -> Void
  public var children: [any View] { [] }

  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }

  public var body: Never { fatalError("This view has no body.") }
}

public struct TextField: View, Container {
  public let title: String
  /// The text that a user typed.
  public let text: Binding<String>
  public var children: [any View] { [] }

  public init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }

  public var body: Never { fatalError("This view has no body.") }
}

extension View {
  /// Nothing appears here, so that nothing is begun.
  public func task(_ action: @escaping @MainActor () async -> Void) -> ModifiedView<Self> { modified() }
}
