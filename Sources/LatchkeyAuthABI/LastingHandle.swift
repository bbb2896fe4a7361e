import Foundation
import LatchkeyAuth
import Synchronization

/// An object that C code identifies by its address. While C code holds a reference, it always receives the same
/// pointer.
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
      // The handle retains its object, so no other object can have this address in the meantime.
      if let known = entries[ObjectIdentifier(content)]?.handle as? Handle<Content> { return known }
      let handle = LastingHandle(content)
      entries[ObjectIdentifier(content)] = Entry(handle)
      return handle
    }
  }

  /// Removes the handle, unless the object already has another handle.
  func forget(_ content: some Lasting, _ handle: AnyHandle) {
    entries.withLock {
      if $0[ObjectIdentifier(content)]?.id == ObjectIdentifier(handle) { $0[ObjectIdentifier(content)] = nil }
    }
  }
}

/// Returns the handle of an object. The caller must retain it.
func lastingHandle<Content: Lasting>(_ content: Content) -> Handle<Content> {
  LastingHandles.shared.handle(of: content)
}

/// Returns a reference to an object's handle for the C caller; NULL for nil.
func handle<Content: Lasting>(_ content: Content?) -> OpaquePointer? {
  content.map { lastingHandle($0).giveAway() }
}
