import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompiler } from '../../../router/compiler/compile.ts'
import { plan, wantedItems } from '../../../router/drivers/driver.ts'
import { nftDriver } from '../../../router/drivers/nft/driver.ts'
import { groupsOf, tagsOf } from '../../../router/model/home/devices/revise.ts'
import { emptyGroup } from '../../../router/model/home/groups/group.ts'
import type { Draft } from '../../../router/store/facts.ts'
import { openMemoryFacts } from '../../../router/store/memory.fixture.ts'
import { type Chance, chosenSeed, openChance } from '../../probes/chance.ts'
import { openKernel } from '../../process/kernel.ts'

/** Applies facts to the kernel's firewall as the router does, and compares the result. */
async function openFirewall() {
  const bench = await openKernel()
  const { facts, change } = openMemoryFacts()
  const compiler = openCompiler(facts)
  const driver = nftDriver(bench.machine)
  const differences = async () =>
    plan(await driver.read(compiler.network), wantedItems(driver, compiler.network)).map(({ key }) => key)
  await driver.apply(plan(await driver.read(compiler.network), wantedItems(driver, compiler.network)))
  return {
    facts,
    machine: bench.machine,
    differences,
    /** Only affected elements are sent to the kernel. */
    async edit(edit: (draft: Draft) => void) {
      const { frame, slots } = compiler.update(await change(edit))
      const items = (side: 'before' | 'after') =>
        new Map([
          ...(frame ? driver.frame(frame[side]) : []),
          ...slots.flatMap((slot) => [...((slot[side] && driver.slot?.(slot[side])) || [])]),
        ])
      const steps = plan(items('before'), items('after'))
      if (steps.length > 0) await driver.apply(steps)
    },
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  }
}

const remarks = (chance: Chance) => ({ RuleName: '', Description: '', Disabled: chance.happens(0.1) })
const NETS = ['0.0.0.0/0', '10.1.2.3', '10.1.2.3/32', '10.1.2.77/24', '10.0.0.0/8', '128.0.0.0/1', '192.168.2.5/30']
const portsOf = (chance: Chance): string => {
  const first = chance.between(0, 40)
  return chance.one(['any', '', '0-65535', '65535', `${first + 1}`, `${first}-${first + chance.between(1, 20)}`])
}

/** Saves a rule under a random key, or deletes it. */
function disturb(draft: Draft, chance: Chance): void {
  const key = String(chance.between(1, 25))
  const table = chance.one(['forwards', 'blocks', 'forwardBlocks', 'outputBlocks', 'endpoints'] as const)
  if (chance.happens(0.4)) return void draft[table].remove(key)
  const Protocol = chance.one(['tcp', 'udp'] as const)
  const [SrcIP, DstIP] = [chance.one(NETS), chance.one(NETS)]
  if (table === 'forwards') {
    const first = chance.between(1, 60)
    const last = first + chance.between(0, 9)
    const DstPort = chance.one(['any', '80', `${first + 100}-${last + 100}`])
    draft.forwards.put(key, {
      ...remarks(chance),
      Protocol,
      SrcIP,
      SrcPort: `${first}-${last}`,
      DstIP: chance.one(['192.168.2.6', '192.168.2.10']),
      DstPort,
    })
  } else if (table === 'endpoints')
    draft.endpoints.put(key, {
      ...remarks(chance),
      RuleName: key,
      Protocol,
      IP: DstIP,
      Domain: '',
      Port: portsOf(chance),
      Tags: chance.some(['nvr', 'кухня', '台所', 'a.b:c-d e'], 0.6),
    })
  else if (table === 'blocks') draft.blocks.put(key, { ...remarks(chance), Protocol, SrcIP, DstIP })
  else draft[table].put(key, { ...remarks(chance), Protocol, SrcIP, DstIP, DstPort: portsOf(chance) })
}

const seed = chosenSeed()

test(`rules are added and deleted in any order, and the kernel matches: seed ${seed}`, async () => {
  const chance = openChance(seed)
  await using firewall = await openFirewall()
  for (let round = 0; round < 60; round++) {
    await firewall.edit((draft) => {
      for (let count = chance.between(1, 8); count > 0; count--) disturb(draft, chance)
    })
    assert.deepEqual(await firewall.differences(), [], `round ${round}`)
  }
})

test('with two thousand rules, adding or deleting one changes only that one', async () => {
  await using firewall = await openFirewall()
  const block = (n: number) => ({
    RuleName: '',
    Description: '',
    Disabled: false,
    Protocol: 'tcp' as const,
    SrcIP: `10.${n >> 8}.${n & 255}.0/24`,
    DstIP: '0.0.0.0/0',
    DstPort: String((n % 60_000) + 1),
  })
  await firewall.edit((draft) => {
    for (let n = 0; n < 2000; n++) draft.forwardBlocks.put(String(n), block(n))
  })
  assert.deepEqual(await firewall.differences(), [])
  await firewall.edit((draft) => draft.forwardBlocks.put('more', block(5000)))
  await firewall.edit((draft) => draft.forwardBlocks.remove('1000'))
  assert.deepEqual(await firewall.differences(), [])
  assert.equal(firewall.facts.forwardBlocks.size, 2000)
})

test('each group and tag has a distinct name in the kernel', async () => {
  await using firewall = await openFirewall()
  const groups = groupsOf(['kids room', '9 lives', 'a_b', 'a.b', 'a:b', 'a-b', 'x'.repeat(63), '2', 'drop'])
  const tags = tagsOf(['nvr', 'кухня', '台所', 'éclair', 'e\u0301clair', 'a:b', 'a b', '٣'], 'Tags')
  await firewall.edit((draft) => {
    for (const name of groups) draft.groups.put(name, emptyGroup(name))
    draft.endpoints.put('all', {
      RuleName: 'a "name"; flush ruleset }',
      Description: "it's `quoted`",
      Disabled: false,
      Protocol: 'tcp',
      IP: '192.168.2.6',
      Domain: '',
      Port: 'any',
      Tags: tags,
    })
  })
  assert.deepEqual(await firewall.differences(), [])
  await firewall.edit((draft) => {
    for (const name of groups) draft.groups.remove(name)
    draft.endpoints.remove('all')
  })
  assert.deepEqual(await firewall.differences(), [])
})
