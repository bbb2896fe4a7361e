@main struct Latchkey { static func main() async { print("latchkey") } }
