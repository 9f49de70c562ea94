import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { encodeFrame, FRAME_BYTES, readFrame, readFrames } from './frame.ts'

const texts = ['a'.repeat(3000), 'b', 'lines of another frame '.repeat(500)]

const textsOf = (all: readonly (Buffer | undefined)[]) => all.map((lines) => lines?.toString())

test('frames that are read together have the lines that each has alone', () => {
  const frames = texts.map((text) => encodeFrame(Buffer.from(text)))
  assert.deepEqual(readFrames(frames, textsOf), texts)
  assert.deepEqual(readFrames([], textsOf), [])
})

test('a damaged or torn frame does not change those that are read with it', () => {
  const [first, second, third] = texts.map((text) => encodeFrame(Buffer.from(text))) as [Buffer, Buffer, Buffer]
  const damaged = Buffer.from(first)
  damaged[20]! ^= 1
  const frames = [damaged, second, third.subarray(0, 30), third]
  const expected = [undefined, texts[1], undefined, texts[2]]
  assert.deepEqual(readFrames(frames, textsOf), expected)
  // It has the right checksum, and cannot be decompressed.
  const wrong = Buffer.alloc(20, 7)
  wrong.writeUInt32BE(8, 0)
  wrong.writeUInt32BE(100, 8)
  wrong.writeUInt32BE(crc32(wrong.subarray(8)), 4)
  assert.deepEqual(readFrames([...frames, wrong], textsOf), [...expected, undefined])
  assert.equal(readFrame(encodeFrame(Buffer.alloc(FRAME_BYTES + 1))), undefined)
})
