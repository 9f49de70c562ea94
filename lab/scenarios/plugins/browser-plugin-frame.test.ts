import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { openPluginTrial } from '../../../router/servers/http/plugins/plugin.fixture.ts'
import { noBrowser, openBrowserHere } from '../../browser/browser.ts'
import { until } from '../../process/until.ts'

/** The pages of a plugin in a real browser: what they need works, and what a hostile one tries does not. */
const skip = noBrowser()
const webRoot = mkdtempSync(join(tmpdir(), 'app-'))
after(() => rmSync(webRoot, { recursive: true }))

/** In place of the admin app: it stores a secret and shows the frame of the session in its address. */
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><script src="/app.js"></script>')
writeFileSync(
  join(webRoot, 'app.js'),
  `localStorage.setItem('secret', 'of the app')
   addEventListener('message', ({ data, source }) => {
     if (data.type === 'ready') {
       const given = new URLSearchParams(location.hash.slice(1))
       source.postMessage({ token: given.get('token'), stun: given.get('stun') }, '*')
     }
     else window.results = data
   })
   addEventListener('DOMContentLoaded', () => {
     const frame = document.createElement('iframe')
     frame.sandbox = 'allow-scripts allow-forms allow-downloads allow-modals'
     frame.src = '/admin/custom_plugin/sample/?session=' + new URLSearchParams(location.hash.slice(1)).get('session')
     document.body.append(frame)
   })`,
)

/** Browsers do not use the loopback interface for WebRTC. */
const HERE = '198.51.100.10'
const ip = (...argv: string[]) => execFileSync('ip', argv, { stdio: 'pipe' })
function addLink(): Disposable {
  ip('link', 'add', 'stun0', 'type', 'veth', 'peer', 'name', 'stun1')
  for (const link of ['stun0', 'stun1']) ip('link', 'set', link, 'up')
  ip('addr', 'add', `${HERE}/24`, 'dev', 'stun0')
  return { [Symbol.dispose]: () => void ip('link', 'del', 'stun0') }
}

/** Counts datagrams, as a STUN server would receive them. */
async function openStun() {
  const socket = createSocket('udp4')
  let count = 0
  socket.on('message', () => count++)
  await new Promise<void>((resolve) => socket.bind(0, '0.0.0.0', resolve))
  return {
    url: `stun:${HERE}:${socket.address().port}`,
    count: () => count,
    [Symbol.dispose]: () => void socket.close(),
  }
}

/** Looks for candidates with a STUN server, and returns when that has ended or no packet is needed any more. */
const GATHER = `const gather = (url) => new Promise(async (resolve) => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: url }] })
  connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve('ended')
  setTimeout(() => resolve('ended'), 2000)
  connection.createDataChannel('data')
  await connection.setLocalDescription(await connection.createOffer())
})`

/** What the page tries, each with its result or its error. */
const SCRIPT = `
${GATHER}
const attempt = async (work) => { try { return String(await work()) } catch (error) { return 'error ' + error.name } }
addEventListener('message', async ({ data: { token, stun }}) => {
  const headers = { Authorization: 'Bearer ' + token }
  const status = (path, more) => attempt(async () => (await fetch(path, { headers, ...more })).status)
  const socket = () => new Promise((resolve, reject) => {
    const url = new URL('/plugins/sample/live', document.baseURI)
    url.protocol = 'ws:'
    const live = new WebSocket(url, ['sallyport.v1', 'bearer.' + token])
    live.onopen = () => live.send('hello')
    live.onmessage = ({ data }) => resolve(data)
    live.onerror = () => reject(new Error('closed'))
  })
  parent.postMessage({
    style: getComputedStyle(document.body).color,
    origin: String(window.origin),
    own: await status('/plugins/sample/x'),
    write: await status('/plugins/sample/x', { method: 'PUT', body: 'x' }),
    live: await attempt(socket),
    others: await status('/things'),
    plain: await attempt(async () => (await fetch('/things')).status),
    parent: await attempt(() => parent.document.title),
    storage: await attempt(() => localStorage.getItem('secret')),
    cookie: await attempt(() => document.cookie),
    worker: await attempt(() => navigator.serviceWorker.register('/admin/custom_plugin/sample/static/app.js')),
    outside: await attempt(async () => (await fetch('http://127.0.0.2:9/')).status),
    image: await attempt(() => new Promise((resolve, reject) => {
      const image = new Image()
      image.onload = resolve
      image.onerror = () => reject(new Error('refused'))
      image.src = 'http://127.0.0.2:9/?stolen'
    })),
    rtc: await attempt(() => gather(stun)),
    top: await attempt(() => { top.location = 'http://127.0.0.2:9/' }),
  }, '*')
})
parent.postMessage({ type: 'ready' }, '*')
`

function program({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const [type, text] =
    url === '/'
      ? [
          'text/html',
          '<!doctype html><link rel="stylesheet" href="static/app.css"><script type="module" src="static/app.js"></script>',
        ]
      : url === '/static/app.css'
        ? ['text/css', 'body { color: rgb(1, 2, 3) }']
        : url === '/static/app.js'
          ? ['text/javascript', SCRIPT]
          : ['application/json', '{}']
  response.writeHead(200, { 'Content-Type': type }).end(text)
}

test('a page of a plugin calls its plugin, and reaches neither the app, nor the API, nor the internet', {
  skip,
}, async () => {
  mkdirSync(webRoot, { recursive: true })
  await using trial = await openPluginTrial({ webRoot })
  const server = await trial.add('sample', program)
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (one) => one.on('message', (data) => one.send(`you said ${data}`))),
  )
  const plugin = trial.facts.plugins.get('sample')!
  const { token, sessionId } = trial.uiSessions.begin(plugin, { name: 'admin', kind: 'user', address: '' })
  using _link = addLink()
  await using browser = await openBrowserHere()
  const page = await browser.newPage()
  const origin = `http://127.0.0.1:${trial.port}`
  using stun = await openStun()
  await page.goto(`${origin}/#session=${sessionId}&token=${token}&stun=${stun.url}`)
  const found = () => (globalThis as { results?: unknown }).results
  await until('the results of the page', () => page.evaluate(found))
  assert.deepEqual(await page.evaluate(found), {
    style: 'rgb(1, 2, 3)',
    origin: 'null',
    own: '200',
    write: '200',
    live: 'you said hello',
    others: '403',
    plain: '401',
    parent: 'error SecurityError',
    storage: 'error SecurityError',
    cookie: 'error SecurityError',
    worker: 'error SecurityError',
    outside: 'error TypeError',
    image: 'error Error',
    // Blocked or not, the page ends its search. That no packet leaves is checked below.
    rtc: 'ended',
    top: 'error SecurityError',
  })
  // The same in a page without the restriction: that its packets arrive shows that those of the plugin would.
  using open = await openStun()
  const other = await browser.newPage()
  await other.goto('about:blank')
  await other.evaluate(`${GATHER}; void gather('${open.url}')`)
  await until('packets of another page', () => open.count() > 0)
  assert.equal(stun.count(), 0, 'no packet leaves by WebRTC')
  assert.ok(page.url().startsWith(origin))
  assert.deepEqual(trial.facts.plugins.get('sample')?.Enabled, true)
})
