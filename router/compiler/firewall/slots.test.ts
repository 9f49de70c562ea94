import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plan } from '../../drivers/driver.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { openCompiler } from '../compile.ts'
import type { Slot } from '../configrules.ts'
import { elementsOf } from './slots.ts'

/** Elements by set and key. */
const textsOf = (slot: Slot) =>
  elementsOf(slot).map(({ map, key, value = [] }): [string, string] => [`${map} ${key}`, value.join()])

const forwards = (...spans: Slot['spans']): Slot => ({
  set: { kind: 'forward', source: 0, samePort: true, ports: 'range' },
  key: ['tcp'],
  spans,
})
const to = (ip: string, first: number, last = first) => ({ rule: ip, ports: { first, last }, target: { ip } })

test('of overlapping forwards, the earlier one has the ports', () => {
  const slot = forwards(to('10.0.0.2', 80, 90), to('10.0.0.6', 100), to('10.0.0.10', 70, 110), to('10.0.0.14', 85, 111))
  assert.deepEqual(
    elementsOf(slot).map(({ key, value }) => `${key.at(-1)} ${value}`),
    ['80-90 10.0.0.2', '100 10.0.0.6', '70-79 10.0.0.10', '91-99 10.0.0.10', '101-110 10.0.0.10', '111 10.0.0.14'],
  )
})

const remarks = { RuleName: '', Disabled: false, Description: '' }
const net = fc.constantFrom('198.51.100.1', '198.51.0.0/16', '0.0.0.0/0')
const ports = fc.oneof(
  fc.constant('any'),
  fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 5 })).map(([at, more]) => `${at}-${at + more}`),
)
const rule = fc.record({ SrcIP: net, ports, DstPort: fc.constantFrom('any', '80'), Disabled: fc.boolean() })

test('incremental changes of rules result in the elements of all rules', async () => {
  const happening = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    table: fc.constantFrom('forwards', 'forwardBlocks'),
    rule: fc.option(rule),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (changes) => {
      const { facts, change } = openMemoryFacts()
      const compiler = openCompiler(facts)
      const elements = new Map<string, string>()
      for (const { key, table, rule } of changes) {
        const entries = await change((draft) => {
          if (!rule) draft[table].remove(key)
          else if (table === 'forwards')
            draft.forwards.put(key, { ...remarks, ...rule, SrcPort: rule.ports, Protocol: 'tcp', DstIP: '192.168.2.6' })
          else
            draft.forwardBlocks.put(key, {
              ...remarks,
              ...rule,
              DstPort: rule.ports,
              Protocol: 'tcp',
              DstIP: '192.0.2.9',
            })
        })
        const { slots } = compiler.update(entries)
        const all = (side: 'before' | 'after') =>
          new Map(slots.flatMap((slot) => (slot[side] ? textsOf(slot[side]) : [])))
        for (const step of plan(all('before'), all('after'))) {
          assert.equal(elements.get(step.key), step.had)
          if (step.value === undefined) elements.delete(step.key)
          else elements.set(step.key, step.value)
        }
        const called = [...compiler.network.slots.values()].flatMap((slot) => textsOf(slot))
        assert.deepEqual([...elements].sort(), called.sort())
      }
    }),
    { numRuns: 500 },
  )
})

test('adding or removing one of many range forwards does not affect the others', async () => {
  const { facts, change } = openMemoryFacts()
  const forward = (port: number) => ({
    ...remarks,
    Protocol: 'tcp' as const,
    SrcIP: '0.0.0.0/0',
    SrcPort: `${port}-${port + 1}`,
    DstIP: '192.168.2.6',
    DstPort: 'any',
  })
  await change((draft) => {
    for (let port = 1000; port < 4000; port += 3) draft.forwards.put(String(port), forward(port))
  })
  const compiler = openCompiler(facts)
  const came = compiler.update(await change((draft) => draft.forwards.put('new', forward(9))))
  assert.deepEqual(
    came.slots.map(({ before, after }) => [before, after?.spans.length]),
    [[undefined, 1]],
  )
  const went = compiler.update(await change((draft) => draft.forwards.remove('new')))
  assert.deepEqual(
    went.slots.map(({ before, after }) => [before?.spans.length, after]),
    [[1, undefined]],
  )
})
