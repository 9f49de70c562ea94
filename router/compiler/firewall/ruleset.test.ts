import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frame } from '../../drivers/bench.fixture.ts'
import { HOOKS } from './hooks.ts'
import { POLICY_ROWS } from './policies.ts'
import type { Expression, Hook } from './rule.ts'
import { rulesetOf } from './ruleset.ts'

/** A frame with two uplinks, groups, tags, networks behind other links, and a rule of every kind. */
const { chains, sets } = rulesetOf({
  ...frame,
  uplinks: [...frame.uplinks, { ...frame.uplinks[0]!, link: 'wan1', mark: 2 }],
  groups: frame.groups.map(({ name }) => ({ name, enabled: true })),
})
const expressions: readonly Expression[] = [...chains.values()].flatMap(({ rules }) => rules.flat())

test('hooks are listed in the order in which a packet meets them, each under the name of its chain', () => {
  const listed = Object.entries(HOOKS)
  const hooks = ['prerouting', 'input', 'forward', 'output', 'postrouting']
  const order = ({ at, priority }: Hook): number => hooks.indexOf(at) * 1000 + priority
  assert.deepEqual(
    listed,
    [...listed].sort(([, a], [, b]) => order(a) - order(b)),
  )
  for (const { name, hook } of chains.values())
    assert.equal(hook, (HOOKS as Readonly<Record<string, Hook>>)[name], name)
})

test('chains with a hook are listed in the order in which a packet meets them, others after the first that calls them', () => {
  const names = [...chains.keys()]
  assert.deepEqual(
    [...chains.values()].flatMap(({ name, hook }) => (hook ? name : [])),
    Object.keys(HOOKS).filter((name) => chains.has(name)),
  )
  for (const [nth, { name, hook }] of [...chains.values()].entries()) {
    const earlier = names.slice(0, nth).flatMap((one) => chains.get(one)?.rules.flat() ?? [])
    const called = earlier.flatMap((one) => (one.kind === 'verdict of' ? (sets.get(one.map)?.verdict ?? []) : one))
    assert.ok(hook || called.some((one) => 'chain' in one && one.chain === name), name)
  }
})

test('rules refer to existing chains, and every chain without a hook is referred to', () => {
  const verdicts = [...sets.values()].flatMap(({ verdict }) => verdict ?? [])
  const targets = new Set([...expressions, ...verdicts].flatMap((one) => ('chain' in one ? [one.chain] : [])))
  const inner = [...chains.values()].filter(({ hook }) => !hook).map(({ name }) => name)
  assert.deepEqual([...targets].sort(), inner.sort())
})

test('rules look up sets that are declared, by keys of the same length, and every set is looked up', () => {
  const seen = new Set<string>()
  for (const one of expressions) {
    const name = 'set' in one ? one.set : 'map' in one ? one.map : undefined
    if (name === undefined) continue
    seen.add(name)
    assert.equal(sets.get(name)?.keys.length, 'key' in one ? one.key.length : 1, name)
  }
  assert.deepEqual(
    [...sets.keys()].filter((name) => !seen.has(name)),
    [],
  )
})

test('packets of open connections are looked up only in sets of a fixed size', () => {
  const isOpen = (one: Expression): boolean =>
    one.kind === 'condition' && (one.condition === 'assured' || one.condition === 'confirmed')
  const rules = [...chains.values()].flatMap(({ name, rules }) =>
    rules.filter(
      (rule) => rule.some(isOpen) || (name === 'arrival' && rule.some(({ kind }) => kind === 'packet mark')),
    ),
  )
  const names = new Set(rules.flat().flatMap((one) => ('set' in one ? one.set : 'map' in one ? one.map : [])))
  assert.deepEqual([...names].sort(), [
    'ethernet_filter',
    'incoming_traffic_lan',
    'incoming_traffic_wan',
    'outgoing_traffic_lan',
    'outgoing_traffic_wan',
  ])
  for (const name of names) assert.ok(sets.get(name)?.size, name)
})

test('segments of connections over a smaller MTU are limited in both directions', () => {
  const uplinks = [...frame.uplinks, { ...frame.uplinks[0]!, link: 'ppp0', mark: 2, ppp: true as const, mtu: 1492 }]
  const rules = rulesetOf({ ...frame, uplinks }).chains.get('forward_in')?.rules ?? []
  const clamps = rules.filter((rule) => rule.some(({ kind }) => kind.startsWith('clamp')))
  assert.deepEqual(clamps, [
    [{ kind: 'clamp segments' }],
    [
      { kind: 'is', field: 'input link', values: ['ppp0'] },
      { kind: 'clamp segments to', bytes: 1452 },
    ],
  ])
  const confirmed = rules.findIndex((rule) => JSON.stringify(rule).includes('"confirmed"'))
  assert.ok(rules.indexOf(clamps[1]!) < confirmed, 'the second packet of a connection reaches it')
})

test('each policy has a set that its rule looks up', () => {
  for (const { set, chain, rule } of POLICY_ROWS) {
    assert.deepEqual(sets.get(set)?.because?.kind, 'policy')
    if (chain && rule)
      assert.ok(
        chains.get(chain)?.rules.some((one) => JSON.stringify(one) === JSON.stringify(rule(frame))),
        set,
      )
  }
})
