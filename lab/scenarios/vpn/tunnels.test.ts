import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import type { ExitEntry, TunnelEntry } from '../../../router/features/tunnels/contract.ts'
import { ECHO_PORT, FOREIGN_RESOLVER, HOSTS, PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { openTunnelProvider, type TunnelProvider } from '../../guests/tunnelprovider.ts'
import { openStage } from '../../home/story.ts'
import { openWitness, type Witness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const { home, story } = await openStage({
  phone: { Policies: ['wan', 'dns', 'lan_upstream'], Groups: ['family'] },
  laptop: { wired: true, Policies: ['wan', 'dns', 'lan_upstream'] },
})
const { router, internet } = home
const MARK_FILE = `${home.dir}/hostile`
const oslo = await openTunnelProvider(internet, home.dir, { name: 'oslo', host: 61, dns: FOREIGN_RESOLVER })
const bergen = await openTunnelProvider(internet, home.dir, {
  ...{ name: 'bergen', host: 62, dns: FOREIGN_RESOLVER },
  more: [`PostUp = touch ${MARK_FILE}`, 'Table = off'],
})
after(() => Promise.all([oslo[Symbol.asyncDispose](), bergen[Symbol.asyncDispose]()]))

const tunnel = async (name: string): Promise<TunnelEntry> =>
  (await router.api(`/vpn/tunnels/${name}`)) as unknown as TunnelEntry
const untilState = (name: string, state: TunnelEntry['State']): Promise<unknown> =>
  until(`${name} ${state}`, async () => (await tunnel(name)).State === state, 30_000)
const exit = async (): Promise<ExitEntry> => ((await router.api('/vpn/exits')) as ExitEntry[])[0]!
const servers = `{ ${[WEB, PRIVATE_HOST, ...HOSTS].join(', ')} }`

/** Packets from the router's own uplink to servers that only devices connect to, plain queries, and IPv6. */
async function leaks(): Promise<Witness> {
  const [{ address: mac }] = JSON.parse(await router.namespace.run(['ip', '-j', 'link', 'show', 'wan0']))
  const all = await Promise.all(
    [`ip daddr ${servers}`, 'meta l4proto { tcp, udp } th dport 53', 'meta protocol ip6'].map((match) =>
      openWitness(internet.namespace, `iifname provider ether saddr ${mac} ${match}`),
    ),
  )
  return {
    packets: async () => (await Promise.all(all.map((one) => one.packets()))).reduce((sum, count) => sum + count, 0),
    async [Symbol.asyncDispose]() {
      for (const one of all) await one[Symbol.asyncDispose]()
    },
  }
}

const seenBy = (provider: TunnelProvider, match: string): Promise<Witness> =>
  openWitness(provider.namespace, `iifname wg0 ${match}`)

/** Everything that a device may try. */
async function tries(): Promise<{ passed: string[] }> {
  const { phone } = home
  const passed: string[] = []
  if (await phone.reaches(HOSTS[3]!, ECHO_PORT)) passed.push('TCP')
  if (await phone.reaches(PRIVATE_HOST, ECHO_PORT)) passed.push('TCP to a private address')
  if (await phone.pings(HOSTS[4]!)) passed.push('ICMP')
  await phone.try('sh', '-c', `echo x | busybox nc -u -w 1 ${HOSTS[5]} 9`)
  if ((await phone.resolves(`name${Math.random()}.test`, '+tries=1', '+time=2')).length > 0) passed.push('DNS')
  await phone.try('dig', '+tries=1', '+time=1', '@8.8.8.8', 'www.test')
  await phone.try('dig', '+tls', '+tries=1', '+time=1', `@${WEB}`, 'www.test')
  await phone.try('ping', '-6', '-c', '1', '-W', '1', '2001:db8::10')
  return { passed }
}

story('a provider’s file makes a tunnel that connects; nothing uses it yet', async () => {
  await home.gather()
  await router.uplinkAddress()
  await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  const saved = (await router.api('/vpn/tunnels/oslo', { Config: oslo.file })) as TunnelEntry
  assert.equal(saved.Link, 'wg1')
  await untilState('oslo', 'up')
  await using through = await seenBy(oslo, 'ip saddr 10.64.0.2')
  const before = await through.packets()
  assert.ok(await home.phone.reaches(HOSTS[0]!, ECHO_PORT))
  assert.deepEqual(await home.phone.resolves('whoami.test'), await home.laptop.resolves('whoami.test'))
  const probes = (await through.packets()) - before
  assert.ok(probes < 20, `${probes} packets: probes only`)
})

story('commands in a provider’s file are not run', async () => {
  const { Ignored } = (await router.api('/vpn/tunnels/bergen', { Config: bergen.file, Enabled: false })) as unknown as {
    Ignored: { Setting: string }[]
  }
  assert.deepEqual(Ignored.map(({ Setting }) => Setting).sort(), ['Address', 'AllowedIPs', 'PostUp', 'Table'])
  assert.ok(!existsSync(MARK_FILE))
})

story(
  'all traffic and all queries of a group leave through the tunnel, and those of others by the uplink',
  async () => {
    const { phone, laptop } = home
    await using plain = await phone.stream(HOSTS[1]!, ECHO_PORT)
    await router.api('/vpn/exits/family', { Groups: ['family'], Tunnels: ['oslo'] })
    assert.ok(await plain.stalls(), 'a connection over the uplink ends')
    await using leaked = await leaks()
    await using through = await seenBy(oslo, `ip daddr ${servers}`)
    await using queries = await seenBy(oslo, `ip daddr ${FOREIGN_RESOLVER} udp dport 53`)
    await using arrived = await openWitness(internet.namespace, `ip saddr ${oslo.address} ip daddr ${HOSTS[3]}`)
    const { passed } = await tries()
    assert.deepEqual(passed.slice(0, 3), ['TCP', 'TCP to a private address', 'ICMP'])
    assert.deepEqual(await phone.resolves('whoami.test'), [FOREIGN_RESOLVER])
    assert.ok((await through.packets()) > 0)
    assert.ok((await queries.packets()) > 0)
    assert.ok((await arrived.packets()) > 0)
    assert.equal(await leaked.packets(), 0)
    assert.ok(await laptop.reaches(HOSTS[2]!, ECHO_PORT))
    assert.ok((await leaked.packets()) > 0, 'the laptop uses the uplink')
    assert.notDeepEqual(await laptop.resolves('whoami.test'), [FOREIGN_RESOLVER])
  },
)

story('without resolvers of its own, the tunnel leads to those of the router, over TLS', async () => {
  const { phone } = home
  await router.api('/vpn/tunnels/oslo', { DNS: [] })
  await using over = await seenBy(oslo, 'tcp dport 853')
  await using leaked = await leaks()
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  assert.ok((await over.packets()) > 0)
  // Devices of the family group keep their filter.
  const device = `/device?identity=${encodeURIComponent(home.phone.mac)}`
  const Policies = ['wan', 'dns', 'lan_upstream']
  await router.api(device, { Policies: [...Policies, 'dns:family'] })
  const before = await over.packets()
  assert.deepEqual(await phone.resolves('grown-ups.test'), [])
  assert.deepEqual(await phone.resolves('mail.test', 'MX'), ['10 www.test.'])
  assert.ok((await over.packets()) > before)
  await router.api(device, { Policies })
  await router.api('/vpn/tunnels/oslo', { DNS: [FOREIGN_RESOLVER] })
  assert.equal(await leaked.packets(), 0)
  await untilState('oslo', 'up')
})

story('explain names the tunnel, and the device still reaches the router and the home', async () => {
  const from = (await home.phone.address()) ?? ''
  const { Text } = (await router.api(`/explain?from=${from}&to=${HOSTS[3]}&proto=tcp&port=80`)) as { Text: string }
  assert.match(Text, /through the tunnel oslo/)
  assert.ok(await home.phone.reaches('192.168.2.1', 80))
  assert.equal((await exit()).State, 'through oslo')
})

story('nothing leaves while the tunnel does not answer, nor when its link is gone', async () => {
  const { phone, laptop } = home
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await using leaked = await leaks()
  const queries = await internet.names.queries()
  await oslo.fail()
  await untilState('oslo', 'down')
  assert.ok(await open.stalls())
  assert.deepEqual((await tries()).passed, [])
  // Another program deletes the link: the packets would find the route of the uplink.
  await router.stopDaemon()
  await router.namespace.run(['ip', 'link', 'delete', 'wg1'])
  assert.deepEqual((await tries()).passed, [])
  assert.ok(await open.stalls())
  router.resumeDaemon()
  await router.api('/vpn/tunnels/oslo', { Enabled: false })
  assert.deepEqual((await tries()).passed, [])
  const from = (await phone.address()) ?? ''
  const { Passes, Text } = (await router.api(`/explain?from=${from}&to=${HOSTS[3]}&proto=tcp&port=80`)) as {
    Passes: boolean
    Text: string
  }
  assert.ok(!Passes)
  assert.match(Text, /leaves through a tunnel only/)
  assert.equal(await leaked.packets(), 0)
  assert.equal(await internet.names.queries(), queries)
  assert.ok(await laptop.reaches(HOSTS[2]!, ECHO_PORT), 'the uplink works')
})

story('nothing leaves when the daemon is killed, and after it has started again', async () => {
  await router.api('/vpn/tunnels/oslo', { Enabled: true })
  await using leaked = await leaks()
  const queries = await internet.names.queries()
  await router.kill()
  assert.deepEqual((await tries()).passed, [])
  await router.start()
  assert.deepEqual((await tries()).passed, [])
  assert.equal(await leaked.packets(), 0)
  assert.equal(await internet.names.queries(), queries)
  await oslo.recover()
  await untilState('oslo', 'up')
  assert.ok(await home.phone.reaches(HOSTS[3]!, ECHO_PORT))
  assert.equal(await leaked.packets(), 0)
})

story('when a tunnel fails, its exit uses the next one, and returns; no packet leaves by the uplink', async () => {
  const { phone } = home
  await router.api('/vpn/tunnels/bergen', { Enabled: true })
  await router.api('/vpn/exits/family', { Tunnels: ['oslo', 'bergen'] })
  await untilState('bergen', 'up')
  await using leaked = await leaks()
  await using through = await seenBy(bergen, `ip daddr ${servers}`)
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  assert.equal(await through.packets(), 0)
  await oslo.fail()
  await until('the other tunnel', async () => (await exit()).Active === 'bergen', 30_000)
  assert.ok(await open.stalls(), 'a connection through the failed tunnel ends')
  assert.ok(await phone.reaches(HOSTS[3]!, ECHO_PORT))
  assert.deepEqual(await phone.resolves('whoami.test'), [FOREIGN_RESOLVER])
  assert.ok((await through.packets()) > 0)
  await oslo.recover()
  await until('the preferred tunnel', async () => (await exit()).Active === 'oslo', 30_000)
  assert.ok(await phone.reaches(HOSTS[3]!, ECHO_PORT))
  assert.equal(await leaked.packets(), 0)
})

story('with listed networks only these leave through the tunnel', async () => {
  const { phone } = home
  const net = HOSTS[6]!
  await router.api('/vpn/exits/family', { Traffic: 'listed', Networks: [`${net}/32`, '10.77.0.0/24'] })
  await using through = await seenBy(oslo, `ip daddr ${servers}`)
  await using leaked = await openWitness(
    internet.namespace,
    `ip saddr != ${oslo.address} ip daddr { ${net}, ${PRIVATE_HOST} }`,
  )
  assert.ok(await phone.reaches(HOSTS[7]!, ECHO_PORT))
  assert.equal(await through.packets(), 0)
  assert.ok(await phone.reaches(net, ECHO_PORT))
  assert.ok(await phone.reaches(PRIVATE_HOST, ECHO_PORT))
  assert.ok((await through.packets()) > 0)
  await router.api('/vpn/tunnels/oslo', { Enabled: false })
  await router.api('/vpn/tunnels/bergen', { Enabled: false })
  assert.ok(!(await phone.reaches(net, ECHO_PORT)))
  assert.ok(!(await phone.reaches(PRIVATE_HOST, ECHO_PORT)))
  assert.ok(await phone.reaches(HOSTS[7]!, ECHO_PORT))
  assert.equal(await leaked.packets(), 0)
})

story('packets to the addresses of listed domains leave through the tunnel, from the first one on', async () => {
  const { phone } = home
  await router.api('/vpn/tunnels/oslo', { Enabled: true })
  await untilState('oslo', 'up')
  const [inside, below, outside] = HOSTS.slice(8, 11) as [string, string, string]
  await internet.names.lead('shop.test', inside)
  await internet.names.lead('pay.shop.test', below)
  await internet.names.lead('workshop.test', outside)
  await router.api('/vpn/exits/family', { Networks: [], Domains: ['shop.test'] })
  const host = (address: string, at: TunnelProvider): Promise<Witness> =>
    openWitness(internet.namespace, `ip saddr ${at.address} ip daddr ${address} tcp flags syn`)
  await using first = await host(inside, oslo)
  await using second = await host(below, oslo)
  await using third = await host(outside, oslo)
  await using leaked = await openWitness(
    internet.namespace,
    `ip saddr != ${oslo.address} ip daddr { ${inside}, ${below} }`,
  )
  for (const name of ['shop.test', 'pay.shop.test', 'workshop.test']) {
    const [address = ''] = await phone.resolves(name)
    assert.ok(await phone.reaches(address, ECHO_PORT), name)
  }
  assert.deepEqual([await first.packets(), await second.packets(), await third.packets()], [1, 1, 0])
  await oslo.fail()
  assert.ok(!(await phone.reaches(below, ECHO_PORT)))
  assert.equal(await leaked.packets(), 0)
  await oslo.recover()
})

story('without the exit the uplink is used again, and the router is as it was', async () => {
  await router.api('/vpn/exits/family', undefined, 'DELETE')
  assert.ok(await home.phone.reaches(HOSTS[6]!, ECHO_PORT))
  await router.api('/vpn/tunnels/oslo', undefined, 'DELETE')
  await router.api('/vpn/tunnels/bergen', undefined, 'DELETE')
  assert.deepEqual(await router.api('/drift'), [])
  assert.doesNotMatch(await router.namespace.run(['ip', 'link']), /wg\d/)
  assert.doesNotMatch(await router.namespace.run(['ip', 'rule']), /15\d/)
})
