import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import type { TunnelEntry } from '../../../router/model/vpn/tunnels/contract.ts'
import { ECHO_PORT, FOREIGN_RESOLVER, HOSTS } from '../../guests/addresses.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import { openTunnels, seenBy, servers } from './tunnels.fixture.ts'

const { story, home, markFile, oslo, untilState, gather, leaks, tries } = await openTunnels()
const { router, internet } = home

story('a provider’s file makes a tunnel that connects; nothing uses it yet', async () => {
  await gather()
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
  const { Ignored } = (await router.api('/vpn/tunnels/oslo', { Config: oslo.file })) as unknown as {
    Ignored: { Setting: string }[]
  }
  assert.deepEqual(Ignored.map(({ Setting }) => Setting).sort(), ['Address', 'AllowedIPs', 'PostUp', 'Table'])
  await untilState('oslo', 'up')
  assert.ok(!existsSync(markFile))
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

story('nothing leaves while the tunnel does not answer, nor when its link is gone', async () => {
  const { phone, laptop } = home
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await using leaked = await leaks()
  const queries = await internet.names.queries()
  await oslo.fail()
  await untilState('oslo', 'down')
  assert.ok(await open.stalls())
  assert.deepEqual((await tries()).passed, [])
  const explained = async () => {
    const from = (await phone.address()) ?? ''
    const path = `/explain?from=${from}&to=${HOSTS[3]}&proto=tcp&port=80`
    return (await router.api(path)) as { Passes: boolean; Text: string }
  }
  const lost = await explained()
  assert.deepEqual([lost.Passes, /the tunnel oslo, .* is not connected/.test(lost.Text)], [false, true], lost.Text)
  // Another program deletes the link: the packets would find the route of the uplink.
  await router.stopDaemon()
  await router.namespace.run(['ip', 'link', 'delete', 'wg1'])
  assert.deepEqual((await tries()).passed, [])
  assert.ok(await open.stalls())
  router.resumeDaemon()
  await router.api('/vpn/tunnels/oslo', { Enabled: false })
  assert.deepEqual((await tries()).passed, [])
  const { Passes, Text } = await explained()
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

story('without the exit, the uplink is used again', async () => {
  await router.api('/vpn/exits/family', undefined, 'DELETE')
  await using leaked = await leaks()
  assert.ok(await home.phone.reaches(HOSTS[6]!, ECHO_PORT))
  assert.ok((await leaked.packets()) > 0)
})

story(
  'a rule with a tunnel sends the traffic of its devices through it, and closes connections by the uplink',
  async () => {
    const { phone, laptop } = home
    await using plain = await phone.stream(HOSTS[1]!, ECHO_PORT)
    const rule = { Name: 'Abroad', When: { Tags: ['abroad'] }, Do: { Kind: 'tunnel', Tunnel: 'oslo' } }
    const { Id } = (await router.api('/plugins/pfw/rules', rule)) as { Id: string }
    await until('a closed connection', () => plain.stalls(500))
    await using through = await seenBy(oslo, `ip daddr ${HOSTS[0]}`)
    await using leaked = await leaks()
    assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
    assert.ok((await through.packets()) > 0)
    assert.deepEqual(await phone.resolves('whoami.test'), [FOREIGN_RESOLVER])
    assert.equal(await leaked.packets(), 0)
    assert.ok(await laptop.reaches(HOSTS[0]!, ECHO_PORT))
    assert.ok((await leaked.packets()) > 0, 'other devices use the uplink')
    const used = await router.ask({ method: 'DELETE', path: '/vpn/tunnels/oslo' })
    assert.equal(used.status, 409)
    await router.api(`/plugins/pfw/rules/${Id}`, undefined, 'DELETE')
  },
)

story('without tunnels, the router is as it was', async () => {
  await router.api('/vpn/tunnels/oslo', undefined, 'DELETE')
  assert.deepEqual(await router.api('/drift'), [])
  assert.doesNotMatch(await router.namespace.run(['ip', 'link']), /wg\d/)
  assert.doesNotMatch(await router.namespace.run(['ip', 'rule']), /15\d/)
})
