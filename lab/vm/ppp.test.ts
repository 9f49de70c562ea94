import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Outage, UplinkStatus } from '../../router/model/internet/uplinks/status.ts'
import { HOSTS, RESOLVER, WEB } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'
import { type AccessConcentrator, servePppoe, writePppFiles } from '../guests/pppoe.ts'
import { addressOf } from '../guests/router.ts'
import type { Home } from '../home/home.ts'
import { openStage } from '../home/story.ts'
import { sourceByHost } from '../probes/sources.ts'
import { run } from '../process/program.ts'
import { until } from '../process/until.ts'

const CUSTOMER = { username: 'ada lovelace@isp \\#1', secret: 'open $esame; #\\ ü' }
const SESSION = { Iface: 'wan0', Username: CUSTOMER.username, Secret: CUSTOMER.secret }
const GATEWAY = '81.2.72.1'
const FIRST = '81.2.72.10'
const TAGGED = { gateway: '81.2.73.1', first: '81.2.73.10' }
const SERVER = { link: 'provider', gateway: GATEWAY, first: FIRST, subscribers: [CUSTOMER] }
/** Emulated, a session opens within some seconds; after a failure, pppd pauses and tries again. */
const SESSION_MS = 60_000

/** A wired uplink to the same provider, at first unused. */
const WIRED = { link: 'wan1', mac: '02:00:5e:00:00:03' }

/** One of the stories starts the router again, which takes a minute or two under emulation. */
const LIMIT_MS = 300_000

const { story } = await openStage({ laptop: { wired: true, Policies: ['wan', 'dns'] } }, { limitMs: LIMIT_MS })

let server: AccessConcentrator
/** What the scripts of pppd's package have written, if they ran. */
let ran = ''
/** The settings of uplink monitoring before these stories. */
let monitoring: unknown

/** Like one that is plugged into a modem: the provider then takes sessions too. */
async function openProvider({ dir, internet, router }: Home): Promise<void> {
  // pppd needs /dev/ppp, which appears with the module; elsewhere systemd makes it.
  await run(['/guest/modprobe', 'pppoe'])
  server = servePppoe(internet.namespace, SERVER)
  ran = join(dir, 'ran')
  writePppFiles(router.namespace, [], `#!/bin/sh\necho "$0" >>${ran}\n`)
  monitoring = await router.api('/wan/config')
  await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
}

type PppHome = Home & { readonly laptop: HouseholdDevice }

interface Status {
  readonly PPPIface: string
  readonly State: string
  readonly Reason: string
  readonly Since: number
  readonly Address: string
  readonly Gateway: string
  readonly DNS: string[]
  readonly MTU: number
}
const statusOf = async ({ router }: Home): Promise<Status> => ((await router.api('/uplink/ppp/status')) as Status[])[0]!
const untilState = (home: Home, state: string, differs: (now: Status) => boolean = () => true) =>
  until(
    `the session to be ${state}`,
    async () => {
      const now = await statusOf(home)
      return now.State === state && differs(now) && now
    },
    SESSION_MS,
  )
const configure = (home: Home, body: object = {}) => home.router.api('/uplink/ppp', { ...SESSION, ...body })
/** The address that the internet sees of a device. */
const seenAs = async ({ router, laptop }: PppHome) => {
  const ip = (await laptop.address())!
  await router.namespace.outcome(['conntrack', '-D', '--orig-src', ip])
  return (await laptop.fetch(`http://${WEB}/whoami`))?.trim()
}
const wanOf = async ({ router }: Home, link: string): Promise<UplinkStatus | undefined> =>
  ((await router.api('/wan/status')) as UplinkStatus[]).find(({ Iface }) => Iface === link)

story('a session over PPPoE is an uplink with the provider’s address, gateway and resolver', async (home) => {
  await openProvider(home)
  await configure(home)
  const { PPPIface, Address, Gateway, DNS, MTU } = await untilState(home, 'connected')
  assert.deepEqual(
    { PPPIface, Address, Gateway, DNS: [...new Set(DNS)], MTU },
    { PPPIface: 'ppp0', Address: FIRST, Gateway: GATEWAY, DNS: [RESOLVER], MTU: 1492 },
  )
  assert.equal(await addressOf(home.router.namespace, 'ppp0'), FIRST)
  assert.equal(await addressOf(home.router.namespace, 'wan0'), undefined)
  const { code, stdout } = await home.router.namespace.outcome(['ip', 'route', 'show', 'default'])
  assert.equal(code, 0)
  assert.match(stdout, /^default via 81\.2\.72\.1 dev ppp0 .*src 81\.2\.72\.10/)
  assert.doesNotMatch(stdout, /wan0/)
  await until('the uplink to be up', async () => (await wanOf(home, 'ppp0'))?.Up)
  assert.deepEqual(await home.router.api('/drift'), [])
  assert.ok(!existsSync(ran), 'no script of /etc/ppp runs')
  const processes = await home.router.namespace.run(['busybox', 'ps', '-o', 'args'])
  assert.match(processes, /pppd file /)
  assert.doesNotMatch(processes, /esame/)
})

story('a permitted device reaches the internet over it, and another does not', async (home) => {
  await home.laptop.join()
  assert.equal(await until('the internet', () => seenAs(home)), FIRST)
  await home.configure(home.laptop, { Policies: ['dns'] })
  assert.equal(await seenAs(home), undefined)
  await home.configure(home.laptop, { Policies: ['wan', 'dns'] })
  assert.equal(await seenAs(home), FIRST)
})

story('segments and packets fit into the session in both directions', async (home) => {
  const { laptop, internet, router } = home
  const dump = ['tcpdump', '-n', '-l', '-i', 'any', 'tcp[tcpflags] & tcp-syn != 0']
  const [outside, inside] = [internet.namespace.start(dump), laptop.namespace.start(dump)]
  await Promise.all([outside.line('listening on'), inside.line('listening on')])
  assert.equal((await laptop.fetch(`http://${WEB}/large`, '-m', '60'))?.length, 4 << 20)
  const mss = (lines: readonly string[], flags: string): (string | undefined)[] =>
    lines.filter((line) => line.includes(`Flags [${flags}]`)).map((line) => /mss (\d+)/.exec(line)?.[1])
  await outside.line('Flags [S]')
  await inside.line('Flags [S.]')
  assert.deepEqual(new Set(mss(outside.lines, 'S')), new Set(['1452']))
  assert.deepEqual(new Set(mss(inside.lines, 'S.')), new Set(['1452']))
  await Promise.all([outside.stop(), inside.stop()])
  const ping = (bytes: number) => laptop.try('ping', '-M', 'do', '-c', '1', '-W', '3', '-s', String(bytes), WEB)
  assert.match((await ping(1465)).stdout, /Frag needed.*mtu = 1492|mtu = 1492/)
  assert.equal((await ping(1464)).code, 0)
  assert.match(await router.namespace.run(['nft', 'list', 'chain', 'inet', 'sallyport', 'forward_in']), /"ppp0".* 1452/)
})

story('a wrong password is shown with the reason, and the right one connects', async (home) => {
  await configure(home, { Secret: 'wrong' })
  const { Reason, Address } = await untilState(home, 'refused')
  assert.match(Reason, /^the provider refuses the user name or password/)
  assert.equal(Address, '')
  assert.equal(await home.laptop.fetch(`http://${WEB}/whoami`), undefined)
  const outages = (await home.router.api('/wan/outages')) as Outage[]
  assert.ok(
    outages.some(({ Iface, Reason }) => Iface === 'ppp0' && Reason !== ''),
    JSON.stringify(outages),
  )
  const { PPPs } = (await home.router.api('/uplink/ppp')) as { PPPs: { Secret: string }[] }
  assert.equal(PPPs[0]?.Secret, '**')
  await configure(home)
  await untilState(home, 'connected')
  assert.ok(await until('the internet', () => seenAs(home)))
})

story('a session that the provider ends is opened again, with its new address', async (home) => {
  const { Since } = await statusOf(home)
  await server[Symbol.asyncDispose]()
  server = servePppoe(home.internet.namespace, { ...SERVER, first: '81.2.72.20' })
  const { Address } = await untilState(home, 'connected', (now) => now.Since > Since)
  assert.equal(Address, '81.2.72.20')
  assert.equal(await until('the internet', () => seenAs(home)), Address)
})

const pidOf = async ({ router }: Home): Promise<string> =>
  (await router.namespace.run(['pgrep', '-f', 'pppd file .*ppp-ppp0.options'])).trim()

story('pppd that is killed is started again', async (home) => {
  const [pid, { Since }] = [await pidOf(home), await statusOf(home)]
  await home.router.namespace.run(['kill', '-KILL', pid])
  await untilState(home, 'connected', (now) => now.Since > Since)
  assert.notEqual(await pidOf(home), pid)
  assert.ok(await until('the internet', () => seenAs(home)))
})

story('the session outlives the daemon, and is adopted by the next one', async (home) => {
  const { router, laptop } = home
  const [pid, { Since, Address }] = [await pidOf(home), await statusOf(home)]
  await router.kill()
  assert.equal((await laptop.fetch(`http://${WEB}/whoami`))?.trim(), Address)
  await router.start()
  const adopted = await untilState(home, 'connected')
  assert.deepEqual([await pidOf(home), adopted.Since, adopted.Address], [pid, Since, Address])
  assert.equal((await laptop.fetch(`http://${WEB}/whoami`))?.trim(), Address)
})

story('the session can be on a VLAN', async (home) => {
  const { namespace: wire } = home.internet
  await wire.ip('link add link provider name provider.7 type vlan id 7', 'link set provider.7 up')
  await using _tagged = servePppoe(wire, { ...TAGGED, link: 'provider.7', subscribers: [CUSTOMER] })
  await configure(home, { VLAN: '7', MTU: '1500' })
  const { Address, MTU } = await untilState(home, 'connected', (now) => now.Address === TAGGED.first)
  assert.equal(await until('the internet', () => seenAs(home)), Address)
  // The provider does not offer RFC 4638.
  assert.equal(MTU, 1492)
  const mtuOf = async (link: string) =>
    JSON.parse(await home.router.namespace.run(['ip', '-j', 'link', 'show', link]))[0].mtu
  assert.deepEqual([await mtuOf('wan0'), await mtuOf('wan0.7')], [1508, 1508])
  await configure(home, { VLAN: '', MTU: '' })
  await untilState(home, 'connected', (now) => now.Address !== TAGGED.first && now.Address !== '')
  assert.equal(await mtuOf('wan0'), 1500)
})

story('connections are shared with a wired uplink, which takes over while there is no session', async (home) => {
  const { internet, laptop, router } = home
  const uplinks = async (): Promise<string[]> => {
    const sources = (await sourceByHost(router.namespace, laptop, HOSTS.slice(0, 12))).values()
    return [...new Set(sources.map((source) => (source.startsWith('81.2.72.') ? 'ppp0' : 'wan1')))].sort()
  }
  const end = { namespace: router.namespace, ...WIRED }
  await internet.plug(end)
  await until('the link', () =>
    router.api('/uplink/ip', { Name: 'wan1' }).then(
      () => true,
      () => false,
    ),
  )
  for (const link of ['ppp0', 'wan1'])
    await until(`${link} in use`, async () => (await wanOf(home, link))?.Active, SESSION_MS)
  assert.deepEqual(await uplinks(), ['ppp0', 'wan1'])
  await server.fail()
  await server[Symbol.asyncDispose]()
  await until('ppp0 to be down', async () => (await wanOf(home, 'ppp0'))?.Active === false, SESSION_MS)
  assert.deepEqual(await uplinks(), ['wan1'])
  server = servePppoe(internet.namespace, SERVER)
  await until('ppp0 to be back', async () => (await wanOf(home, 'ppp0'))?.Active, SESSION_MS)
  assert.deepEqual(await uplinks(), ['ppp0', 'wan1'])
  await router.api('/link/config', { Name: 'wan1', Type: 'Other' })
  await router.namespace.ip(`link delete ${WIRED.link}`)
})

story('a link that is to be a wired uplink again ends the session', async (home) => {
  await home.router.api('/uplink/ip', { Name: 'wan0' })
  await until('a lease', () => addressOf(home.router.namespace, 'wan0'), SESSION_MS)
  assert.equal(await addressOf(home.router.namespace, 'ppp0'), undefined)
  assert.equal((await home.router.ask({ path: '/uplink/ppp' })).status, 404)
  assert.ok(!existsSync(ran))
  await server[Symbol.asyncDispose]()
  await until('the uplink', async () => (await wanOf(home, 'wan0'))?.Up)
  await home.router.api('/wan/config', monitoring)
})
