import assert from 'node:assert/strict'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Unavailable } from '../../errors.ts'
import { requestUnix } from './unixrequest.ts'

const request = { method: 'PUT', target: '/start?service=a', timeoutMs: 5000, mostBytes: 1000 } as const

async function serve(answer: RequestListener): Promise<{ socket: string } & AsyncDisposable> {
  const socket = join(mkdtempSync(join(tmpdir(), 'sallyport-')), 'socket')
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  return {
    socket,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('returns the status and the text of a response', async () => {
  await using server = await serve(async (call, reply) => {
    const body = await Array.fromAsync(call)
    reply.writeHead(400).end(`${call.method} ${call.url} ${call.headers['content-type']} ${Buffer.concat(body)}`)
  })
  assert.partialDeepStrictEqual(await requestUnix({ ...request, socket: server.socket, body: '{"a":1}' }), {
    status: 400,
    text: 'PUT /start?service=a application/json {"a":1}',
  })
})

test('a request to a program that is not trusted is sent to its socket only, and follows no symbolic link', async () => {
  await using server = await serve((call, reply) => reply.end(`${call.method} ${call.url} ${call.headers.host}`))
  const untrusted = { ...request, isUntrusted: true }
  assert.partialDeepStrictEqual(await requestUnix({ ...untrusted, socket: server.socket }), {
    status: 200,
    text: 'PUT /start?service=a localhost',
  })
  const link = `${server.socket}.link`
  symlinkSync(server.socket, link)
  await assert.rejects(requestUnix({ ...untrusted, socket: link }), /is not a socket/)
  await assert.rejects(requestUnix({ ...untrusted, socket: '/nonexistent/socket' }), Unavailable)
})

test('fails without a server, and names the socket but not the query', async () => {
  await assert.rejects(
    requestUnix({ ...request, socket: '/nonexistent/socket' }),
    (error: Error) =>
      error instanceof Unavailable &&
      /^PUT \/start at \/nonexistent\/socket: /.test(error.message) &&
      !error.message.includes('service'),
  )
})

test('fails when the response is too long, incomplete or late', async () => {
  await using long = await serve((_call, reply) => reply.end('x'.repeat(1001)))
  await assert.rejects(requestUnix({ ...request, socket: long.socket }), /the response is too long/)
  await using cut = await serve((_call, reply) => {
    reply.writeHead(200, { 'Content-Length': '10' }).write('x')
    setImmediate(() => reply.destroy())
  })
  await assert.rejects(requestUnix({ ...request, socket: cut.socket }), Unavailable)
  await using late = await serve(() => undefined)
  await assert.rejects(requestUnix({ ...request, timeoutMs: 20, socket: late.socket }), /no answer within 0.02 seconds/)
})
