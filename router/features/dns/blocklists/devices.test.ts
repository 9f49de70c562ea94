import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOfOverride } from '../../../model/dns/blocklists/key.ts'
import type { KeptOverride } from '../../../model/dns/blocklists/override.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { followDevices } from '../../home/devices/follow.ts'
import { forget } from '../../home/devices/forget.ts'

const LAPTOP = '192.168.2.6'
const PHONE = '192.168.2.10'
const MAC = '02:00:00:00:00:01'

async function open() {
  const { facts, change } = openMemoryFacts()
  const override = (ClientIP: string, ResultIP = ''): KeptOverride => ({
    Type: 'permit',
    Domain: 'example.com.',
    ResultIP,
    ResultCNAME: '',
    ClientIP,
    Expiration: 0,
    Tags: [],
    List: 'Default',
  })
  await change((draft) => {
    draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP: LAPTOP })
    for (const one of [override('*', LAPTOP), override(LAPTOP, '2001:db8::1'), override(PHONE)])
      draft.overrides.put(keyOfOverride(one), one)
    draft.pauses.put(LAPTOP, { ClientIP: LAPTOP, Until: 1 })
    draft.pauses.put('*', { ClientIP: '*', Until: 2 })
    draft.set('dnsBlock', {
      ...draft.setting('dnsBlock'),
      QuarantineHostIP: LAPTOP,
      ClientIPExclusions: [LAPTOP, PHONE],
    })
  })
  const listed = () => ({
    overrides: [...facts.overrides.values()].map(({ ClientIP, ResultIP }) => `${ClientIP} ${ResultIP}`.trim()).sort(),
    pauses: [...facts.pauses.values()].map(({ ClientIP, Until }) => `${ClientIP} ${Until}`).sort(),
    excluded: facts.setting('dnsBlock').ClientIPExclusions,
    host: facts.setting('dnsBlock').QuarantineHostIP,
  })
  return { facts, change, listed }
}

test('filter settings of a device follow it to its next address', async () => {
  const { change, listed, facts } = await open()
  await change((draft) => followDevices(draft, new Map([[LAPTOP, '192.168.2.14']])))
  assert.deepEqual(listed(), {
    overrides: ['* 192.168.2.14', '192.168.2.10', '192.168.2.14 2001:db8::1'],
    pauses: ['* 2', '192.168.2.14 1'],
    excluded: ['192.168.2.14', PHONE],
    host: '192.168.2.14',
  })
  for (const [key, override] of facts.overrides) assert.equal(key, keyOfOverride(override))
})

test('a suspended override leads to the next address of the device', async () => {
  const { change, facts } = await open()
  const Suspended = { Type: 'permit', ResultIP: LAPTOP, ResultCNAME: '', Tags: [] } as const
  await change((draft) => {
    const [key, kept] = [...draft.overrides.rows()].find(([, { ClientIP }]) => ClientIP === LAPTOP)!
    draft.overrides.put(key, { ...kept, Expiration: 9, Suspended: { ...Suspended, Tags: [] } })
    followDevices(draft, new Map([[LAPTOP, '192.168.2.14']]))
  })
  const moved = [...facts.overrides.values()].find(({ ClientIP }) => ClientIP === '192.168.2.14')
  assert.equal(moved?.Suspended?.ResultIP, '192.168.2.14')
})

test('two devices that exchange their addresses keep their own filter settings', async () => {
  const { change, listed } = await open()
  const swapped = new Map([
    [LAPTOP, PHONE],
    [PHONE, LAPTOP],
  ])
  await change((draft) => followDevices(draft, swapped))
  assert.deepEqual(listed().overrides, ['* 192.168.2.10', '192.168.2.10 2001:db8::1', '192.168.2.6'])
})

test('filter settings of a deleted device do not apply to the next device with its address', async () => {
  const { change, listed } = await open()
  await change((draft) => void forget(draft, [MAC]))
  assert.deepEqual(listed(), {
    overrides: [`* ${LAPTOP}`, PHONE],
    pauses: ['* 2'],
    excluded: [PHONE],
    host: LAPTOP,
  })
})
