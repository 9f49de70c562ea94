import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Found } from '../../../model/dns/names/found.ts'
import type { Exit } from '../../../model/vpn/tunnels/tunnel.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { shareWatch } from '../../dns/names/domains.ts'
import { openExitDomains } from './domains.ts'

const exit = (Name: string, Domains: string[], Traffic: Exit['Traffic'] = 'listed'): Exit => ({
  ...{ Name, Number: 1, Devices: [], Groups: [], Tags: [], Tunnels: ['oslo'], Networks: [] },
  ...{ Traffic, Domains },
})

test('addresses of a domain and its subdomains are kept for a while after the last answer', async () => {
  const clock = openSteppedClock()
  const memory = openMemoryFacts()
  const { facts, change } = memory
  let watched: readonly string[] = []
  let found: (name: string, found: Found) => Promise<unknown> = async () => undefined
  const watchNames = shareWatch((names, onFound) => {
    watched = names
    found = onFound
  })
  const others: string[] = []
  watchNames()(['nas.test'], async (name) => void others.push(name))
  using domains = openExitDomains({ facts, change, clock, watch: watchNames() })
  memory.watch((entries) => domains.learn(entries))
  const put = (one: Exit) => change((draft) => draft.exits.put(one.Name, one))
  const kept = (name: string) => facts.exitAddresses.get(name)?.ips

  await put(exit('shops', ['shop.test']))
  assert.deepEqual(watched, ['nas.test', '.shop.test'])
  await found('pay.shop.test', { ips: ['198.51.100.2'], ttlSeconds: 60 })
  await found('shop.test', { ips: ['198.51.100.1'], ttlSeconds: 60 })
  await found('workshop.test', { ips: ['198.51.100.3'], ttlSeconds: 60 })
  assert.deepEqual(kept('shops'), ['198.51.100.1', '198.51.100.2'])
  assert.deepEqual(others, ['pay.shop.test', 'shop.test', 'workshop.test'])
  await clock.step(600_000)
  await found('shop.test', { ips: ['198.51.100.1'], ttlSeconds: 60 })
  await clock.step(180_000)
  assert.deepEqual(kept('shops'), ['198.51.100.1'])
  await put(exit('shops', ['shop.test'], 'all'))
  assert.deepEqual([kept('shops'), watched], [undefined, ['nas.test']])
})
