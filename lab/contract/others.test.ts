import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { digestOf } from '../../router/features/access/credentials/credential.ts'
import { openPluginTrial } from '../../router/servers/http/plugins/plugin.fixture.ts'
import { basic, CHEAP_HASH, PASSWORD } from '../../router/servers/http/trial.fixture.ts'
import { connect } from '../../router/servers/http/websocket-client.fixture.ts'
import { CALLERS, type CallerKind, OTHERS } from './roles.ts'

const NAMES: Partial<Record<CallerKind, string>> = { owner: 'admin', viewer: 'alex', parent: 'robin' }

async function open() {
  const trial = await openPluginTrial()
  const server = createServer((_request, response) => response.end('from the plugin'))
  const sockets = new WebSocketServer({ server })
  await trial.add('sample', server)
  await trial.change((draft) => {
    draft.users.put('alex', { Name: 'alex', PasswordHash: CHEAP_HASH, Role: 'viewer', Groups: [] })
    draft.users.put('robin', { Name: 'robin', PasswordHash: CHEAP_HASH, Role: 'parent', Groups: ['children'] })
    draft.tokens.put(digestOf('token'), { Name: 'all', Sealed: '', Expire: 0, ScopedPaths: [] })
  })
  return { ...trial, sockets }
}

const authorizationOf = (caller: CallerKind): string => {
  const name = NAMES[caller]
  return name ? basic(undefined, name) : caller === 'token' ? 'Bearer token' : ''
}

/** The callers that are permitted. */
async function callersOf(isPermitted: (caller: CallerKind) => Promise<boolean>): Promise<CallerKind[]> {
  const permitted: CallerKind[] = []
  for (const caller of CALLERS) if (await isPermitted(caller)) permitted.push(caller)
  return permitted
}

test('the paths and pages of a plugin are permitted to the callers in the table only', async () => {
  await using trial = await open()
  const page = '/admin/custom_plugin/sample'
  for (const [name, path, methods] of [
    ['GET /admin/custom_plugin/{URI}/', `${page}/`, ['GET']],
    ['GET /admin/custom_plugin/{URI}/static/*', `${page}/static/app.js`, ['GET']],
    ['GET /openapi.json', '/openapi.json', ['GET']],
    ['any method, and websockets: /plugins/{URI}/*', '/plugins/sample/x', ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']],
  ] as const)
    for (const method of methods) {
      const statuses: Partial<Record<CallerKind, number>> = {}
      const permitted = await callersOf(async (caller) => {
        const { status } = await trial.call(method, path, { authorization: authorizationOf(caller) })
        statuses[caller] = status
        return status === 200
      })
      assert.deepEqual(permitted, OTHERS[name], `${method} ${path}`)
      const refusals = CALLERS.filter((caller) => !permitted.includes(caller)).map((caller) => statuses[caller])
      assert.deepEqual(refusals, refusals.length > 0 ? [403, 403, 401] : [])
    }
})

test('websockets are permitted to the callers in the table only', async () => {
  await using trial = await open()
  const ofPlugin = await callersOf(async (caller) => {
    const authorization = authorizationOf(caller)
    using client = await connect(trial, '/plugins/sample/x', {
      host: '127.0.0.1',
      ...(authorization && { authorization }),
    })
    return client.socket.readyState === WebSocket.OPEN
  })
  assert.deepEqual(ofPlugin, OTHERS['any method, and websockets: /plugins/{URI}/*'])
  for (const path of ['/ws', '/ws_events_all']) {
    const permitted = await callersOf(async (caller) => {
      using client = await connect(trial, path)
      const name = NAMES[caller]
      client.socket.send(name ? `${name}:${PASSWORD}` : caller)
      return (await client.next(1)) === 'success'
    })
    assert.deepEqual(permitted, OTHERS[`websocket: ${path}`])
  }
})
