import Foundation
import Synchronization

/// An object to which C code holds references, or which C code borrows during a call.
class AnyHandle: @unchecked Sendable {
  private static let held = Atomic<Int64>(0)

  /// The number of objects that C code holds in the whole process. Borrowed objects do not count.
  static var heldCount: Int64 { held.load(ordering: .sequentiallyConsistent) }

  /// The number of references that C code holds.
  private let references = Atomic<Int64>(0)

  /// A pointer that is valid during a call.
  final var borrowed: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// Returns a pointer with a reference that its receiver owns.
  final func giveAway() -> OpaquePointer {
    retain()
    return borrowed
  }

  final func retain() {
    if references.add(1, ordering: .sequentiallyConsistent).oldValue == 0 {
      Self.held.add(1, ordering: .sequentiallyConsistent)
    }
    _ = Unmanaged.passRetained(self)
  }

  /// Releases a reference of C code. Does nothing if C code holds no reference: borrowed objects must not be
  /// released.
  final func release() {
    var known = references.load(ordering: .sequentiallyConsistent)
    while known > 0 {
      let (isDone, current) = references.compareExchange(
        expected: known, desired: known - 1, ordering: .sequentiallyConsistent)
      if isDone {
        if known == 1 { Self.held.subtract(1, ordering: .sequentiallyConsistent) }
        return Unmanaged.passUnretained(self).release()
      }
      known = current
    }
  }

  /// Returns the object at a pointer; nil for NULL.
  static func at(_ pointer: OpaquePointer?) -> AnyHandle? {
    pointer.map { Unmanaged<AnyHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }
}

/// A handle with typed content. The functions that use a pointer check that it refers to the expected kind of
/// handle.
class Handle<Content: Sendable>: AnyHandle, @unchecked Sendable {
  final let content: Content

  init(_ content: Content) { self.content = content }
}

/// Returns a new reference for the C caller; NULL for nil.
func handle<Content: Sendable>(_ content: Content?) -> OpaquePointer? {
  content.map { Handle($0).giveAway() }
}

/// Returns the content of a handle; nil for NULL and for a handle of another kind.
func content<Content: Sendable>(_ pointer: OpaquePointer?, _ kind: Content.Type) -> Content? {
  (AnyHandle.at(pointer) as? Handle<Content>)?.content
}
