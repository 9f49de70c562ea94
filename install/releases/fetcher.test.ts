import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RepositoryFetcher } from './fetcher.ts'

const ARCHIVE = Buffer.from('0123456789')

/** A server of the archive. `answer` replaces its answer. */
async function open(t: { after(run: () => void): void }) {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-fetch-'))
  const partials = join(dir, 'partial')
  const ranges: (string | undefined)[] = []
  let answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = []
  const server = createServer((request, response) => {
    const { range } = request.headers
    ranges.push(range)
    const answer = answers.shift()
    if (answer) return answer(request, response)
    const from = Number(range?.match(/\d+/)?.[0] ?? 0)
    if (range !== undefined && from >= ARCHIVE.length) return void response.writeHead(416).end()
    response.writeHead(range === undefined ? 200 : 206).end(ARCHIVE.subarray(from))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    rmSync(dir, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/targets/archive`
  const received: number[] = []
  return {
    partials,
    ranges,
    received,
    next: (...next: typeof answers) => (answers = next),
    /** The bytes that the caller gets; `check` is what it does with them. */
    async download(check = (_text: string): void => undefined) {
      mkdirSync(partials, { recursive: true })
      const fetcher = new RepositoryFetcher()
      let text = ''
      await fetcher.resuming({ partials, pauseMs: 0, onBytes: (bytes) => received.push(bytes) }, async () => {
        for await (const chunk of (await fetcher.fetch(url)) as unknown as AsyncIterable<Uint8Array>)
          text += Buffer.from(chunk).toString()
        check(text)
      })
      return text
    },
  }
}

/** Sends the first bytes, and cuts the connection. */
const cutAfter =
  (bytes: number) =>
  ({ headers: { range } }: IncomingMessage, response: ServerResponse): void => {
    const from = Number(range?.match(/\d+/)?.[0] ?? 0)
    response.writeHead(range === undefined ? 200 : 206, { 'Content-Length': ARCHIVE.length - from })
    response.write(ARCHIVE.subarray(from, from + bytes), () => response.destroy())
  }

test('a download whose connection is cut is continued where it ended', async (t) => {
  const { download, next, ranges, received, partials } = await open(t)
  next(cutAfter(4), cutAfter(3))
  assert.equal(await download(), '0123456789')
  assert.deepEqual(ranges, [undefined, 'bytes=4-', 'bytes=7-'])
  assert.equal(received.at(-1), 10)
  assert.equal(existsSync(partials), false)
})

test('a later process continues a download, and one that is complete is not requested again in full', async (t) => {
  const { download, next, ranges, partials } = await open(t)
  const failing = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end()
  next(cutAfter(4), failing, failing, failing, failing)
  await assert.rejects(() => download(), /answers 503/)
  assert.equal(readFileSync(join(partials, 'archive'), 'utf8'), '0123')
  next()
  ranges.length = 0
  assert.equal(await download(), '0123456789')
  assert.deepEqual(ranges, ['bytes=4-'])
  mkdirSync(partials)
  writeFileSync(join(partials, 'archive'), ARCHIVE)
  assert.equal(await download(), '0123456789')
  assert.equal(ranges.at(-1), 'bytes=10-')
})

test('what is complete and wrong is deleted', async (t) => {
  const { download, partials } = await open(t)
  await assert.rejects(
    () =>
      download(() => {
        throw new Error('another hash')
      }),
    /another hash/,
  )
  assert.equal(existsSync(partials), false)
})

test('a server without ranges is requested to send everything again', async (t) => {
  const { download, next, partials } = await open(t)
  const whole = (_: IncomingMessage, response: ServerResponse): void => void response.end(ARCHIVE)
  const failing = (_: IncomingMessage, response: ServerResponse): void => void response.destroy()
  next(cutAfter(4), failing, failing, failing, failing)
  await assert.rejects(() => download())
  assert.deepEqual(readdirSync(partials), ['archive'])
  next(whole)
  assert.equal(await download(), '0123456789')
})

test('a file that does not exist is not requested again', async (t) => {
  const { download, next, ranges } = await open(t)
  next((_, response) => void response.writeHead(404).end())
  await assert.rejects(() => download(), /does not exist/)
  assert.equal(ranges.length, 1)
})
