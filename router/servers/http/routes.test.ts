import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { basic, openTrial } from './trial.fixture.ts'

const trial = await openTrial()
after(() => trial[Symbol.asyncDispose]())

/** The encoding of a reply, its text, and what caches keep apart. */
async function reading(path: string, encodings: string | undefined) {
  const headers = {
    authorization: basic(),
    host: `127.0.0.1:${trial.port}`,
    ...(encodings !== undefined && { 'accept-encoding': encodings }),
  }
  const chunks: Buffer[] = []
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    request({ host: '127.0.0.1', port: trial.port, path, headers }, resolve).on('error', reject).end(),
  )
  for await (const chunk of answer) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const encoding = answer.headers['content-encoding']
  return {
    encoding,
    vary: answer.headers.vary,
    text: (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
    length: bytes.length,
  }
}

test('a long reply is compressed for a client that accepts gzip', async () => {
  const plain = await reading('/long', undefined)
  const small = await reading('/long', 'gzip, deflate, br')
  assert.deepEqual([plain.encoding, plain.vary], [undefined, undefined])
  assert.deepEqual([small.encoding, small.vary], ['gzip', 'accept-encoding'])
  assert.equal(small.text, plain.text)
  assert.ok(small.length < plain.length / 3)
  assert.equal((await reading('/long', 'gzip;q=0')).encoding, undefined)
})

test('short replies, and those that may contain secrets, are never compressed', async () => {
  assert.equal((await reading('/text', 'gzip')).encoding, undefined)
  assert.equal((await reading('/long-secret', 'gzip')).encoding, undefined)
})
