import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import type { Found } from '../../../model/dns/names/found.ts'
import { Endpoint } from '../../../model/firewall/config/configrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openNameResolution } from './resolution.ts'

const NAME = 'api.example.com'
const MAC = '02:00:00:00:00:01'
const ips = (...last: number[]) => last.map((n) => `203.0.113.${n}`)

async function open(Domain = NAME) {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const asked: string[] = []
  let answer: Found | undefined = { ips: ips(1), ttlSeconds: 60 }
  let names: readonly string[] = []
  let answered: (name: string, found: Found) => Promise<unknown> = async () => undefined
  const following = openNameResolution(
    {
      ...memory,
      async lookUp(name) {
        asked.push(name)
        return answer
      },
    },
    clock,
    (given, onAnswer) => {
      names = given
      answered = onAnswer
    },
  )
  memory.watch(following.learn)
  const endpoint = (given: object = {}) =>
    memory.change((draft) =>
      draft.endpoints.put(
        'e',
        Endpoint.parse({ RuleName: 'e', Protocol: 'tcp', Port: '443', Domain, Tags: ['x'], ...given }),
      ),
    )
  await endpoint()
  await settled()
  return {
    ...memory,
    clock,
    asked,
    endpoint,
    answer: (...found: [ips: string[], ttlSeconds: number]) => answered(NAME, { ips: found[0], ttlSeconds: found[1] }),
    says(given: string[] | 'nothing', ttlSeconds = 60) {
      answer = given === 'nothing' ? undefined : { ips: given, ttlSeconds }
    },
    names: () => names,
    now: (name = Domain) => memory.facts.resolvedNames.get(name)?.ips,
  }
}

test('the domain of an endpoint is resolved while the endpoint exists and is enabled', async () => {
  const { now, names, endpoint, change } = await open()
  assert.deepEqual(now(), ips(1))
  assert.deepEqual(names(), [NAME])
  await endpoint({ Disabled: true })
  await settled()
  assert.equal(now(), undefined)
  assert.deepEqual(names(), [])
  await endpoint()
  await settled()
  assert.deepEqual(now(), ips(1))
  await change((draft) => draft.endpoints.remove('e'))
  await settled()
  assert.equal(now(), undefined)
})

test('a domain is resolved again after its TTL, but after at least 30 and at most 600 seconds', async () => {
  for (const [ttl, seconds] of [
    [60, 60],
    [0, 30],
    [86_400, 600],
  ] as const) {
    const { asked, clock, says } = await open()
    says(ips(1), ttl)
    await clock.step(60_000)
    const before = asked.length
    await clock.step(seconds * 1000 - 1)
    assert.equal(asked.length, before, `${ttl}`)
    await clock.step(1)
    assert.equal(asked.length, before + 1, `${ttl}`)
  }
})

test('an address that is no longer resolved is kept for a while, and then removed', async () => {
  const { now, says, clock } = await open()
  says(ips(2))
  await clock.step(60_000)
  assert.deepEqual(now(), ips(1, 2))
  await clock.step(10 * 60_000)
  assert.deepEqual(now(), ips(2))
})

test('addresses are kept while no resolver responds, and removed when the name no longer exists', async () => {
  const { now, says, clock } = await open()
  says('nothing')
  await clock.step(24 * 3600_000)
  assert.deepEqual(now(), ips(1))
  says([])
  await clock.step(60_000)
  assert.deepEqual(now(), [], 'until somebody says that there is no such name')
})

test('an address is permitted before the response is sent to the device', async () => {
  const { now, answer } = await open()
  const taken = answer(ips(9), 5)
  await taken
  assert.deepEqual(now(), ips(1, 9))
})

test('of very many addresses the latest 32 are kept', async () => {
  const { now, answer } = await open()
  for (let n = 10; n < 60; n++) await answer(ips(n), 60)
  assert.equal(now()?.length, 32)
  assert.ok(now()?.includes('203.0.113.59'))
  assert.ok(!now()?.includes('203.0.113.10'))
})

test('a local name resolves to the configured address immediately, without an upstream query', async () => {
  const { now, asked, change } = await open('printer.lan')
  assert.deepEqual(now(), [])
  const device = { ...emptyDevice(), MAC, Name: 'Printer', RecentIP: '192.168.2.6' }
  await change((draft) => draft.devices.put(MAC, device))
  await settled()
  assert.deepEqual(now(), ['192.168.2.6'])
  await change((draft) => draft.devices.put(MAC, { ...device, RecentIP: '192.168.2.10' }))
  await settled()
  assert.deepEqual(now(), ['192.168.2.10'])
  await change((draft) => draft.hostnames.put('printer.lan', { Hostname: 'printer.lan', IPAddress: '192.168.2.14' }))
  await settled()
  assert.deepEqual(now(), ['192.168.2.14'])
  assert.deepEqual(asked, [])
})

test('a local entry for a public name overrides it until the entry is deleted', async () => {
  const { now, change, answer } = await open()
  await change((draft) => draft.hostnames.put(NAME, { Hostname: NAME, IPAddress: '192.168.2.6' }))
  await settled()
  assert.deepEqual(now(), ['192.168.2.6'])
  await answer(ips(5), 60)
  assert.deepEqual(now(), ['192.168.2.6'])
  await change((draft) => draft.hostnames.remove(NAME))
  await settled()
  assert.deepEqual(now(), ips(1))
})

test('addresses that could not be saved are saved later', async () => {
  const { now, says, clock, refuseWith } = await open()
  refuseWith(new Error('not now'))
  says(ips(2))
  await clock.step(60_000)
  assert.deepEqual(now(), ips(1))
  refuseWith(undefined)
  await clock.step(60_000)
  assert.deepEqual(now(), ips(1, 2))
})
