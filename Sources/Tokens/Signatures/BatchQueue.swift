/// A bounded first-in, first-out queue of signature requests.
///
/// A full batch is served at once. A partial batch waits less than a millisecond for a batch that is being
/// served, if half of the threads are busy and there are enough requests, waiting and being served, to fill a
/// batch: the clients that are answered ask again meanwhile and fill it. Otherwise no request waits while a
/// thread is free. There is no timer: it makes batches no fuller in a closed loop, and it costs time when
/// there are few requests.
struct BatchQueue<Element> {
  /// The maximum size of a batch.
  let width: Int
  /// The size from which serving a batch is faster than serving each request alone.
  let breakEven: Int
  /// The maximum number of waiting requests.
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

  /// Adds a request. Returns false if the queue is full.
  mutating func add(_ element: Element) -> Bool {
    guard count < capacity else { return false }
    elements.append(element)
    return true
  }

  /// True if a free thread should serve the waiting requests instead of leaving them to the busy threads.
  ///
  /// - Parameters:
  ///   - serving: the number of requests being served. Their threads call this again afterwards.
  ///   - halfAreBusy: true if at least half of the threads are serving. With no threads it is never true.
  func isWorthServing(beside serving: Int, halfAreBusy: Bool) -> Bool {
    count >= width || count > 0 && (!halfAreBusy || count + serving < width)
  }

  /// Takes the next requests to serve: none, one, or from ``breakEven`` to ``width`` together.
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
