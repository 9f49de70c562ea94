import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect as connectPlain, createServer } from 'node:net'
import { after, test } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import WebSocket from 'ws'
import { issueAuthority, issueServer } from '../../../features/machine/tls/issue.ts'
import { basic, openTrial, PASSWORD } from '../trial.fixture.ts'

const NOW = Date.now()
const authority = issueAuthority([], NOW)
const issued = () => issueServer(authority, { dns: ['spr.local'], ips: ['192.168.2.1'] }, NOW)

const trial = await openTrial({ securePort: 0 })
after(() => trial[Symbol.asyncDispose]())
const { secure } = trial

const trust = () => ({ host: '127.0.0.1', port: secure.port, ca: authority.certificate, servername: 'spr.local' })

const call = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'spr.local', authorization: basic() }
    request({ ...trust(), path, headers, agent: false }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

async function shake(options: object = {}): Promise<TLSSocket> {
  const socket = connect({ ...trust(), ...options })
  await once(socket, 'secureConnect')
  return socket
}

test('the API is served over TLS while there is a certificate, and without TLS as before', async () => {
  assert.equal(secure.port, 0)
  await secure.use(issued())
  assert.equal(await call('/things'), 200)
  assert.equal(await call('/nowhere'), 404)
  const { port } = secure
  await secure.use(undefined)
  const [error] = await once(connectPlain(port, '127.0.0.1'), 'error')
  assert.equal(error.code, 'ECONNREFUSED')
  assert.equal((await trial.call('GET', '/things')).status, 200)
})

test('new connections get the new certificate, and open ones stay open', async () => {
  await secure.use(issued())
  const first = await shake()
  await secure.use(issued())
  const second = await shake()
  assert.notEqual(first.getPeerX509Certificate()?.serialNumber, second.getPeerX509Certificate()?.serialNumber)
  assert.ok(first.writable)
  for (const socket of [first, second]) socket.destroy()
})

test('connections with less than TLS 1.2, or without TLS, are rejected', async () => {
  await secure.use(issued())
  await assert.rejects(shake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))
  const plain = connectPlain(secure.port, '127.0.0.1')
  plain.write('GET /open HTTP/1.1\r\nHost: spr.local\r\n\r\n')
  assert.doesNotMatch(
    (
      await plain
        .setEncoding('utf8')
        .toArray()
        .catch(() => [''])
    ).join(''),
    /200/,
  )
})

test('a websocket signs in over TLS', async () => {
  await secure.use(issued())
  const { ca, servername } = trust()
  const options = { ca, servername, headers: { host: 'spr.local' }, origin: 'https://spr.local' }
  const socket = new WebSocket(`wss://127.0.0.1:${secure.port}/ws`, options)
  await once(socket, 'open')
  socket.send(`admin:${PASSWORD}`)
  assert.equal(String((await once(socket, 'message'))[0]), 'success')
  const closed = once(socket, 'close')
  await secure.use(undefined)
  await closed
})

test('a connection without a finished TLS handshake is closed with the port', async () => {
  await secure.use(issued())
  const idle = connectPlain(secure.port, '127.0.0.1')
  await once(idle, 'connect')
  const gone = once(idle, 'close')
  await secure.use(undefined)
  await trial.clock.step(1000)
  await gone
})

test('a port that another program uses is reported, and can be tried again', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await using crowded = await openTrial({ securePort: port })
  await assert.rejects(crowded.secure.use(issued()), { code: 'EADDRINUSE' })
  assert.equal(crowded.secure.credentials, undefined)
  other.close()
  await once(other, 'close')
  await crowded.secure.use(issued())
  assert.equal(crowded.secure.port, port)
})

test('certificates that are given at the same time are used one after the other', async () => {
  await using trial = await openTrial({ securePort: 0 })
  const [first, second] = [issued(), issued()]
  await Promise.all([trial.secure.use(first), trial.secure.use(second)])
  assert.equal(trial.secure.credentials, second)
  const { port } = trial.secure
  await assert.rejects(trial.secure.use({ certificate: 'damaged', key: second.key }))
  assert.deepEqual([trial.secure.port, trial.secure.credentials], [port, second])
})
