/// A value that its copies share until one of them is changed. A copy has the size of a pointer.
struct SharedValue<Value: Sendable>: Sendable {
  /// Changed only while there is a single reference to it.
  private final class Box: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }

    /// Not inlined: otherwise every accessor would reserve stack space for the copy.
    @inline(never)
    func copy() -> Box { Box(value) }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = box.copy() }
      yield &box.value
    }
  }
}

extension SharedValue: Equatable where Value: Equatable {
  static func == (one: Self, other: Self) -> Bool { one.box === other.box || one.value == other.value }
}
