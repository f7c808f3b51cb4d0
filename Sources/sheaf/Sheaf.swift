@main struct Sheaf { static func main() {} }
