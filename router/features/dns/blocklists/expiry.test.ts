import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { keyOfOverride } from '../../../model/dns/blocklists/key.ts'
import type { KeptOverride } from '../../../model/dns/blocklists/override.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openFilterExpiry } from './expiry.ts'

async function open() {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const complaints: string[] = []
  const bus = { publish: (_: string, { msg }: { msg: string }) => void complaints.push(msg) } as never
  const expiry = openFilterExpiry({ ...memory, clock, bus })
  memory.watch(expiry.learn)
  await settled()
  const inSeconds = (seconds: number) => Math.floor(clock.now() / 1000) + seconds
  const override = (Domain: string, Expiration: number, some: Partial<KeptOverride> = {}): Promise<unknown> => {
    const kept: KeptOverride = {
      Type: 'block',
      Domain,
      ResultIP: '',
      ResultCNAME: '',
      ClientIP: '*',
      Expiration,
      Tags: [],
      List: 'Default',
      ...some,
    }
    return memory.change((draft) => draft.overrides.put(keyOfOverride(kept), kept))
  }
  const pause = (ClientIP: string, Until: number): Promise<unknown> =>
    memory.change((draft) => draft.pauses.put(ClientIP, { ClientIP, Until }))
  const left = () =>
    [...memory.facts.overrides.values(), ...memory.facts.pauses.values()].map((one) =>
      'Domain' in one ? one.Domain : one.ClientIP,
    )
  return { ...memory, clock, complaints, inSeconds, override, pause, left, expiry }
}

test('overrides and pauses are deleted when they expire, and no others', async () => {
  const { override, pause, inSeconds, clock, left } = await open()
  await override('never.test.', 0)
  await override('later.test.', inSeconds(3600))
  await override('soon.test.', inSeconds(60))
  await pause('*', inSeconds(300))
  await clock.step(59_000)
  assert.deepEqual(left(), ['never.test.', 'later.test.', 'soon.test.', '*'])
  await clock.step(1_000)
  assert.deepEqual(left(), ['never.test.', 'later.test.', '*'])
  await clock.step(240_000)
  assert.deepEqual(left(), ['never.test.', 'later.test.'])
  await clock.step(3_300_000)
  assert.deepEqual(left(), ['never.test.'])
})

test('the permanent override that a temporary one suspended applies again when it expires', async () => {
  const { override, inSeconds, clock, facts } = await open()
  const Suspended = { Type: 'permit', ResultIP: '192.168.2.9', ResultCNAME: '', Tags: ['child'] } as const
  await override('www.test.', inSeconds(60), { Suspended: { ...Suspended, Tags: [...Suspended.Tags] } })
  await clock.step(60_000)
  const [restored] = facts.overrides.values()
  assert.deepEqual(restored, {
    ...{ Domain: 'www.test.', ClientIP: '*', List: 'Default', Expiration: 0 },
    ...Suspended,
  })
})

test('a pause that was extended stays until its new end', async () => {
  const { pause, inSeconds, clock, left } = await open()
  await pause('*', inSeconds(60))
  await clock.step(30_000)
  await pause('*', inSeconds(60))
  await clock.step(30_000)
  assert.deepEqual(left(), ['*'])
  await clock.step(30_000)
  assert.deepEqual(left(), [])
})

test('a pause that expired while the router was off is deleted at start', async () => {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  await memory.change((draft) => draft.pauses.put('*', { ClientIP: '*', Until: Math.floor(clock.now() / 1000) - 5 }))
  openFilterExpiry({ ...memory, clock, bus: { publish: () => assert.fail() } as never })
  await clock.step(0)
  assert.equal(memory.facts.pauses.size, 0)
})

test('a deletion that fails is reported and retried', async () => {
  const { pause, inSeconds, clock, left, refuseWith, complaints } = await open()
  await pause('*', inSeconds(10))
  refuseWith(new Error('not now'))
  await clock.step(10_000)
  assert.deepEqual(left(), ['*'])
  assert.deepEqual(complaints, ['an override or a pause could not be ended: not now'])
  refuseWith(undefined)
  await clock.step(30_000)
  assert.deepEqual(left(), [])
})
