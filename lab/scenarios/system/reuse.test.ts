import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RESOLVER, WEB } from '../../guests/addresses.ts'
import type { DeviceSpec } from '../../guests/device.ts'
import { openStream } from '../../guests/stream.ts'
import { type Home, openHome } from '../../home/home.ts'

/** Homes that follow each other on one machine (lab/guests/machine.ts): the second has nothing of the first. */
const HOUSEHOLD = { laptop: { Policies: ['wan', 'dns'] } } satisfies Record<string, DeviceSpec>

const kernelOf = async ({ router: { namespace } }: Home): Promise<string> => {
  const tables = 'nft list tables; ip route show table all; ip rule; hostname; cat /etc/resolv.conf; ls /sys/class/net'
  return (await namespace.outcome(['sh', '-c', `${tables}; sysctl net.ipv4.ip_default_ttl; conntrack -L; ss -Htn`]))
    .stdout
}
const eventsOf = async ({ router }: Home): Promise<string> => JSON.stringify(await router.api('/events?num=500'))

test('the next home has no state of the one before it, and its kernel no rule', async () => {
  const first = await openHome(HOUSEHOLD, { reuses: true })
  const { router, laptop } = first
  await laptop.join()
  assert.ok(await laptop.fetch(WEB))
  await router.api('/groups', { Name: 'remembered' })
  await router.namespace.run(['nft', 'add table inet left'])
  const stream = await openStream(router.namespace, WEB, 7)
  assert.ok(await stream.flows())
  await router.namespace.ip(
    'route add blackhole 203.0.113.0/24 table 77',
    `route add blackhole ${WEB}/32 table 77`,
    'rule add lookup 77',
    'link add left type veth',
  )
  await router.namespace.sysctl('net.ipv4.ip_default_ttl', '7')
  await router.namespace.run(['sh', '-c', `hostname other; echo 'nameserver ${RESOLVER}' > /etc/resolv.conf`])
  router.namespace.start(['sleep', '1000'])
  const { pid } = router.daemon
  await first.close()

  const second = await openHome(HOUSEHOLD, { reuses: true })
  assert.equal(second.router.daemon.pid, pid)
  const kernel = await kernelOf(second)
  for (const left of ['left', '203.0.113', 'lookup 77', 'other', RESOLVER, `${WEB}:7`, 'ttl = 7', laptop.mac])
    assert.ok(!kernel.includes(left), `${left} in ${kernel}`)
  assert.doesNotMatch(JSON.stringify(await second.router.api('/groups')), /remembered/)
  assert.doesNotMatch(await eventsOf(second), /remembered|dhcp:/)
  assert.ok(!JSON.stringify(await second.router.api('/arp')).includes(laptop.mac))
  await second.laptop.join()
  assert.ok(await second.laptop.fetch(WEB))
  await second.close()
})

test('a machine that cannot be put back is not used again', async () => {
  const first = await openHome(HOUSEHOLD, { reuses: true })
  const { pid } = first.router.daemon
  await first.router.namespace.run(['mount', '-t', 'tmpfs', 'left', '/mnt'])
  await first.close()
  const second = await openHome(HOUSEHOLD, { reuses: true })
  assert.notEqual(second.router.daemon.pid, pid)
  await second.router.kill()
  await second.close()
  const third = await openHome(HOUSEHOLD, { reuses: true })
  await third.laptop.join()
  await third.close()
})
