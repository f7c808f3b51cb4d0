import HTTPServer
import HTTPTypes
import Workspace

struct StorageRoutes: Sendable {
  let room: StorageRoom

  func add(to router: inout Router) {
    router.on(.get, "api/v1/storage") { _, _ in
      .json(
        try JSONResponse.encode(StorageResponse(await room.look())), headers: [.cacheControl: "no-store"])
    }
  }
}
