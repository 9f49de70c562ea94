import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { framed, openUnframer } from './stream.ts'

test('messages are complete in chunks of any size', () => {
  const message = fc.uint8Array({ minLength: 12, maxLength: 60 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 40 })), (messages, cuts) => {
      let rest = Buffer.concat(messages.map((message) => framed(message)))
      const unframer = openUnframer()
      const out: Buffer[] = []
      for (const cut of cuts) {
        out.push(...(unframer.push(rest.subarray(0, cut)) ?? []))
        rest = rest.subarray(cut)
      }
      out.push(...(unframer.push(rest) ?? []))
      assert.deepEqual(out.map(String), messages.map(String))
    }),
  )
})

test('messages framed together follow each other', () => {
  const [one, other] = [Buffer.alloc(12, 1), Buffer.alloc(300, 2)]
  assert.deepEqual(framed(one, other), Buffer.concat([framed(one), framed(other)]))
})

test('an incomplete message is stored as a copy', () => {
  const [first, second] = [Buffer.alloc(12, 1), Buffer.alloc(300, 2)]
  const bytes = framed(first, second)
  const unframer = openUnframer()
  const reads = [bytes.subarray(0, 20), bytes.subarray(20, 100), bytes.subarray(100)]
  const place = Buffer.alloc(bytes.length)
  const taken = reads.flatMap((read) => {
    read.copy(place)
    return unframer.push(place.subarray(0, read.length))!.map((message) => Buffer.from(message))
  })
  assert.deepEqual(taken, [first, second])
})

test('an invalid length ends the stream', () => {
  assert.equal(openUnframer().push(Buffer.from([0, 11])), undefined)
  assert.equal(openUnframer(4096).push(Buffer.from([0x10, 0x01])), undefined)
})
