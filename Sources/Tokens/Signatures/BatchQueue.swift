/// What waits for its signature: first come, first served, up to a bound.
///
/// A full batch is served at once. One that is not full waits for a batch that is being served, under a millisecond, if
/// half of the threads are busy and as many requests as fill a batch wait or are being served: then those who are answered
/// ask again while it waits, and it fills. Otherwise nobody waits beside a free thread. There is no other wait: a timer
/// for company makes batches no fuller in a closed loop, and costs where few ask.
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

  /// True if a free thread is to serve what waits, and not to leave it to those who serve already.
  ///
  /// - Parameters:
  ///   - serving: how many requests are being served. Whoever serves them asks again afterwards.
  ///   - halfAreBusy: true if half of the threads or more are serving. With none it is never true.
  func isWorthServing(beside serving: Int, halfAreBusy: Bool) -> Bool {
    count >= width || count > 0 && (!halfAreBusy || count + serving < width)
  }

  /// Takes what is to be served next: nothing, one, or from ``breakEven`` to ``width`` together.
  mutating func take(beside serving: Int, halfAreBusy: Bool) -> [Element] {
    guard isWorthServing(beside: serving, halfAreBusy: halfAreBusy) else { return [] }
    let number = count >= breakEven ? min(count, width) : 1
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
