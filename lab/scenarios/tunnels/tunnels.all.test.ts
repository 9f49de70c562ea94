import assert from 'node:assert/strict'
import { ECHO_PORT, FOREIGN_RESOLVER, HOSTS, PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import type { TunnelProvider } from '../../guests/tunnelprovider.ts'
import { openWitness, type Witness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import { openTunnels, seenBy, servers } from './tunnels.fixture.ts'

const { story, home, oslo, openProvider, untilState, exit, gather, leaks } = await openTunnels()
const { router, internet } = home
const bergen = await openProvider('bergen', 62)

story('all traffic of a group leaves through a tunnel', async () => {
  await gather()
  await router.api('/vpn/tunnels/oslo', { Config: oslo.file })
  await router.api('/vpn/tunnels/bergen', { Config: bergen.file, Enabled: false })
  await untilState('oslo', 'up')
  await router.api('/vpn/exits/family', { Groups: ['family'], Tunnels: ['oslo'] })
})

story('without its own resolvers, the tunnel leads to those of the router, over TLS', async () => {
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
