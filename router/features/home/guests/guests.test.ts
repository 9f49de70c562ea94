import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { GuestNetworkRequest, type GuestNetworkState } from '../../../model/home/guests/contract.ts'
import type { Caller } from '../../../model/operation.ts'
import { defaultRadioSettings } from '../../../model/wifi/radios/radio.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { systemZone } from '../../../store/timezone.ts'
import { nextChange, openDailyPassphrase } from './daily.ts'
import { guestHandlers } from './handlers.ts'

const DAY_MS = 24 * 3600_000
const caller: Caller = { name: 'owner', kind: 'user', address: '' }
const request = { params: {}, query: {}, caller }

const iwOutput = {
  dev: 'phy#0\n\tInterface wlan0\nphy#1\n\tInterface wlan1\n',
  list: (second: number) =>
    [4, second]
      .map(
        (most, phy) =>
          `Wiphy phy${phy}\n\tvalid interface combinations:\n\t\t * #{ AP } <= ${most}, total <= ${most}\n`,
      )
      .join(''),
}

/** `second`: how many networks the radio wlan1 can run. */
async function open(radios: readonly string[] = ['wlan0', 'wlan1'], second = 4) {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const bus = { publish: (_: string, { msg }: { msg: string }) => assert.fail(msg) } as never
  const daily = openDailyPassphrase({ ...memory, clock, bus })
  memory.watch((entries) => daily.learn(entries))
  await memory.change((draft) => {
    for (const Name of radios)
      draft.radios.put(Name, { Name, MAC: '', Settings: defaultRadioSettings('Home'), Guest: null })
  })
  await settled()
  const handlers = guestHandlers({
    ...memory,
    machine: { run: async ([, word]) => (word === 'dev' ? iwOutput.dev : iwOutput.list(second)) },
    clock,
  })
  const state = () => handlers.network({ ...request, body: undefined }) as GuestNetworkState
  const enable = async (body: object) =>
    (await handlers.enable({ ...request, body: GuestNetworkRequest.parse(body) })) as GuestNetworkState
  const disable = async () => handlers.disable({ ...request, body: undefined })
  return { ...memory, clock, state, enable, disable }
}

test('the network is the same on every radio, with a generated passphrase', async () => {
  const { facts, state, enable, disable } = await open()
  assert.equal(state().Enabled, false)
  const made = await enable({ Ssid: 'Guests' })
  assert.deepEqual(made, state())
  assert.equal(made.Passphrase.length, 16)
  assert.deepEqual(made.Interfaces, ['wlan0', 'wlan1'])
  assert.deepEqual(facts.radios.get('wlan0')?.Guest, facts.radios.get('wlan1')?.Guest)
  await disable()
  assert.equal(state().Enabled, false)
  await assert.rejects(disable, NotFound)
})

test('a chosen passphrase is kept; an invalid one, and the name of the home network, are refused', async () => {
  const { state, enable } = await open()
  assert.equal((await enable({ Ssid: 'Guests', Passphrase: 'come on in' })).Passphrase, 'come on in')
  const before = state()
  for (const [body, field] of [
    [{ Ssid: 'Guests', Passphrase: 'short' }, 'Passphrase'],
    [{ Ssid: 'Guests', Passphrase: 'two\nlines of it' }, 'Passphrase'],
    [{ Ssid: 'Home' }, 'Ssid'],
  ] as const)
    await assert.rejects(enable(body), (error) => error instanceof Invalid && error.field === field)
  assert.deepEqual(state(), before)
})

test('a radio that can run no further network is left without it; if none can, the call is refused', async () => {
  assert.deepEqual((await (await open(['wlan0', 'wlan1'], 2)).enable({ Ssid: 'Guests' })).Interfaces, ['wlan0'])
  const { state, enable } = await open(['wlan1'], 2)
  await assert.rejects(enable({ Ssid: 'Guests' }), /can run 2 networks at the same time, and 3 are needed/)
  assert.equal(state().Enabled, false)
})

test('without a radio there is no guest network', async () => {
  const { enable } = await open([])
  await assert.rejects(enable({ Ssid: 'Guests' }), Invalid)
})

test('a daily passphrase is replaced at its time, on all radios; another one stays', async () => {
  const { facts, clock, state, enable } = await open()
  await enable({ Ssid: 'Guests', Passphrase: 'come on in' })
  await clock.step(2 * DAY_MS)
  assert.equal(state().Passphrase, 'come on in')
  const first = await enable({ Ssid: 'Guests', Daily: true })
  assert.equal(first.ValidUntil * 1000, nextChange({ now: clock.now(), zone: systemZone() }))
  await clock.step(first.ValidUntil * 1000 - clock.now() - 1000)
  assert.equal(state().Passphrase, first.Passphrase)
  await clock.step(1000)
  const second = state()
  assert.notEqual(second.Passphrase, first.Passphrase)
  assert.ok(second.ValidUntil > first.ValidUntil)
  assert.deepEqual(facts.radios.get('wlan0')?.Guest, facts.radios.get('wlan1')?.Guest)
})

test('the next change is at four in the morning', () => {
  const zone = 'Asia/Tokyo'
  const at = (day: number, hour: number): number =>
    Temporal.ZonedDateTime.from({ timeZone: zone, year: 2026, month: 1, day, hour }).epochMilliseconds
  const next = (now: number) => nextChange({ now, zone })
  assert.equal(next(at(1, 0)), at(1, 4))
  assert.equal(next(at(1, 4)), at(2, 4))
  assert.equal(next(at(1, 23)), at(2, 4))
})
