import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { CommandFailed } from '../../errors.ts'
import { echo } from './echo.ts'

const to = (port: number, link = 'lo') => echo({ kind: 'tcp', link, address: '127.0.0.1', port, timeoutMs: 10_000 })

test('a port that accepts or refuses a connection replies, and a missing link is an error', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const accepted = new Promise((resolve) => server.once('connection', (one) => one.on('close', resolve).resume()))
  assert.equal(typeof (await to(port)), 'number')
  await accepted
  await new Promise((resolve) => server.close(resolve))
  assert.equal(typeof (await to(port)), 'number', 'a refusal comes from the other end as well')
  await assert.rejects(to(port, 'nowhere0'), CommandFailed)
})
