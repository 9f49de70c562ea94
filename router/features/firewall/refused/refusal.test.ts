import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../../compiler/compile.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { PacketRecord } from '../../../model/firewall/refused/packet.ts'
import { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { emptyDevice, type Policy } from '../../../model/home/devices/device.ts'
import type { Draft } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openRefusals } from './refusal.ts'

const TABLET = '02:00:00:00:00:01'
const [AT, WEB] = ['192.168.2.6', '203.0.113.80']

/** A home with a tablet and the schedule Bedtime until 07:00, which begins and ends when the test says so. */
async function open(Policies: Policy[] = ['wan', 'dns']) {
  const { facts, change } = openMemoryFacts()
  const bedtime = (draft: Draft, holds: boolean): void =>
    draft.pfwStates.put('r1', { id: 'r1', holds, until: holds ? 25_200_000 : undefined, skipped: [] })
  await change((draft) => {
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '81.2.69.100/24', router: '81.2.69.1', routes: [] })
    draft.devices.put(TABLET, { ...emptyDevice(), MAC: TABLET, Name: 'Tablet', RecentIP: AT, Policies })
    draft.leases.put(TABLET, { mac: TABLET, link: 'lan0', ip: AT, hostName: '', expiresAt: 0 })
    const Times = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }]
    const input = RuleInput.parse({ Name: 'Bedtime', When: { Devices: [TABLET], Times }, Do: { Kind: 'block' } })
    draft.pfwRules.put('r1', { ...input, Id: 'r1', Order: 1, Skips: [], Number: 0 } as never)
    bedtime(draft, true)
  })
  let decided = 0
  const clock = openSteppedClock()
  const refusals = openRefusals({
    ...{ facts, clock },
    network() {
      decided += 1
      return compile(facts)
    },
    memberAt: (ip) => [...compile(facts).members.values()].find(({ place }) => place?.ip === ip),
    moment: () => ({ now: 0, zone: 'UTC' }),
  })
  return {
    ...{ refusals, clock },
    set: async (holds: boolean) => {
      await change((draft) => bedtime(draft, holds))
      refusals.learn()
    },
    decisions: () => decided,
  }
}

const record = (Prefix: string, DstPort = 443) =>
  ({ Prefix, IP: { SrcIP: AT, DstIP: WEB }, TCP: { DstPort } }) as unknown as PacketRecord

test('the reason is that of the time of the packet, with the end of the schedule', async () => {
  const { refusals, set } = await open()
  assert.deepEqual(refusals.of(record('drop:pfw ')), {
    Rule: { Id: 'r1', Name: 'Bedtime', Kind: 'schedule' },
    Why: {
      ...{ Kind: 'rule', Name: 'pfwRules r1' },
      Text: `What Tablet sends to ${WEB} is refused: it is blocked by the schedule Bedtime until 07:00.`,
      Coded: {
        Code: 'firewall.verdictRefused',
        Values: [
          ...['Tablet', WEB],
          {
            Code: 'firewall.blockedByRuleUntil',
            Values: [{ Code: 'firewall.causeSchedule', Values: ['Bedtime'] }, '07:00'],
          },
        ],
      },
    },
  })
  await set(false)
  assert.deepEqual(refusals.of(record('drop:pfw ')), {}, 'the rules permit it now: why it was refused is unknown')
})

test('a missing policy is a reason too', async () => {
  const { refusals, set } = await open([])
  await set(false)
  const { Rule, Why } = refusals.of(record('drop:forward '))
  assert.deepEqual([Rule, Why?.Kind], [undefined, 'default'])
  assert.match(Why?.Text ?? '', /^What Tablet sends to .* is refused: it has no policy “Use the internet” \(wan\)/)
})

test('no reason is given that does not belong to the kind of refusal', async () => {
  const { refusals } = await open()
  for (const prefix of ['drop:limit ', 'drop:fragment ', 'drop:mac ', 'drop:forward '])
    assert.deepEqual(refusals.of(record(prefix)), {}, prefix)
})

test('a flood is decided once for each flow and period, and what is kept is bounded', async () => {
  const { refusals, clock, decisions } = await open()
  refusals.of(record('drop:pfw '))
  const each = decisions()
  assert.ok(each > 0)
  for (let packet = 0; packet < 1000; packet++) refusals.of(record('drop:pfw '))
  assert.equal(decisions(), each)
  await clock.step(5000)
  refusals.of(record('drop:pfw '))
  assert.equal(decisions(), 2 * each)
  for (let port = 1; port <= 600; port++) refusals.of(record('drop:pfw ', port))
  const before = decisions()
  refusals.of(record('drop:pfw ', 600))
  assert.equal(decisions(), before)
  refusals.of(record('drop:pfw ', 1))
  assert.ok(decisions() > before, 'the oldest ones are not kept')
})
