import assert from 'node:assert/strict'
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
     if (data.type === 'ready') source.postMessage({ token: new URLSearchParams(location.hash.slice(1)).get('token') }, '*')
     else window.results = data
   })
   addEventListener('DOMContentLoaded', () => {
     const frame = document.createElement('iframe')
     frame.sandbox = 'allow-scripts allow-forms allow-downloads allow-modals'
     frame.src = '/admin/custom_plugin/sample/?session=' + new URLSearchParams(location.hash.slice(1)).get('session')
     document.body.append(frame)
   })`,
)

/** What the page tries, each with its result or its error. */
const SCRIPT = `
const attempt = async (work) => { try { return String(await work()) } catch (error) { return 'error ' + error.name } }
addEventListener('message', async ({ data: { token } }) => {
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
  await using browser = await openBrowserHere()
  const page = await browser.newPage()
  const origin = `http://127.0.0.1:${trial.port}`
  await page.goto(`${origin}/#session=${sessionId}&token=${token}`)
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
    top: 'error SecurityError',
  })
  assert.ok(page.url().startsWith(origin))
  assert.deepEqual(trial.facts.plugins.get('sample')?.Enabled, true)
})
