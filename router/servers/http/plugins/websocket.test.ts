import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { digestOf } from '../../../features/access/credentials/credential.ts'
import { basic } from '../trial.fixture.ts'
import { connect } from '../websocket-client.fixture.ts'
import { openPluginTrial } from './plugin.fixture.ts'

/** A plugin that answers each message of a websocket at `/live`, and the headers that it received. */
async function open() {
  const trial = await openPluginTrial()
  const seen: string[] = []
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has('chat') ? 'chat' : false),
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/live?a=1') return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
    seen.push(...request.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
    sockets.handleUpgrade(request, socket, head, (one) => one.on('message', (data) => one.send(`you said ${data}`)))
  })
  await trial.add('sample', server)
  const token = (value: string, ...ScopedPaths: string[]) =>
    trial.change((draft) => draft.tokens.put(digestOf(value), { Name: value, Sealed: '', Expire: 0, ScopedPaths }))
  return { ...trial, seen, sockets, token }
}

const signedIn = { authorization: basic(), host: '127.0.0.1' }

test('a websocket is passed on in both directions, without the caller’s headers', async () => {
  await using trial = await open()
  using live = await connect(trial, '/plugins/sample/live?a=1', { ...signedIn, cookie: 'a=b', 'x-jwt-otp': 'x' })
  live.socket.send('hello')
  assert.equal(await live.next(1), 'you said hello')
  live.socket.send('x'.repeat(200_000))
  assert.equal((await live.next(2)).length, 200_009)
  const own = ['host', 'connection', 'upgrade', 'sec-websocket-version', 'sec-websocket-key']
  assert.deepEqual(trial.seen.toSorted(), own.toSorted())
})

test('a websocket needs credentials, the scope and the own origin', async () => {
  await using trial = await open()
  await trial.token('narrow', '/plugins/sample:rw')
  await trial.token('other', '/plugins/other')
  const ended = async (headers: Record<string, string>, path = '/plugins/sample/live?a=1') => {
    using live = await connect(trial, path, { host: '127.0.0.1', ...headers })
    return live.socket.readyState === WebSocket.OPEN ? 101 : await live.ended
  }
  assert.equal(await ended({ authorization: 'Bearer narrow' }), 101)
  assert.equal(await ended({ authorization: 'Bearer other' }), 401)
  assert.equal(await ended({}), 401)
  assert.equal(await ended({ ...signedIn, origin: 'http://evil.example' }), 403)
  assert.equal(await ended({ ...signedIn, host: 'evil.example' }), 421)
  assert.equal(await ended(signedIn, '/plugins/sample/elsewhere'), 502)
  assert.equal(await ended(signedIn, '/plugins/nothing/live'), 404)
})

test('a page offers its session token as a protocol, which the plugin does not receive', async () => {
  await using trial = await open()
  const plugin = trial.facts.plugins.get('sample')!
  const { token } = trial.uiSessions.begin(plugin, { name: 'admin', kind: 'user', address: '' })
  const dial = async (...protocols: string[]) => {
    const socket = new WebSocket(`ws://127.0.0.1:${trial.port}/plugins/sample/live?a=1`, protocols, { origin: 'null' })
    const outcome = await new Promise<string>((resolve) => {
      socket.once('open', () => resolve(socket.protocol))
      socket.once('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)))
      socket.on('error', () => undefined)
    })
    socket.terminate()
    return outcome
  }
  assert.equal(await dial('sallyport.v1', `bearer.${token}`), 'sallyport.v1')
  assert.equal(trial.seen.includes('sec-websocket-protocol'), false)
  assert.equal(await dial('chat', 'sallyport.v1', `bearer.${token}`), 'chat')
  assert.equal(await dial('sallyport.v1', 'bearer.sprui1_other'), '401')
})

test('a websocket ends soon after its credentials, and immediately with the session of its page', async () => {
  await using trial = await open()
  await trial.token('long', '/plugins/sample:rw')
  const Expire = Math.floor(trial.clock.now() / 1000) + 60
  await trial.change((draft) =>
    draft.tokens.put(digestOf('short'), { Name: 'short', Sealed: '', Expire, ScopedPaths: ['/plugins/sample:rw'] }),
  )
  const plugin = trial.facts.plugins.get('sample')!
  const page = trial.uiSessions.begin(plugin, { name: 'admin', kind: 'user', address: '' })
  const dial = (token: string) =>
    connect(trial, '/plugins/sample/live?a=1', { host: '127.0.0.1', authorization: `Bearer ${token}` })
  using long = await dial('long')
  using short = await dial('short')
  using ofPage = await dial(page.token)
  await trial.clock.step(60_000)
  await short.ended
  trial.uiSessions.end(page.sessionId)
  await ofPage.ended
  const later = trial.uiSessions.begin(plugin, { name: 'admin', kind: 'user', address: '' })
  using expired = await dial(later.token)
  await trial.clock.step(10 * 60_000)
  await expired.ended
  assert.equal(long.socket.readyState, WebSocket.OPEN)
})

test('websockets end when a token is deleted or the plugin changes, and are limited for each plugin', async () => {
  await using trial = await open()
  const dial = () => connect(trial, '/plugins/sample/live?a=1', signedIn)
  const first = await dial()
  trial.bus.publish('auth:token:delete', { username: 'admin', credential: 'x', ip: '' })
  await first.ended
  const all = await Promise.all(Array.from({ length: 16 }, dial))
  assert.equal(await (await dial()).ended, 503)
  assert.equal((await trial.call('GET', '/plugins/sample/x')).status, 404)
  await trial.change((draft) => draft.plugins.put('sample', { ...draft.plugins.get('sample')!, Enabled: false }))
  await Promise.all(all.map(({ ended }) => ended))
})
