import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseResponseHead } from './httpresponse.ts'

const head = (...lines: string[]) => parseResponseHead(lines.join('\r\n'), 'GET')
const framing = (...lines: string[]) => head('HTTP/1.1 200 OK', ...lines).framing

test('a head has a status, fields with names in lower case, and the length of the body', () => {
  assert.deepEqual(head('HTTP/1.1 200 OK', 'Content-Type: text/plain', 'X-Own:\t a, b ', 'Content-Length: 5'), {
    status: 200,
    fields: ['content-type', 'text/plain', 'x-own', 'a, b', 'content-length', '5'],
    framing: 5,
    isKeptAlive: true,
  })
  assert.equal(framing('Transfer-Encoding: Chunked'), 'chunked')
  assert.equal(framing(), 'close')
  assert.equal(head('HTTP/1.1 404').status, 404)
})

test('responses to HEAD and those with 204 and 304 have no body, whatever their fields say', () => {
  for (const status of [204, 304])
    assert.equal(parseResponseHead(`HTTP/1.1 ${status} X\r\nContent-Length: 5`, 'GET').framing, 'none')
  assert.equal(parseResponseHead('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', 'HEAD').framing, 'none')
})

test('a connection is used again unless the response ends it', () => {
  const isKept = (...lines: string[]) => head(...lines, 'Content-Length: 1').isKeptAlive
  assert.equal(isKept('HTTP/1.1 200 OK', 'Connection: keep-alive'), true)
  assert.equal(isKept('HTTP/1.1 200 OK', 'Connection: x, Close'), false)
  assert.equal(isKept('HTTP/1.0 200 OK', 'Connection: keep-alive'), false)
  assert.equal(head('HTTP/1.1 200 OK').isKeptAlive, false)
})

for (const [what, ...lines] of [
  ['no status line', 'nonsense'],
  ['another protocol', 'HTTP/2 200 OK'],
  ['a status of four digits', 'HTTP/1.1 2000 OK'],
  ['a status that no class has', 'HTTP/1.1 999 OK'],
  ['a control character in the reason', 'HTTP/1.1 200 O\rK'],
  ['a folded line', 'HTTP/1.1 200 OK', 'X-Own: a', ' b'],
  ['a space before the colon', 'HTTP/1.1 200 OK', 'Content-Length : 5'],
  ['a line without a colon', 'HTTP/1.1 200 OK', 'X-Own'],
  ['a bare line feed', 'HTTP/1.1 200 OK', 'X-Own: a\nContent-Length: 5'],
  ['a bare carriage return', 'HTTP/1.1 200 OK', 'X-Own: a\rContent-Length: 5'],
  ['a carriage return at the end', 'HTTP/1.1 200 OK', 'X-Own: a\r', 'X: b'],
  ['a NUL', 'HTTP/1.1 200 OK', 'X-Own: a\0b'],
  ['two lengths', 'HTTP/1.1 200 OK', 'Content-Length: 5', 'Content-Length: 6'],
  ['a list of lengths', 'HTTP/1.1 200 OK', 'Content-Length: 5, 5'],
  ['a length that is no number', 'HTTP/1.1 200 OK', 'Content-Length: +5'],
  ['a length in hexadecimal', 'HTTP/1.1 200 OK', 'Content-Length: 0x5'],
  ['an empty length', 'HTTP/1.1 200 OK', 'Content-Length:'],
  ['a length beyond what is exact', 'HTTP/1.1 200 OK', 'Content-Length: 99999999999999999999'],
  ['a length and chunks', 'HTTP/1.1 200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
  ['another coding', 'HTTP/1.1 200 OK', 'Transfer-Encoding: gzip, chunked'],
  ['a coding that only resembles chunks', 'HTTP/1.1 200 OK', 'Transfer-Encoding: xchunked'],
  ['two codings', 'HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['chunks in HTTP/1.0', 'HTTP/1.0 200 OK', 'Transfer-Encoding: chunked'],
  ['too many fields', 'HTTP/1.1 200 OK', ...Array.from({ length: 101 }, (_, i) => `X-${i}: a`)],
] as const)
  test(`a head with ${what} is refused`, () => {
    assert.throws(() => head(...lines), { name: 'Error' })
  })
