import Foundation
import Synchronization

/// Something that C code holds references to, or is shown for the time of a call.
class AnyHandle: @unchecked Sendable {
  private static let held = Atomic<Int64>(0)

  /// How many C code holds in the whole process. What it is merely shown does not count.
  static var heldCount: Int64 { held.load(ordering: .sequentiallyConsistent) }

  /// Of C code.
  private let references = Atomic<Int64>(0)

  /// For the time of a call.
  final var borrowed: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// With a reference for whoever gets it.
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

  /// Does nothing when C code holds no reference: what it is shown is not its to release.
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

  /// Nil for NULL.
  static func at(_ pointer: OpaquePointer?) -> AnyHandle? {
    pointer.map { Unmanaged<AnyHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }
}

/// Of one kind: a pointer to another kind is found out where it is used.
class Handle<Content: Sendable>: AnyHandle, @unchecked Sendable {
  final let content: Content

  init(_ content: Content) { self.content = content }
}

/// A new reference for the caller in C; NULL for nil.
func handle<Content: Sendable>(_ content: Content?) -> OpaquePointer? {
  content.map { Handle($0).giveAway() }
}

/// What a handle stands for; nil for NULL and for a handle of another kind.
func content<Content: Sendable>(_ pointer: OpaquePointer?, _ kind: Content.Type) -> Content? {
  (AnyHandle.at(pointer) as? Handle<Content>)?.content
}
