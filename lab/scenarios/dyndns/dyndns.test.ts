import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DynDnsStatus } from '../../../router/model/internet/dyndns/contract.ts'
import { callWell } from '../../contract/call.ts'
import { DYNDNS, DYNDNS_HOSTS, PROVIDER } from '../../guests/addresses.ts'
import type { Home } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'
import type { Program } from '../../process/program.ts'
import { until } from '../../process/until.ts'

const { home, story } = await openStage({})
const SERVER = fileURLToPath(new URL('../../guests/dyndns.ts', import.meta.url))
const PASSWORD = 'open-sesame!'
const TOKEN = 'token-of-ada'
const STATIC = { Name: 'wan0', DisableDHCP: true, Router: PROVIDER.public.gateway }
const HOME = [{ domain_name: 'example.org', sub_domains: ['home'] }]
const NONE = { password: '', login_token: '' }

let providers: Program
async function startProviders({ internet, dir }: Home): Promise<void> {
  const [certificate, key] = ['server.pem', 'server.key'].map((name) => join(dir, 'authority', name))
  providers = internet.namespace.start([process.execPath, SERVER, DYNDNS, certificate!, key!])
  await providers.line('ready')
}

await home.internet.namespace.ip(`addr add ${DYNDNS}/32 dev lo`)
for (const host of DYNDNS_HOSTS) await home.internet.names.lead(host, DYNDNS)
await startProviders(home)
await home.router.uplinkAddress()

const put = ({ router }: Home, config: object) => router.api('/plugins/dyndns/config', { ip_url: '', ...config })
const statusOf = ({ router }: Home) => router.api('/plugins/dyndns/status') as Promise<DynDnsStatus>

/** Waits until an update has ended in this state, and returns it. */
const ends = (at: Home, state: DynDnsStatus['State'], matches: (status: DynDnsStatus) => boolean = () => true) =>
  until(
    `dynamic DNS to be ${state}`,
    async () => {
      const status = await statusOf(at)
      return status.State === state && matches(status) && status
    },
    60_000,
  )

/** What the providers have received since the last call. */
const received = (): string[] => providers.lines.splice(0).filter((line) => line !== 'ready')

story('without settings it is off, and nothing is sent', async (at) => {
  assert.equal((await statusOf(at)).State, 'off')
  const plugin = async () =>
    ((await at.router.api('/plugins')) as { Name: string; Enabled: boolean }[]).find(({ Name }) => Name === 'dyndns')
  assert.equal((await plugin())?.Enabled, false)
  assert.equal((await at.router.ask({ path: '/plugins/dyndns/refresh' })).status, 400)
  assert.deepEqual(received(), [])
})

story('a dyndns2 server receives the address of the uplink', async (at) => {
  await put(at, {
    provider: 'dyndns2',
    server: 'dyndns.test',
    email: 'ada@example.org',
    password: PASSWORD,
    domains: HOME,
  })
  const { Message, Address, Names } = await ends(at, 'current')
  const address = await at.router.uplinkAddress()
  assert.deepEqual(received(), [`dyndns.test good home.example.org ${address}`])
  assert.match(Message, /^home\.example\.org is 81\.2\.69\.\d+ since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  assert.deepEqual([Address, Names[0]?.Address], [address, address])
})

story('a new address of the uplink is sent at once, an unchanged one is not', async (at) => {
  await at.router.api('/uplink/ip', { ...STATIC, IP: '81.2.69.77/24' })
  await ends(at, 'current', ({ Address }) => Address === '81.2.69.77')
  assert.deepEqual(received(), ['dyndns.test good home.example.org 81.2.69.77'])
  await at.router.api('/uplink/ip', { ...STATIC, IP: '81.2.69.77/24', AdditionalIPs: [{ IP: '81.2.69.78/32' }] })
  await put(at, { interval: 60 })
  await ends(at, 'current')
  assert.deepEqual(received(), [])
})

story('a restart sends nothing while the address is the same', async (at) => {
  await at.router.kill()
  await at.router.start()
  await ends(at, 'current')
  assert.deepEqual(received(), [])
})

story('an update on request is sent, and reports that nothing has changed', async (at) => {
  const status = (await at.router.api('/plugins/dyndns/refresh')) as DynDnsStatus
  assert.equal(status.State, 'current')
  assert.deepEqual(received(), ['dyndns.test nochg home.example.org 81.2.69.77'])
  assert.equal((await at.router.ask({ path: '/plugins/dyndns/refresh' })).status, 429)
})

story('a wrong password is sent once, and reported in words', async (at) => {
  await put(at, { password: 'wrong-password' })
  const { Message, NextAttempt } = await ends(at, 'failed')
  assert.equal(Message, 'home.example.org: the provider refused the user name, password or token')
  assert.equal(NextAttempt, 0)
  await put(at, { interval: 61 })
  await ends(at, 'failed')
  assert.deepEqual(new Set(received()), new Set(['dyndns.test badauth']))
  await put(at, { password: PASSWORD })
  await ends(at, 'current')
})

story('a name that the account does not have is reported, and the others are updated', async (at) => {
  const other = { domain_name: 'example.net', sub_domains: ['@'] }
  await put(at, { domains: [...HOME, other] })
  const { Message } = await ends(at, 'failed')
  assert.equal(Message, 'example.net: the provider has no such name in this account')
  assert.ok(received().includes('dyndns.test nohost'))
  await put(at, { domains: HOME })
  await ends(at, 'current')
})

story('while the provider is down it is tried again, until it is back', async (at) => {
  received()
  providers.kill('SIGKILL')
  await providers.exited
  await at.router.api('/uplink/ip', { ...STATIC, IP: '81.2.69.79/24' })
  const { Message, NextAttempt } = await ends(at, 'failed')
  assert.equal(Message, 'home.example.org: the provider cannot be reached')
  assert.ok(NextAttempt > 0)
  await startProviders(at)
  await ends(at, 'current')
  assert.deepEqual(received(), ['dyndns.test good home.example.org 81.2.69.79'])
})

story('DuckDNS, Cloudflare and No-IP receive what they document', async (at) => {
  await put(at, {
    ...NONE,
    provider: 'DuckDNS',
    login_token: TOKEN,
    domains: [{ domain_name: 'ada.duckdns.org', sub_domains: [] }],
  })
  await ends(at, 'current')
  assert.deepEqual(received(), ['www.duckdns.org OK ada 81.2.69.79'])

  await put(at, { ...NONE, provider: 'Cloudflare', login_token: TOKEN, domains: HOME })
  await ends(at, 'current')
  assert.deepEqual(received(), [
    'api.cloudflare.com zones',
    'api.cloudflare.com records',
    'api.cloudflare.com edited home.example.org 81.2.69.79',
  ])
  await put(at, { login_token: 'another-token' })
  assert.match((await ends(at, 'failed')).Message, /refused the user name, password or token/)
  assert.deepEqual(received(), ['api.cloudflare.com forbidden'])

  await put(at, { ...NONE, provider: 'NoIP', email: 'ada@example.org', password: PASSWORD, domains: HOME })
  await ends(at, 'current')
  assert.deepEqual(received(), ['dynupdate.no-ip.com good home.example.org 81.2.69.79'])
})

story('a server whose certificate is for another name receives nothing', async (at) => {
  await at.internet.names.lead('impostor.test', DYNDNS)
  await put(at, { provider: 'dyndns2', server: 'impostor.test', password: PASSWORD })
  assert.match((await ends(at, 'failed')).Message, /the certificate of the provider is not valid/)
  assert.deepEqual(received(), [])
})

story('secrets are in no list, log or file', async (at) => {
  await put(at, { provider: 'dyndns2', server: 'dyndns.test', password: PASSWORD })
  await ends(at, 'current')
  const config = await at.router.api('/plugins/dyndns/config')
  assert.partialDeepStrictEqual(config, { password: '**', run_once: true })
  const shown = [config, await at.router.api('/logs'), await at.router.api('/plugins/dyndns/status')]
  const data = join(at.dir, 'data')
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  for (const secret of [PASSWORD, TOKEN, 'wrong-password'])
    assert.ok(
      ![JSON.stringify(shown), at.router.daemon.lines.join('\n'), ...texts].some((text) => text.includes(secret)),
    )
})

/** Command lines and environments of all processes, whose namespaces this test can see. */
function* processes(): Generator<string> {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const [argv, environment] = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'latin1'))
      yield `${argv}\0${environment}`
    } catch {
      // It has ended.
    }
}

story('while ddclient runs, no process has a secret in its arguments or its environment', async (at) => {
  const seen = new Set<string>()
  const isSeen = (): boolean => {
    for (const text of processes()) seen.add(text)
    return [...seen].some((text) => text.includes('ddclient\0-file'))
  }
  for (const settings of [
    { provider: 'dyndns2', server: 'dyndns.test', email: 'ada@example.org', password: PASSWORD, domains: HOME },
    { provider: 'DuckDNS', login_token: TOKEN, domains: [{ domain_name: 'ada.duckdns.org', sub_domains: [] }] },
  ]) {
    seen.clear()
    await put(at, { provider: '' })
    await put(at, { ...NONE, ...settings })
    await until('ddclient', isSeen)
    await ends(at, 'current')
    isSeen()
    for (const secret of [PASSWORD, TOKEN]) assert.ok(![...seen].some((text) => text.includes(secret)))
  }
  received()
})

story('a token that may only read sees no secret, and cannot change it', async (at) => {
  await put(at, {
    ...NONE,
    provider: 'dyndns2',
    server: 'dyndns.test',
    email: 'ada@example.org',
    password: PASSWORD,
    domains: HOME,
  })
  await ends(at, 'current')
  // On this socket no one-time code is needed.
  const token = (await callWell(join(at.dir, 'data/state/api/apisock'), {
    method: 'PUT',
    path: '/tokens',
    body: { Name: 'dashboard', ScopedPaths: ['/plugins/dyndns:r'] },
  })) as { Token: string }
  const { namespace } = at.router
  const call = (...words: string[]) =>
    namespace.run(['curl', '-s', '-w', ' %{http_code}', '-H', `Authorization: Bearer ${token.Token}`, ...words])
  const config = await call('http://127.0.0.1/plugins/dyndns/config')
  assert.match(config, /"password":"\*\*".* 200$/s)
  assert.ok(!config.includes(PASSWORD))
  assert.match(await call('http://127.0.0.1/plugins/dyndns/status'), / 200$/)
  const change = ['-X', 'PUT', '-d', '{"Server":"impostor.test"}', 'http://127.0.0.1/plugins/dyndns/config']
  assert.match(await call(...change), / 40[13]$/)
  received()
})

story('behind another router, the address is the one that a server returns', async (at) => {
  received()
  const inside = { ...STATIC, IP: '172.20.5.2/24', Router: '172.20.5.1' }
  await at.internet.namespace.ip(`addr add 172.20.5.1/24 dev provider`)
  await at.router.api('/uplink/ip', inside)
  const { Message } = await ends(at, 'failed')
  assert.equal(Message, 'the address of wan0, 172.20.5.2, is private: set a URL that returns the public address')
  assert.deepEqual(received(), [])
  await put(at, { ip_url: 'https://dyndns.test/ip' })
  await ends(at, 'current', ({ Address }) => Address === '81.2.99.7')
  assert.ok(received().includes('dyndns.test good home.example.org 81.2.99.7'))
})
