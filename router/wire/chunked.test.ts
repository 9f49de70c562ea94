import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChunkedDecoder } from './chunked.ts'

/** Decodes parts; returns the content and what follows the body. */
function decode(...parts: string[]) {
  const decoder = openChunkedDecoder()
  let content = ''
  let rest = ''
  for (const part of parts) {
    const bytes = Buffer.from(part, 'latin1')
    content += bytes.toString('latin1', 0, decoder.read(bytes))
    // What follows the content in the buffer is no longer what it was before.
    rest += part.slice(decoder.consumed)
  }
  return { content, rest, isComplete: decoder.isComplete }
}

const BODY = '5\r\nhello\r\nA;name="x"\r\n, 10 bytes\r\n0\r\nX-Trailer: 1\r\n\r\n'
const CONTENT = 'hello, 10 bytes'

test('chunks become content, without extensions and trailers', () => {
  assert.deepEqual(decode(BODY), { content: CONTENT, rest: '', isComplete: true })
  assert.deepEqual(decode('0\r\n\r\n'), { content: '', rest: '', isComplete: true })
})

test('a body may be cut anywhere', () => {
  for (let at = 1; at < BODY.length; at++)
    assert.deepEqual(decode(BODY.slice(0, at), BODY.slice(at)), { content: CONTENT, rest: '', isComplete: true })
  assert.equal(decode(...BODY).content, CONTENT)
})

test('what follows the body is not part of it', () => {
  assert.deepEqual(decode(`${BODY}HTTP/1.1 200 OK`), { content: CONTENT, rest: 'HTTP/1.1 200 OK', isComplete: true })
})

test('an incomplete body is not complete', () => {
  for (const cut of ['5\r\nhel', '5\r\nhello\r\n', '0\r\n', '0\r\nX: 1\r\n'])
    assert.equal(decode(cut).isComplete, false)
})

for (const [what, body] of [
  ['no size', '\r\n'],
  ['a size that is no number', 'five\r\nhello\r\n'],
  ['a negative size', '-5\r\nhello\r\n'],
  ['a size with a prefix', '0x5\r\nhello\r\n'],
  ['a size beyond what is exact', 'fffffffffffffffff\r\nhello'],
  ['a bare line feed after the size', '5\nhello\r\n'],
  ['a chunk that is longer than its size', '4\r\nhello\r\n0\r\n\r\n'],
  ['a chunk that is shorter than its size', '6\r\nhello\r\n0\r\n\r\n'],
  ['a control character in an extension', '5;a\0b\r\nhello\r\n'],
  ['endless extensions', `5;${'x'.repeat(300)}`],
  ['an endless trailer', `0\r\nX: ${'x'.repeat(9000)}`],
  ['endless trailers', `0\r\n${'X: 1\r\n'.repeat(3000)}`],
] as const)
  test(`a body with ${what} is refused`, () => {
    assert.throws(() => decode(body), { name: 'Error' })
    assert.throws(() => decode(...body), { name: 'Error' })
  })
