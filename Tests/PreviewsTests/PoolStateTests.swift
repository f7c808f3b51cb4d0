import Testing
@testable import Previews
