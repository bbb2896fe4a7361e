import Foundation

/// A place on the earth, in degrees.
struct RulesLatLng: Sendable, Hashable {
  let latitude: Double
  let longitude: Double

  /// The mean radius, in metres.
  private static let earthRadius = 6_371_010.0

  /// Creates a place; nil if the latitude is outside -90…90 or the longitude outside -180…180.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Returns the distance in metres along a great circle of a sphere.
  func distance(to other: RulesLatLng) -> Double {
    let radians = Double.pi / 180
    let latitudes = sin((other.latitude - latitude) * radians / 2)
    let longitudes = sin((other.longitude - longitude) * radians / 2)
    let chord =
      latitudes * latitudes
      + cos(latitude * radians) * cos(other.latitude * radians) * longitudes * longitudes
    return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
  }
}
