import DocumentModel
import FoundationEssentials
import Testing

@Suite("A step of a batch")
struct BatchStepTests {
  @Test("keeps the names under which journals have it")
  func journal() throws {
    let plain = try DocumentMetadata(tags: [], favourite: false, note: "", handler: nil)
    let noted = try DocumentMetadata(tags: [], favourite: true, note: "Read", handler: nil)
    let step = BatchStep(operation: 1, document: DocumentID(), .setMetadata(before: plain, after: noted))
    let written = String(decoding: try JSONEncoder().encode(step), as: UTF8.self)
    #expect(written.contains(#""mark":{"#) && !written.contains("setMetadata"))
    let kept = """
      {"operation":1,"document":"\(step.document)","action":{"mark":{
        "before":{"tags":[],"favourite":false,"note":""},"after":{"tags":[],"favourite":true,"note":"Read"}}}}
      """
    #expect(try JSONDecoder().decode(BatchStep.self, from: Data(kept.utf8)) == step)
  }
}
