/// The rate that an operation would reach if the server did only its most costly part.
struct MeasuredLimit: Codable, Sendable {
  var name: String
  var perSecond: Double
}
