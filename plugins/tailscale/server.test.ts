import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { LOGGED_OUT, NO_PREFS, openLocalDouble } from './localapi.fixture.ts'
import { openLocalApi } from './localapi.ts'
import { createPlugin } from './server.ts'

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The plugin with a double of tailscaled, and `router` in place of the router's API. */
async function openTrial(router: RequestListener = (_, response) => response.writeHead(401).end()) {
  const stack = new AsyncDisposableStack()
  const started = async (server: Server) => {
    stack.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    return await listen(server)
  }
  const local = stack.use(await openLocalDouble())
  const tokenFile = `${local.socket}.token`
  const access = { tokenFile, origin: await started(createServer(router)), from: '172.30.0.2' }
  const origin = await started(createPlugin(openLocalApi(local.socket), access))
  return {
    ...local,
    grantToken: () => writeFileSync(tokenFile, 'secret\n'),
    async ask(method: string, path: string, body?: unknown) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await fetch(origin + path, { method, ...(body === undefined ? {} : { body: text }) })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    page: (path: string) => fetch(origin + path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const RUNNING = {
  ...LOGGED_OUT,
  BackendState: 'Running',
  TailscaleIPs: ['100.64.0.1', 'fd7a:115c:a1e0::1'],
  CurrentTailnet: { Name: 'example.com' },
  Health: ['One route is not permitted.'],
  Self: { AllowedIPs: ['100.64.0.1/32', '192.168.2.6/32'] },
  Peer: Object.fromEntries(
    [
      { DNSName: 'traveller.tail.test.', CurAddr: '81.2.69.66:41641', Relay: 'lab', Active: true, Online: true },
      { DNSName: '', CurAddr: '', Relay: 'lab', Active: true, Online: true, HostName: 'old phone' },
      { DNSName: 'idle.tail.test.', CurAddr: '', Relay: 'lab', Active: false, Online: false },
      { DNSName: 'gone.tail.test.', CurAddr: '', Relay: '', Active: false, Online: false, InNetworkMap: false },
    ].map((peer, index) => [
      `nodekey:${index}`,
      { HostName: 'x', OS: 'linux', TailscaleIPs: [`100.64.0.${index + 2}`], InNetworkMap: true, ...peer },
    ]),
  ),
}

test('the state has the routes with their approval, and the peers with their connection', async () => {
  await using trial = await openTrial()
  trial.held.status = RUNNING
  trial.held.prefs = { ...NO_PREFS, Hostname: 'home', AdvertiseRoutes: ['192.168.2.6/32', '192.168.2.0/24'] }
  const { status, body } = await trial.ask('GET', '/state')
  assert.equal(status, 200)
  assert.deepEqual(
    [body.State, body.Tailnet, body.Hostname, body.Version],
    ['Running', 'example.com', 'home', '1.102.5'],
  )
  assert.deepEqual(body.Problems, RUNNING.Health)
  assert.deepEqual(body.Routes, [
    { Route: '192.168.2.6/32', Approved: true },
    { Route: '192.168.2.0/24', Approved: false },
  ])
  const peers = body.Peers as { Name: string; Connection: string; Online: boolean }[]
  assert.deepEqual(
    peers.map(({ Name, Connection, Online }) => [Name, Connection, Online]),
    [
      ['idle', '', false],
      ['old phone', 'relay', true],
      ['traveller', 'direct', true],
    ],
  )
})

test('a log-in replaces what could open the household further', async () => {
  await using trial = await openTrial()
  trial.held.prefs = {
    ...NO_PREFS,
    RouteAll: true,
    CorpDNS: true,
    RunSSH: true,
    ShieldsUp: true,
    AdvertiseRoutes: ['10.0.0.0/8'],
  }
  const given = { ControlURL: 'https://headscale.example.com', Hostname: 'home', AuthKey: 'tskey-1' }
  assert.equal((await trial.ask('PUT', '/login', given)).status, 200)
  assert.deepEqual(
    trial.calls.map(({ method, path }) => `${method} ${path}`),
    ['POST start', 'POST login-interactive'],
  )
  const { UpdatePrefs, AuthKey } = trial.calls[0]!.body as { UpdatePrefs: Record<string, unknown>; AuthKey: string }
  assert.equal(AuthKey, 'tskey-1')
  const { ControlURL, Hostname, RouteAll, CorpDNS, RunSSH, ShieldsUp, WantRunning, AdvertiseRoutes } = UpdatePrefs
  assert.deepEqual([ControlURL, Hostname], ['https://headscale.example.com', 'home'])
  assert.deepEqual([RouteAll, CorpDNS, RunSSH, ShieldsUp, WantRunning], [false, false, false, false, true])
  // What the owner has offered before stays.
  assert.deepEqual(AdvertiseRoutes, ['10.0.0.0/8'])
})

test('a log-in is refused while there is one, and no call changes tailscaled', async () => {
  await using trial = await openTrial()
  trial.held.status = RUNNING
  const { status, body } = await trial.ask('PUT', '/login', {})
  assert.deepEqual([status, body.Error], [400, 'Log out of the present tailnet first.'])
  assert.deepEqual(trial.calls, [])
})

test('routes are replaced, and the answer has them', async () => {
  await using trial = await openTrial()
  const { body } = await trial.ask('PUT', '/routes', { Routes: ['192.168.2.6', '192.168.2.0/24'] })
  assert.deepEqual(trial.calls, [
    {
      method: 'PATCH',
      path: 'prefs',
      body: { AdvertiseRoutes: ['192.168.2.6/32', '192.168.2.0/24'], AdvertiseRoutesSet: true },
    },
  ])
  assert.deepEqual(
    (body.Routes as { Route: string }[]).map(({ Route }) => Route),
    ['192.168.2.6/32', '192.168.2.0/24'],
  )
})

test('a log-out is passed on', async () => {
  await using trial = await openTrial()
  assert.equal((await trial.ask('PUT', '/logout')).status, 200)
  assert.deepEqual(
    trial.calls.map(({ path }) => path),
    ['logout'],
  )
})

test('invalid input is refused with its field, and nothing is passed on', async () => {
  await using trial = await openTrial()
  for (const [path, body, reason] of [
    ['/routes', { Routes: ['0.0.0.0/0'] }, /^Routes: /],
    ['/login', { ControlURL: 'javascript:alert(1)' }, /^ControlURL: /],
    ['/login', '{', /JSON/],
    ['/login', 'x'.repeat(20_000), /too long/],
  ] as const) {
    const answer = await trial.ask('PUT', path, body)
    assert.equal(answer.status, 400)
    assert.match(String(answer.body.Error), reason)
  }
  assert.equal((await trial.ask('DELETE', '/state')).status, 404)
  assert.equal((await trial.ask('GET', '/login')).status, 404)
  assert.deepEqual(trial.calls, [])
})

test('a refusal of tailscaled is passed on, in both of its forms', async () => {
  await using trial = await openTrial()
  trial.held.refusal = 'not allowed'
  for (const [path, body] of [
    ['/routes', { Routes: [] }],
    ['/login', {}],
  ] as const) {
    const answer = await trial.ask('PUT', path, body)
    assert.deepEqual([answer.status, answer.body.Error], [502, 'tailscaled: not allowed'])
  }
})

test('a tailscaled that has not started is reported', async () => {
  const plugin = createPlugin(openLocalApi('/nonexistent/socket'), { tokenFile: '/nonexistent' })
  const response = await fetch(`${await listen(plugin)}/state`)
  plugin.close()
  assert.equal(response.status, 502)
  assert.match(((await response.json()) as { Error: string }).Error, /may still be starting/)
})

test('devices are listed with the decision of the router, after the owner has granted it', async () => {
  const asked: string[] = []
  await using trial = await openTrial(({ url = '', headers }, response) => {
    assert.equal(headers.authorization, 'Bearer secret')
    const { pathname, searchParams } = new URL(url, 'http://router')
    if (pathname === '/devices') {
      const rows = [
        { Name: 'printer', RecentIP: '192.168.2.10' },
        { Name: '', RecentIP: '192.168.2.6' },
        { Name: 'never seen', RecentIP: '' },
      ]
      return void response.end(JSON.stringify(Object.fromEntries(rows.map((row, index) => [index, row]))))
    }
    asked.push(`${searchParams.get('from')} to ${searchParams.get('to')}`)
    const Passes = searchParams.get('to') === '192.168.2.10'
    response.end(JSON.stringify({ Passes, Text: Passes ? 'They share the group office.' : 'They share no group.' }))
  })
  const before = (await trial.ask('GET', '/household')).body
  assert.deepEqual(before.Devices, [])
  assert.match(String(before.Problem), /give the plugin the policy "api" and the API paths/)
  trial.grantToken()
  assert.deepEqual((await trial.ask('GET', '/household')).body, {
    Devices: [
      { Name: '192.168.2.6', IP: '192.168.2.6', Reachable: false, Reason: 'They share no group.' },
      { Name: 'printer', IP: '192.168.2.10', Reachable: true, Reason: 'They share the group office.' },
    ],
    Problem: '',
  })
  assert.deepEqual(asked.sort(), ['172.30.0.2 to 192.168.2.10', '172.30.0.2 to 192.168.2.6'])
})

test('paths that are not granted leave the list empty, with what to grant', async () => {
  await using trial = await openTrial()
  trial.grantToken()
  const { body } = await trial.ask('GET', '/household')
  assert.deepEqual(body.Devices, [])
  assert.match(String(body.Problem), /\/devices:r and \/explain:r/)
})

test('pages are served, and no other file', async () => {
  await using trial = await openTrial()
  assert.match((await trial.page('/')).headers.get('Content-Type') ?? '', /^text\/html/)
  assert.equal((await trial.page('/static/app.js')).status, 200)
  assert.equal((await trial.page('/static/../main.ts')).status, 404)
  assert.equal((await trial.page('/static/index.html')).status, 404)
})
