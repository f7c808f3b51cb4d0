@main struct RenderWorker { static func main() {} }
