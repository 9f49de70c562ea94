import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync, zstdDecompressSync } from 'node:zlib'
import type { CommandFailed } from '../../errors.ts'
import { verbatim } from '../../phrases/phrase.ts'
import type { FetchOptions } from '../fetching.ts'
import { fetchFile } from './fetch.ts'
import { readShared, releaseShared } from './shared.ts'

const LIST = '0.0.0.0 ads.example\n'.repeat(1000)

let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
const server = createServer((request, response) => answer(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const dir = mkdtempSync('/tmp/fetch-')
after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(dir, { recursive: true })
})
const path = join(dir, 'list')

/** Fetches from a domain that does not exist, at the given address. */
async function fetched(how: Partial<FetchOptions>, answering: typeof answer) {
  answer = answering
  let seen = 0
  const { port } = server.address() as AddressInfo
  const outcome = await fetchFile({
    url: `http://lists.invalid:${port}/list`,
    ip: '127.0.0.1',
    path,
    known: undefined,
    mostBytes: 1 << 20,
    timeoutMs: 60_000,
    authorities: [],
    onBytes: (bytes) => {
      seen += bytes.length
    },
    refuse: () => undefined,
    ...how,
  }).catch((error: CommandFailed) => error.stderr)
  return { outcome, seen }
}
const kept = (): string => zstdDecompressSync(readFileSync(path)).toString()

test('a response is stored compressed, and each chunk is passed on', async () => {
  const { outcome, seen } = await fetched({}, ({ headers }, response) => {
    assert.match(headers.host ?? '', /^lists\.invalid:/)
    assert.equal(headers['if-none-match'], undefined)
    response.setHeader('ETag', '"one"').end(LIST)
  })
  assert.deepEqual(outcome, { kind: 'new', bytes: LIST.length, etag: '"one"', modified: undefined })
  assert.equal(seen, LIST.length)
  assert.equal(kept(), LIST)
  assert.ok(readFileSync(path).length < LIST.length / 10)
})

test('a compressed response is stored', async () => {
  const { outcome } = await fetched({}, (_, response) =>
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync(`${LIST}more.example\n`)),
  )
  assert.equal((outcome as { bytes: number }).bytes, LIST.length + 13)
  assert.equal(kept(), `${LIST}more.example\n`)
})

test('a file that is compressed with gzip is stored as text, and an empty one is empty', async () => {
  const { outcome } = await fetched({}, (_, response) => response.end(gzipSync(LIST)))
  assert.equal((outcome as { bytes: number }).bytes, LIST.length)
  assert.equal(kept(), LIST)
  const { outcome: empty } = await fetched({}, (_, response) => response.end())
  assert.equal((empty as { bytes: number }).bytes, 0)
})

test('a file that has not changed is not fetched again', async () => {
  const known = { etag: '"one"', modified: 'Sat, 21 Nov 2026 12:00:00 GMT' }
  const { outcome } = await fetched({ known }, ({ headers }, response) => {
    assert.equal(headers['if-none-match'], known.etag)
    assert.equal(headers['if-modified-since'], known.modified)
    response.writeHead(304).end()
  })
  assert.deepEqual(outcome, { kind: 'unchanged' })
})

test('a redirect is returned, and not followed', async () => {
  const { outcome } = await fetched({}, (_, response) => response.writeHead(302, { Location: '/there' }).end())
  assert.deepEqual(outcome, { kind: 'moved', to: '/there' })
})

test('a failed fetch leaves the file unchanged and no temporary file', async () => {
  writeFileSync(path, 'old')
  const encoded = (encoding: string, body: string | Buffer) => (_: unknown, response: ServerResponse) =>
    response.setHeader('Content-Encoding', encoding).end(body)
  const failures: [RegExp, typeof answer, Partial<FetchOptions>?][] = [
    [/^the server answered 404$/, (_, response) => response.writeHead(404).end('<html>')],
    [/^the server answered 304$/, (_, response) => response.writeHead(304).end()],
    [/^it is longer than 1 MiB$/, (_, response) => response.end(Buffer.alloc((1 << 20) + 1))],
    [/^it is longer than 1 MiB$/, encoded('gzip', gzipSync(Buffer.alloc(64 << 20)))],
    [/header check/, encoded('gzip', 'no such thing')],
    [/^unsupported content encoding: br$/, encoded('br', LIST)],
    [
      /abort/,
      (_, response) => response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy()),
    ],
    [/hang up/, ({ socket }) => void socket.destroy()],
    [/^not wanted$/, (_, response) => response.end(LIST), { refuse: () => verbatim('not wanted') }],
  ]
  for (const [reason, answering, how] of failures) {
    const { outcome } = await fetched(how ?? {}, answering)
    assert.match(outcome as string, reason)
    assert.equal(readFileSync(path, 'utf8'), 'old', String(reason))
    assert.deepEqual(readdirSync(dir), ['list'], String(reason))
  }
})

test('a file becomes memory that threads share', () => {
  writeFileSync(path, 'some bytes')
  const shared = readShared(path)
  assert.ok(shared instanceof SharedArrayBuffer)
  assert.equal(Buffer.from(shared).toString(), 'some bytes')
  assert.equal(readShared(join(dir, 'none')), undefined)
})

test('releasing shared memory leaves the memory around it unchanged', () => {
  writeFileSync(path, Buffer.alloc(100_000, 1))
  const [mine, other] = [readShared(path)!, readShared(path)!]
  releaseShared(mine)
  releaseShared(new SharedArrayBuffer(8))
  assert.ok(new Uint8Array(mine).filter((byte) => byte !== 0).length < 2 * 4096)
  assert.ok(new Uint8Array(other).every((byte) => byte === 1))
})
