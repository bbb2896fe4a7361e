/// What an operation could come to if nothing else had to be done for it.
struct MeasuredLimit: Codable, Sendable {
  var name: String
  var perSecond: Double
}
