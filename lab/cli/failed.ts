import type { TestEvent } from 'node:test/reporters'

/** A reporter of node:test: a line of JSON for each file with failures, `{"file", "failed"}`. */
export default async function* failed(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file === undefined || data.success) continue
    const { tests, passed, skipped, todo } = data.counts
    yield `${JSON.stringify({ file: data.file, failed: tests - passed - skipped - todo })}\n`
  }
}
