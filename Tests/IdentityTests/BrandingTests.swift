import Foundation
import Identity
import Testing

@Suite("Branding")
struct BrandingTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  @Test("a logo is known by its first bytes, and a picture that can hold scripts is none")
  func logos() {
    let rest = [UInt8](repeating: 0, count: 32)
    #expect(Branding.Logo(Self.png + rest)?.format == .png)
    #expect(Branding.Logo([0xFF, 0xD8, 0xFF, 0xE0] + rest)?.format == .jpeg)
    #expect(Branding.Logo(Array("RIFF....WEBP".utf8) + rest)?.format == .webp)
    let svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    for text in [svg, "<!doctype html><script>alert(1)</script>", "GIF89a..........", ""] {
      #expect(Branding.Logo(Array(text.utf8)) == nil, "\(text)")
    }
    let size = Branding.Logo.maximumBytes
    #expect(Branding.Logo(Self.png + [UInt8](repeating: 0, count: size - 8)) != nil)
    #expect(Branding.Logo(Self.png + [UInt8](repeating: 0, count: size - 7)) == nil)
  }

  @Test("a logo is stored as it was given")
  func stored() throws {
    var branding = Branding()
    branding.logo = Branding.Logo(Self.png + [UInt8](repeating: 7, count: 32))
    branding.colour = BrandColour("#1a56db")
    let data = try JSONEncoder().encode(branding)
    let read = try JSONDecoder().decode(Branding.self, from: data)
    #expect(read == branding && read.logo != nil)
  }

  @Test(
    "a colour is six digits",
    arguments: ["1a56db", "#1a5", "#1a56dg", "#1a56db;", "red", "#+a56db", "#１a56d"])
  func colours(text: String) {
    #expect(BrandColour(text) == nil)
    #expect(BrandColour("#1A56dB")?.text == "#1a56db")
  }

  @Test("text on every colour, and every colour on a page, can be read")
  func contrast() {
    let steps: [UInt8] = [0, 51, 102, 153, 204, 255]
    let backgrounds = ["#ffffff", "#1a202a"].compactMap { BrandColour($0) }
    for red in steps {
      for green in steps {
        for blue in steps {
          let colour = BrandColour(red: red, green: green, blue: blue)
          #expect(colour.contrast(to: colour.foreground) >= 4.5, "\(colour.text)")
          for background in backgrounds {
            let shown = colour.readable(on: background)
            #expect(shown.contrast(to: background) >= 4.5, "\(colour.text)")
          }
        }
      }
    }
    let blue = BrandColour(red: 0x1A, green: 0x56, blue: 0xDB)
    #expect(blue.readable(on: backgrounds[0]) == blue && blue.foreground.text == "#ffffff")
  }
}
