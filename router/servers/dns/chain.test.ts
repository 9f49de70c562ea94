import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordType } from 'dns-packet'
import { settled } from '../../machine/stepped.fixture.ts'
import { verdictOfLine } from '../../model/dns/querylog/line.ts'
import { numberToIp } from '../../values/ip.ts'
import { address, CAMERA, LAPTOP, openTrial, TABLET } from './chain.fixture.ts'
import { clientItem } from './items.fixture.ts'

/** As dns-packet names the types that it does not have. */
const [SVCB, HTTPS] = ['UNKNOWN_64', 'UNKNOWN_65'] as unknown as readonly [RecordType, RecordType]

test('local names are resolved in both directions and never forwarded', async () => {
  const { ask, asked } = openTrial(() => 'timeout')
  assert.deepEqual(await ask('laptop.lan'), { rcode: 'NOERROR', answers: [LAPTOP], ttl: 60 })
  assert.deepEqual((await ask('LAPTOP')).answers, [LAPTOP])
  assert.deepEqual((await ask('6.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['laptop.lan'])
  assert.equal((await ask('laptop.lan', LAPTOP, 'AAAA')).rcode, 'NOERROR')
  assert.equal((await ask('nobody.lan')).rcode, 'NXDOMAIN')
  assert.equal((await ask('9.9.168.192.in-addr.arpa', LAPTOP, 'PTR')).rcode, 'NXDOMAIN')
  assert.equal((await ask('printer.local')).rcode, 'NXDOMAIN')
  assert.equal((await ask('_dns.resolver.arpa')).rcode, 'NOERROR')
  assert.deepEqual((await ask('localhost')).answers, ['127.0.0.1'])
  assert.deepEqual(asked, [])
})

test('names that the owner gives have priority over device names and upstreams', async () => {
  const { ask, asked, state } = openTrial(address('203.0.113.1'))
  state.set({ kind: 'host', name: 'laptop.lan', ip: '192.168.2.22' })
  state.set({ kind: 'host', name: 'nas.lan', ip: '192.168.2.22' })
  state.set({ kind: 'host', name: 'cloud.example.com', ip: LAPTOP })
  assert.deepEqual((await ask('laptop.lan')).answers, ['192.168.2.22'])
  assert.deepEqual((await ask('Nas')).answers, ['192.168.2.22'])
  assert.deepEqual((await ask('cloud.example.com')).answers, [LAPTOP])
  assert.deepEqual(await ask('cloud.example.com', LAPTOP, 'AAAA'), { rcode: 'NOERROR', answers: [], ttl: undefined })
  assert.deepEqual((await ask('22.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['laptop.lan'])
  assert.deepEqual((await ask('6.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['cloud.example.com'])
  assert.deepEqual(asked, [])
  assert.deepEqual((await ask('www.cloud.example.com')).answers, ['203.0.113.1'], 'it applies only to itself')
  for (const name of ['laptop.lan', 'nas.lan', 'cloud.example.com']) state.remove({ kind: 'host', name, ip: '' })
  assert.deepEqual((await ask('laptop.lan')).answers, [LAPTOP])
  assert.deepEqual((await ask('6.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['laptop.lan'])
  assert.deepEqual((await ask('cloud.example.com')).answers, ['203.0.113.1'])
})

test('a local name has the same answer for every type with and without its domain', async () => {
  const { ask, asked, state } = openTrial(() => 'timeout')
  state.set({ kind: 'host', name: 'grafana.apps.lan', ip: '192.168.2.22' })
  const types = ['A', 'AAAA', HTTPS, SVCB, 'MX', 'TXT', 'SRV', 'NS', 'PTR'] as const
  for (const type of types)
    for (const [name, rcode] of [
      ['laptop', 'NOERROR'],
      ['apps', 'NOERROR'],
      ['grafana.apps', 'NOERROR'],
      ['camera', 'NXDOMAIN'],
      ['other.apps', 'NXDOMAIN'],
      ['x.grafana.apps', 'NXDOMAIN'],
    ] as const)
      for (const spelling of name.includes('.') || (rcode === 'NXDOMAIN' && type === 'NS')
        ? [`${name}.lan`]
        : [`${name}.lan`, name]) {
        const { rcode: got, answers } = await ask(spelling, LAPTOP, type)
        assert.equal(got, rcode, `${spelling} ${type}`)
        assert.equal(
          answers.length,
          type === 'A' && rcode === 'NOERROR' && name !== 'apps' ? 1 : 0,
          `${spelling} ${type}`,
        )
      }
  assert.equal((await ask('lan', LAPTOP, 'MX')).rcode, 'NOERROR')
  assert.deepEqual(asked, [])
  state.remove({ kind: 'host', name: 'grafana.apps.lan', ip: '' })
  assert.equal((await ask('apps.lan')).rcode, 'NXDOMAIN')
})

test('of names without a dot, only what is about top-level domains is forwarded', async () => {
  const { ask, asked } = openTrial(() => 'timeout')
  for (const type of ['A', 'MX', HTTPS] as const) await ask('org', LAPTOP, type)
  assert.deepEqual(asked, [])
  for (const type of ['NS', 'SOA', 'DS', 'DNSKEY'] as const) await ask('org', LAPTOP, type)
  await ask('', LAPTOP, 'NS')
  assert.deepEqual([...new Set(asked)], ['org', '.'])
})

test('public reverse queries and other domains are forwarded', async () => {
  const { ask, asked } = openTrial(() => 'timeout')
  await ask('1.1.1.1.in-addr.arpa', LAPTOP, 'PTR')
  await ask('notlan')
  await ask('my-lan')
  await ask('www.notlan')
  assert.deepEqual(asked, ['1.1.1.1.in-addr.arpa', 'www.notlan'])
})

test('a new device cannot take over the name of another', async () => {
  const { ask, state } = openTrial(() => 'timeout')
  state.set({ kind: 'name', name: 'tv', ip: '192.168.2.18', chosen: false })
  state.set({ kind: 'name', name: 'tv', ip: '192.168.2.22', chosen: false })
  assert.deepEqual((await ask('tv.lan')).answers, ['192.168.2.18'])
  state.set({ kind: 'name', name: 'tv', ip: '192.168.2.26', chosen: true })
  assert.deepEqual((await ask('tv.lan')).answers, ['192.168.2.26'])
  assert.equal((await ask('18.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).rcode, 'NXDOMAIN')
  state.remove({ kind: 'name', name: 'tv', ip: '192.168.2.26', chosen: false })
  state.remove({ kind: 'name', name: 'tv', ip: '192.168.2.18', chosen: false })
  assert.deepEqual((await ask('tv.lan')).answers, ['192.168.2.22'])
})

test('queries of unknown devices are refused, and a device in quarantine gets NXDOMAIN', async () => {
  const { ask, asked, state, counters } = openTrial(address('93.184.216.34'))
  assert.equal((await ask('www.example.org', '192.168.2.99')).rcode, 'REFUSED')
  assert.equal((await ask('www.example.org', CAMERA)).rcode, 'NXDOMAIN')
  assert.equal((await ask('laptop.lan', CAMERA)).rcode, 'NXDOMAIN')
  assert.deepEqual(asked, [])
  state.remove(clientItem(LAPTOP))
  assert.equal((await ask('laptop.lan')).rcode, 'REFUSED')
  assert.equal((await ask('www.example.org', '192.168.2.1')).rcode, 'NOERROR', 'the router itself may ask')
  assert.deepEqual([counters.unknownDevices, counters.quarantined], [2, 2])
})

test('for a client of the setup network, only the name of the router resolves', async () => {
  const { ask, asked, state } = openTrial(address('93.184.216.34'))
  state.set(clientItem('192.168.222.6', { setupHost: '192.168.222.1' }))
  assert.deepEqual((await ask('spr.setup', '192.168.222.6')).answers, ['192.168.222.1'])
  assert.deepEqual((await ask('SPR.Setup', '192.168.222.6')).answers, ['192.168.222.1'])
  for (const name of ['www.example.org', 'laptop.lan', 'a.spr.setup'])
    assert.equal((await ask(name, '192.168.222.6')).rcode, 'NXDOMAIN', name)
  assert.deepEqual(asked, [])
})

test('the family upstreams answer devices of the family group, with a cache of their own', async () => {
  const { ask } = openTrial((name, group) =>
    group === 'family' ? { flags: 3 } : { answers: [{ type: 'A', name, ttl: 100, data: '93.184.216.34' }] },
  )
  assert.equal((await ask('casino.example', TABLET)).rcode, 'NXDOMAIN')
  assert.equal((await ask('casino.example')).rcode, 'NOERROR')
  assert.equal((await ask('casino.example', TABLET)).rcode, 'NXDOMAIN')
})

test('the result of each query is logged, except for unknown devices', async () => {
  const { ask, state, clock, lines } = openTrial((name) =>
    address(name === 'evil.example' ? '10.0.0.1' : '93.184.216.34')(name),
  )
  state.set({ kind: 'private', ip: '192.168.2.10' })
  for (const name of ['www.example.org', 'evil.example', 'laptop.lan']) await ask(name)
  await ask('www.example.org', CAMERA)
  await ask('www.example.org', TABLET)
  await ask('www.example.org', '192.168.2.99')
  await clock.step(200)
  assert.deepEqual(
    lines.map((line) => [numberToIp(line.client), verdictOfLine(line)]),
    [
      [LAPTOP, 'passed'],
      [LAPTOP, 'rebound'],
      [LAPTOP, 'local'],
      [CAMERA, 'quarantined'],
    ],
  )
})

test('one device cannot use all queries in flight', async () => {
  const { ask, counters, groups } = openTrial(() => 'timeout')
  const { upstream } = groups.for({ ip: LAPTOP, mac: '', family: false, quarantine: false, tags: [] })
  const failed = { kind: 'failed', reason: 'too late' } as const
  let release = (): void => {}
  const released = new Promise<typeof failed>((resolve) => (release = () => resolve(failed)))
  Object.assign(upstream, { resolve: () => released })
  const flood = Array.from({ length: 300 }, (_, i) => ask(`${i}.example.org`))
  await settled()
  assert.equal(counters.overloaded, 100)
  release()
  await Promise.all(flood)
  await ask('after.example.org')
  assert.equal(counters.overloaded, 100)
})
