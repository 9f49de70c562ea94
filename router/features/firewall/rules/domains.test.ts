import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Found } from '../../../model/dns/names/found.ts'
import { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { addressSetText } from '../../../values/addressset.ts'
import { openRuleDomains } from './domains.ts'

async function open() {
  const clock = openSteppedClock()
  const memory = openMemoryFacts()
  const { facts, change } = memory
  let watched: readonly string[] = []
  let found: (name: string, found: Found) => Promise<unknown> = async () => undefined
  const looked: string[] = []
  const domains = openRuleDomains({
    ...{ facts, change, clock },
    watch(names, onFound) {
      watched = names
      found = onFound
    },
    async lookUp(name) {
      looked.push(name)
      return name === 'cached.test' ? { ips: ['81.2.69.9'], ttlSeconds: 60 } : undefined
    },
  })
  memory.watch((entries) => domains.learn(entries))
  return {
    ...{ facts, clock, looked },
    watched: () => watched,
    answer: (name: string, ips: string[], ttlSeconds = 60) => found(name, { ips, ttlSeconds }),
    put: (Id: string, rule: object) =>
      change((draft) =>
        draft.pfwRules.put(Id, { ...RuleInput.parse({ Name: Id, ...rule }), Id, Order: 1, Skips: [], Number: 0 }),
      ),
    kept: (id: string) => addressSetText(facts.pfwHosts.get(id)?.addresses ?? new Uint32Array()),
    [Symbol.dispose]: () => domains[Symbol.dispose](),
  }
}

const block = (...Domains: string[]) => ({ To: { Place: 'listed', Domains }, Do: { Kind: 'block' } })

test('a rule has the addresses of its domains and their subdomains, until they expire', async () => {
  using home = await open()
  await home.put('video', block('video.test'))
  assert.deepEqual(home.watched(), ['.video.test'])
  await home.answer('video.test', ['81.2.69.1'])
  await home.answer('cdn.Video.test', ['81.2.69.2'], 3600)
  await home.answer('myvideo.test', ['81.2.69.3'])
  assert.equal(home.kept('video'), '81.2.69.1-81.2.69.2')
  // A TTL, and ten minutes.
  await home.clock.step(12 * 60_000)
  assert.equal(home.kept('video'), '81.2.69.2')
  await home.clock.step(60 * 60_000)
  assert.equal(home.kept('video'), '')
})

test('the router resolves a domain once when it is saved, for devices with older responses', async () => {
  using home = await open()
  await home.put('video', block('cached.test', 'video.test'))
  await home.clock.step(0)
  assert.equal(home.kept('video'), '81.2.69.9')
  await home.put('video', block('cached.test', 'new.test'))
  assert.deepEqual(home.looked, ['cached.test', 'video.test', 'new.test'])
})

test('addresses of a domain that is listed no more are dropped, and those of other domains are kept', async () => {
  using home = await open()
  await home.put('video', block('a.test', 'b.test'))
  await home.answer('a.test', ['81.2.69.1'])
  await home.answer('b.test', ['81.2.69.2'])
  await home.put('video', block('b.test'))
  assert.equal(home.kept('video'), '81.2.69.2')
  await home.put('video', { ...block('b.test'), Disabled: true })
  assert.deepEqual([home.facts.pfwHosts.size, home.watched()], [0, []])
})

test('a rule has a limited number of addresses: those that were found last', async () => {
  using home = await open()
  await home.put('video', block('video.test'))
  for (let part = 0; part < 4; part++)
    await home.answer(
      'video.test',
      Array.from({ length: 100 }, (_, nth) => `81.2.${part}.${nth}`),
    )
  assert.equal(home.kept('video'), '81.2.1.44-81.2.1.99, 81.2.2.0-81.2.2.99, 81.2.3.0-81.2.3.99')
})

test('a domain with a private address opens no way into the home, and listed networks are not repeated', async () => {
  using home = await open()
  const To = { Place: 'listed', Domains: ['a.test'], Networks: ['81.2.69.0/24'] }
  await home.put('open', { To, Do: { Kind: 'allow' } })
  await home.put('closed', { To, Do: { Kind: 'block' } })
  await home.answer('a.test', ['192.168.2.10', '81.2.69.1', '81.2.70.1'])
  assert.equal(home.kept('open'), '81.2.70.1')
  assert.equal(home.kept('closed'), '81.2.70.1, 192.168.2.10')
})
