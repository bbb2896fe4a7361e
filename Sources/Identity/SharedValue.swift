/// A value that its copies share until one of them is changed: as large as a pointer, wherever it is kept or handed on.
struct SharedValue<Value: Sendable>: Sendable {
  /// Changed only while nobody else refers to it.
  private final class Box: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }

    /// Apart from who asks: an accessor that had room for a copy would take that room each time.
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
