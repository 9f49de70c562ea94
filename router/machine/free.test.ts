import assert from 'node:assert/strict'
import { test } from 'node:test'
import { free } from './free.ts'

test('the memory of a buffer is freed immediately', () => {
  const before = process.memoryUsage().arrayBuffers
  const buffer = Buffer.allocUnsafeSlow(1 << 20)
  assert.ok(process.memoryUsage().arrayBuffers >= before + (1 << 20))
  free(buffer)
  assert.equal(buffer.length, 0)
  assert.ok(process.memoryUsage().arrayBuffers < before + (1 << 20))
})

test('memory that small buffers share is left to the garbage collector', () => {
  const [one, other] = [Buffer.allocUnsafe(16).fill('a'), Buffer.allocUnsafe(16).fill('b')]
  assert.equal(one.buffer, other.buffer)
  free(one)
  assert.equal(other.toString(), 'b'.repeat(16))
})
