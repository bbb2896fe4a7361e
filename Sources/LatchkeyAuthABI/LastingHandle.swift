import Foundation
import LatchkeyAuth
import Synchronization

/// What C code tells apart by its address: for as long as it holds a reference it gets the same pointer for it.
protocol Lasting: AnyObject, Sendable {}

extension FirebaseApp: Lasting {}
extension Auth: Lasting {}
extension User: Lasting {}
extension MultiFactorResolver: Lasting {}

/// The only handle of its object.
private final class LastingHandle<Content: Lasting>: Handle<Content>, @unchecked Sendable {
  deinit { LastingHandles.shared.forget(content, self) }
}

private final class LastingHandles: Sendable {
  static let shared = LastingHandles()

  private struct Entry: @unchecked Sendable {
    weak var handle: AnyHandle?
    let id: ObjectIdentifier

    init(_ handle: AnyHandle) {
      self.handle = handle
      id = ObjectIdentifier(handle)
    }
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func handle<Content: Lasting>(of content: Content) -> Handle<Content> {
    entries.withLock { entries in
      // It keeps its object: while it lives, no other object can be at that address.
      if let known = entries[ObjectIdentifier(content)]?.handle as? Handle<Content> { return known }
      let handle = LastingHandle(content)
      entries[ObjectIdentifier(content)] = Entry(handle)
      return handle
    }
  }

  /// There may be another handle of the object by now.
  func forget(_ content: some Lasting, _ handle: AnyHandle) {
    entries.withLock {
      if $0[ObjectIdentifier(content)]?.id == ObjectIdentifier(handle) { $0[ObjectIdentifier(content)] = nil }
    }
  }
}

/// The handle of an object, which the caller has to keep.
func lastingHandle<Content: Lasting>(_ content: Content) -> Handle<Content> {
  LastingHandles.shared.handle(of: content)
}

/// A reference for the caller in C to the handle of an object; NULL for nil.
func handle<Content: Lasting>(_ content: Content?) -> OpaquePointer? {
  content.map { lastingHandle($0).giveAway() }
}
