import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { TunnelEntry } from '../../../router/model/vpn/tunnels/contract.ts'
import { ECHO_PORT, FOREIGN_RESOLVER, HOSTS } from '../../guests/addresses.ts'
import { openTunnelProvider } from '../../guests/tunnelprovider.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

/** Rules of the programmable firewall with a tunnel. */
const { home, story } = await openStage({
  phone: { Policies: ['wan', 'dns'], DeviceTags: ['abroad'] },
  tv: { Policies: ['wan', 'dns'] },
})
const { router, internet, phone, tv } = home
const oslo = await openTunnelProvider(internet, home.dir, { name: 'oslo', host: 61, dns: FOREIGN_RESOLVER })
after(() => oslo[Symbol.asyncDispose]())

const tunnel = async (): Promise<TunnelEntry> => (await router.api('/vpn/tunnels/oslo')) as unknown as TunnelEntry
const add = async (rule: object): Promise<string> =>
  ((await router.api('/plugins/pfw/rules', rule)) as { Id: string }).Id
/** Packets to a host that leave through the tunnel, and those that leave by the uplink. */
const through = (host: string) => openWitness(oslo.namespace, `iifname wg0 ip daddr ${host}`)
const byUplink = async (host: string) => {
  const [{ address: mac }] = JSON.parse(await router.namespace.run(['ip', '-j', 'link', 'show', 'wan0']))
  return await openWitness(internet.namespace, `iifname provider ether saddr ${mac} ip daddr ${host}`)
}
let whole = ''

story('a rule sends the traffic of a phone through a tunnel', async () => {
  await home.gather()
  await router.uplinkAddress()
  await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await router.api('/vpn/tunnels/oslo', { Config: oslo.file })
  await until('the tunnel', async () => (await tunnel()).State === 'up', 30_000)
  whole = await add({ Name: 'Abroad', When: { Tags: ['abroad'] }, Do: { Kind: 'tunnel', Tunnel: 'oslo' } })
})

story('nothing leaves by the uplink while the tunnel does not work', async () => {
  await using leaked = await byUplink(HOSTS[2]!)
  await oslo.fail()
  assert.ok(!(await phone.reaches(HOSTS[2]!, ECHO_PORT)))
  await oslo.recover()
  await until('the tunnel', () => phone.reaches(HOSTS[2]!, ECHO_PORT))
  assert.equal(await leaked.packets(), 0)
})

story('while a rule with listed networks holds, only these leave through the tunnel', async () => {
  await router.api(`/plugins/pfw/rules/${whole}`, undefined, 'DELETE')
  await using tunneled = await through(HOSTS[3]!)
  await using direct = await byUplink(HOSTS[4]!)
  const id = await add({
    ...{ Name: 'Office', When: { Tags: ['abroad'], Online: [{ Device: tv.mac }] } },
    ...{ To: { Place: 'listed', Networks: [HOSTS[3]] }, Do: { Kind: 'tunnel', Tunnel: 'oslo' } },
  })
  assert.ok(await phone.reaches(HOSTS[3]!, ECHO_PORT))
  assert.ok(await phone.reaches(HOSTS[4]!, ECHO_PORT))
  const [before, uplink] = [await tunneled.packets(), await direct.packets()]
  assert.ok(before > 0 && uplink > 0)
  await tv.leave()
  await until('the end of the rule', async () => {
    const count = await tunneled.packets()
    return (await phone.reaches(HOSTS[3]!, ECHO_PORT)) && (await tunneled.packets()) === count
  })
  await router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE')
})

story('a listed country or domain leaves through the tunnel', async () => {
  const [VIDEO, CDN, OTHER] = [HOSTS[8]!, HOSTS[9]!, HOSTS[10]!]
  await using direct = await byUplink(VIDEO)
  await using leaked = await byUplink(CDN)
  await using tunneled = await through(VIDEO)
  await using others = await byUplink(OTHER)
  const rule = { Name: 'Video', When: { Tags: ['abroad'] }, Do: { Kind: 'tunnel', Tunnel: 'oslo' } }
  const id = await add({ ...rule, To: { Place: 'listed', Domains: ['video.test'] } })
  assert.deepEqual(await phone.resolves('video.test'), [VIDEO])
  assert.deepEqual(await phone.resolves('cdn.video.test'), [CDN])
  for (const host of [VIDEO, CDN, OTHER]) assert.ok(await phone.reaches(host, ECHO_PORT))
  assert.ok((await tunneled.packets()) > 0)
  assert.ok((await others.packets()) > 0)
  assert.deepEqual([await direct.packets(), await leaked.packets()], [0, 0])
  const before = await others.packets()
  await router.api(`/plugins/pfw/rules/${id}`, { ...rule, To: { Place: 'listed', Countries: ['GB'] } })
  assert.ok(await phone.reaches(OTHER, ECHO_PORT))
  assert.equal(await others.packets(), before)
  await router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE')
})
