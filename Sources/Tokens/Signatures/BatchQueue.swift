/// What waits for its signature: first come, first served, up to a bound.
///
/// A worker that becomes free takes what waits. Nothing waits for company: few are served one by one, and many have
/// gathered while all workers were busy.
struct BatchQueue<Element> {
  /// How many are served together, at most.
  let width: Int
  /// From how many on serving them together takes less time than serving each alone.
  let breakEven: Int
  /// How many may wait.
  let capacity: Int

  private var elements: [Element] = []
  private var head = 0

  init(width: Int, breakEven: Int, capacity: Int) {
    precondition(width > 0 && breakEven > 0 && capacity > 0)
    self.width = width
    self.breakEven = breakEven
    self.capacity = capacity
  }

  var count: Int { elements.count - head }

  /// False when as many wait as may.
  mutating func add(_ element: Element) -> Bool {
    guard count < capacity else { return false }
    elements.append(element)
    return true
  }

  /// Takes what is to be served next: nothing, one, or from ``breakEven`` to ``width`` together.
  mutating func take() -> [Element] {
    let number = count >= breakEven ? min(count, width) : min(count, 1)
    guard number > 0 else { return [] }
    let taken = Array(elements[head..<head + number])
    head += number
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64 {
      elements.removeFirst(head)
      head = 0
    }
    return taken
  }
}
