/// A queue whose elements belong to lanes. The lanes take turns, so a long lane does not delay the others.
struct FairQueue<Element> {
  private struct Lane {
    var elements: [Element?] = []
    var head = 0

    mutating func removeFirst() -> Element? {
      // Releases the objects that the element refers to, for example a password.
      defer {
        elements[head] = nil
        head += 1
      }
      return elements[head]
    }
  }

  private var lanes: [String: Lane] = [:]
  /// The lanes with elements; the next one first.
  private var turns: [String] = []
  private(set) var count = 0

  mutating func append(_ element: Element, to lane: String) {
    if lanes[lane] == nil { turns.append(lane) }
    lanes[lane, default: Lane()].elements.append(element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard !turns.isEmpty else { return nil }
    let name = turns.removeFirst()
    guard var lane = lanes.removeValue(forKey: name) else { return nil }
    let element = lane.removeFirst()
    count -= 1
    guard lane.head < lane.elements.count else { return element }
    if lane.head > 64 {
      lane.elements.removeFirst(lane.head)
      lane.head = 0
    }
    lanes[name] = lane
    turns.append(name)
    return element
  }
}
