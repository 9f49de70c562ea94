import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frame } from '../../drivers/bench.fixture.ts'
import {
  BYTES_OF_FRAGMENT,
  FRAGMENT_BYTES,
  FRAGMENT_RATES,
  FRAGMENT_SECONDS,
  fragmentSets,
  NEW_PEERS,
} from './fragments.ts'
import { HOOKS } from './hooks.ts'
import type { Rate } from './rule.ts'
import { rulesetOf } from './ruleset.ts'

test('a device and all senders outside that complete no packet leave room in the memory for fragments', () => {
  const bytesOf = ({ perSecond, burst }: Rate): number => (burst + perSecond * FRAGMENT_SECONDS) * BYTES_OF_FRAGMENT
  const { home, peer, peers, strangers } = FRAGMENT_RATES
  assert.ok(bytesOf(home) + bytesOf(peers) + bytesOf(strangers) < FRAGMENT_BYTES)
  assert.ok(bytesOf(peer) * 2 <= bytesOf(peers), 'one peer leaves room for others')
})

test('fragments are limited after their sender was checked, and before the kernel stores them', () => {
  const { chains } = rulesetOf(frame)
  const priority = (chain: string): number => chains.get(chain)?.hook?.priority ?? Number.NaN
  const reassembly = -400
  assert.ok(priority('arrival') < priority('fragments') && priority('fragments') < reassembly)
  assert.equal(priority('fragments'), HOOKS.fragments.priority)
})

test('fragments of each kind of sender are limited: of devices, of other links, and from outside', () => {
  const { chains } = rulesetOf(frame)
  const limits = ['limit_fragments', 'limit_outside_fragments', 'limit_peer_fragments'].map((name) =>
    (chains.get(name)?.rules ?? []).flatMap((rule) =>
      rule.flatMap((one) => (one.kind === 'over rate' || one.kind === 'over total rate' ? [one.rate] : [])),
    ),
  )
  const { home, peer, peers, strangers } = FRAGMENT_RATES
  assert.deepEqual(limits, [[home, home], [strangers], [peer, peers]])
})

test('one device cannot fill the set of peers, from which the larger limit follows', () => {
  const dynamic = new Map(fragmentSets(frame)).get('fragment_peers')?.dynamic
  assert.ok(dynamic?.timeoutSeconds !== undefined)
  const ofDevice = NEW_PEERS.burst + NEW_PEERS.perSecond * dynamic.timeoutSeconds
  assert.ok(ofDevice * 7 < dynamic.size, `${ofDevice} of ${dynamic.size}`)
})
