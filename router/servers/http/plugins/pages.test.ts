import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uiSessionHandlers } from '../../../features/plugins/installed/uisessions.ts'
import { type Caller, serve } from '../../../model/operation.ts'
import { plugins } from '../../../model/plugins/installed/contract.ts'
import { openPluginTrial, pluginRow } from './plugin.fixture.ts'

const admin: Caller = { name: 'admin', kind: 'user', address: '127.0.0.1' }
const page = { authorization: '', accept: 'text/html', 'sec-fetch-dest': 'iframe' }

async function open() {
  const trial = await openPluginTrial()
  await trial.add('sample', (request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`page ${request.method} ${request.url}`)
  })
  const handlers = uiSessionHandlers({ facts: trial.facts, sessions: trial.uiSessions })
  const begin = (pluginURI = 'sample', more: object = {}) =>
    handlers.begin({ params: {}, query: {}, body: { pluginURI, protocolVersion: 1, ...more }, caller: admin }) as {
      token: string
      sessionId: string
      expiresAt: number
    }
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  return { ...trial, handlers, begin, as }
}

test('files below static are for anyone, the first page for callers with credentials or a session', async () => {
  await using trial = await open()
  const { call, begin } = trial
  const nobody = { authorization: '' }
  const file = await call('GET', '/admin/custom_plugin/sample/static/app.js?v=1', nobody)
  assert.deepEqual([file.status, file.text], [200, 'page GET /static/app.js?v=1'])
  assert.equal((await call('GET', '/admin/custom_plugin/sample/', nobody)).status, 401)
  assert.equal((await call('GET', '/admin/custom_plugin/sample/')).text, 'page GET /')
  assert.equal((await call('GET', '/admin/custom_plugin/sample/private', nobody)).status, 401)
  assert.equal((await call('GET', '/admin/custom_plugin/sample/static/../private', nobody)).status, 401)
  const { sessionId } = begin()
  const framed = await call('GET', `/admin/custom_plugin/sample/?session=${sessionId}`, page)
  assert.deepEqual([framed.status, framed.text], [200, 'page GET /'])
  assert.equal((await call('GET', '/admin/custom_plugin/sample/?session=other', page)).status, 400)
  assert.equal((await call('PUT', '/admin/custom_plugin/sample/static/x', nobody, 'x')).status, 401)
})

test('pages have an opaque origin and load from this router alone', async () => {
  await using trial = await open()
  const { headers } = await trial.call('GET', '/admin/custom_plugin/sample/')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^sandbox allow-scripts (?!.*allow-same-origin)/)
  assert.doesNotMatch(policy, /allow-top-navigation|allow-popups|\*|http/)
  assert.match(policy, /connect-src 'self'.*frame-ancestors 'self'/)
  assert.equal(headers['x-frame-options'], 'SAMEORIGIN')
})

test('a session token calls the paths of its plugin and nothing else', async () => {
  await using trial = await open()
  const { call, begin, as } = trial
  await trial.add('other', (_request, response) => response.end('other'))
  const { token } = begin()
  assert.match(token, /^sprui1_[\w-]{43}$/)
  assert.equal((await call('PUT', '/plugins/sample/x', as(token), 'x')).status, 200)
  for (const [method, path] of [
    ['GET', '/plugins/other/x'],
    ['GET', '/things'],
    ['GET', '/plugins/sample/../other/x'],
    ['PUT', '/plugin/ui_session'],
  ] as const) {
    const { status, headers, text } = await call(method, path, as(token), method === 'PUT' ? '{}' : '')
    const at = `${method} ${path}`
    if (path === '/plugin/ui_session') {
      assert.equal(status, 403, at)
      continue
    }
    assert.deepEqual([status, headers['x-spr-auth-error']], [403, 'insufficient_scope'], at)
    assert.equal(JSON.parse(text).error, 'insufficient_scope')
  }
})

test('a session token cannot change, stop or remove plugins, not even its own', async () => {
  const touched: string[] = []
  const touch = ({ params: { name } }: { params: { name: string } }) => {
    touched.push(name)
    return []
  }
  const { update, updateApi, remove, removeApi, restart } = plugins
  const operations = serve(
    { update, updateApi, remove, removeApi, restart },
    { update: touch, updateApi: touch, remove: touch, removeApi: touch, restart: touch },
  )
  await using trial = await openPluginTrial({ operations })
  await trial.add('sample', (_request, response) => response.end('plugin'))
  const [sample] = trial.facts.plugins.values()
  const { token } = trial.uiSessions.begin(sample!, admin)
  const call = (method: string, path: string, headers = {}) =>
    trial.call(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify({ Name: 'sample' }))
  const changes = [
    ['PUT', '/plugins/sample'],
    ['PUT', '/plugins/Sample'],
    ['DELETE', '/plugins/sample'],
    ['PUT', '/plugins_api/sample'],
    ['DELETE', '/plugins_api/sample'],
    ['PUT', '/plugins_api/sample/restart'],
  ] as const
  for (const [method, path] of changes) {
    const { status, headers } = await call(method, path, { authorization: `Bearer ${token}` })
    assert.deepEqual([status, headers['x-spr-auth-error']], [403, 'insufficient_scope'], `${method} ${path}`)
  }
  assert.deepEqual(touched, [])
  for (const [method, path] of changes) assert.equal((await call(method, path)).status, 200, `${method} ${path}`)
  assert.equal(touched.length, changes.length)
})

test('a session ends after ten minutes, with its owner’s password, and with the plugin', async () => {
  await using trial = await open()
  const { call, begin, as, clock, change, handlers } = trial
  const works = async (token: string): Promise<boolean> => {
    const { status, headers } = await call('GET', '/plugins/sample/x', as(token))
    if (status !== 200) assert.deepEqual([status, headers['x-spr-auth-error']], [401, 'invalid_token'])
    return status === 200
  }
  const first = begin()
  assert.equal(first.expiresAt, clock.now() + 600_000)
  await clock.step(599_000)
  assert.ok(await works(first.token))
  await clock.step(1000)
  assert.ok(!(await works(first.token)))
  const second = begin()
  const third = begin('sample', { replaceSessionId: second.sessionId })
  assert.deepEqual([await works(second.token), await works(third.token)], [false, true])
  handlers.end({ params: { id: third.sessionId }, query: {}, body: undefined, caller: admin })
  assert.ok(!(await works(third.token)))
  const fourth = begin()
  const user = trial.facts.users.get('admin')!
  await change((draft) => draft.users.put('admin', { ...user, PasswordHash: 'another' }))
  assert.ok(!(await works(fourth.token)))
  const fifth = begin()
  await change((draft) => draft.plugins.put('sample', pluginRow('sample', { SandboxedUI: false })))
  assert.ok(!(await works(fifth.token)))
  assert.throws(() => begin(), /sandboxed pages/)
  assert.throws(() => begin('nothing'), /sandboxed pages/)
})
