extension ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > {
    TupleView()
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<TrueContent: View, FalseContent: View>(first: TrueContent)
    -> _ConditionalContent<TrueContent, FalseContent>
  {
    _ConditionalContent()
  }

  public static func buildEither<TrueContent: View, FalseContent: View>(second: FalseContent)
    -> _ConditionalContent<TrueContent, FalseContent>
  {
    _ConditionalContent()
  }
}

@MainActor @preconcurrency public struct TupleView<T>: View {
  nonisolated fileprivate init() {}
  public var body: Never { fatalError("This is a declaration.") }
}

@MainActor @preconcurrency public struct _ConditionalContent<TrueContent, FalseContent>: View {
  nonisolated fileprivate init() {}
  public var body: Never { fatalError("This is a declaration.") }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("This is a declaration.") }
}

@MainActor @preconcurrency public struct Text: View {
  nonisolated public init<S: StringProtocol>(_ content: S) {}
  public var body: Never { fatalError("This is a declaration.") }
}

@MainActor @preconcurrency public struct VStack<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("This is a declaration.") }
}

@MainActor @preconcurrency
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  View
{
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
  public var body: Never { fatalError("This is a declaration.") }
}

@MainActor @preconcurrency public struct Button<Label: View>: View {
  public var body: Never { fatalError("This is a declaration.") }
}

extension Button where Label == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

@MainActor @preconcurrency public struct TextField<Label: View>: View {
  public var body: Never { fatalError("This is a declaration.") }
}

extension TextField where Label == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

@propertyWrapper public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  public var wrappedValue: Value {
    get { fatalError("This is a declaration.") }
    nonmutating set {}
  }
}

extension View {
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    EmptyView()
  }
}
