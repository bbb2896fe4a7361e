/// A view that the system draws, and the views in it.
@MainActor public protocol Container {
  var children: [any View] { get }
}

/// Returns all views that would be drawn, from the outermost in.
@MainActor public func viewsDrawn(in view: any View) -> [any View] {
  guard let container = view as? any Container else { return [view] + viewsDrawn(in: view.body) }
  return [view] + container.children.flatMap(viewsDrawn(in:))
}

/// The views that a builder made of several lines, or of a condition.
public struct BuiltViews: View, Container {
  public let children: [any View]
  public var body: Never { fatalError("This view has no body.") }
}

/// The view of a condition that has no other branch.
public struct OptionalView<Content: View>: View, Container {
  let content: Content?
  public var children: [any View] { content.map { [$0] } ?? [] }
  public var body: Never { fatalError("This view has no body.") }
}

@MainActor extension ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> BuiltViews {
    var children: [any View] = []
    for view in repeat each content { children.append(view) }
    return BuiltViews(children: children)
  }

  public static func buildIf<Content: View>(_ content: Content?) -> OptionalView<Content> {
    OptionalView(content: content)
  }

  public static func buildEither(first content: some View) -> BuiltViews { BuiltViews(children: [content]) }
  public static func buildEither(second content: some View) -> BuiltViews { BuiltViews(children: [content]) }
}

extension EmptyView: Container {
  public var children: [any View] { [] }
}

extension Text: Container {
  public var children: [any View] { [] }
}

extension NavigationView: Container {
  public var children: [any View] { [content] }
}

extension ModifiedView: Container {
  public var children: [any View] { [content] }
}

/// A window of an app, and what is in it.
@MainActor public protocol Window {
  var view: any View { get }
}

extension WindowGroup: Window {
  public var view: any View { content }
}
