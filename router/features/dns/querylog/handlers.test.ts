import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { followDevice } from '../../home/devices/follow.ts'
import { forget } from '../../home/devices/forget.ts'
import { dnsLogHandlers } from './handlers.ts'

const MAC = '02:00:00:00:00:01'

function openTrial() {
  const { facts, change } = openMemoryFacts()
  const handlers = dnsLogHandlers({ facts, change, clock: openSteppedClock() }, {} as never)
  const setPrivacy = (...body: string[]) => handlers.setPrivacy({ body } as never)
  const ignore = (domain: string) => handlers.ignore({ params: { domain } } as never)
  const unignore = (domain: string) => handlers.unignore({ params: { domain } } as never)
  const configure = (body: object) => handlers.configure({ body } as never)
  const config = () => handlers.config({} as never)
  return { facts, change, setPrivacy, ignore, unignore, configure, config }
}

test('the list of private clients is replaced as a whole, and an invalid address is reported', async () => {
  const { setPrivacy, config } = openTrial()
  assert.deepEqual(await setPrivacy('192.168.2.10', ' 192.168.2.6', '192.168.2.10'), ['192.168.2.10', '192.168.2.6'])
  await assert.rejects(setPrivacy('192.168.2.14', '192.168.2.300') as Promise<unknown>, /192\.168\.2\.300/)
  assert.deepEqual(await config(), {
    HostPrivacyIPList: ['192.168.2.10', '192.168.2.6'],
    DomainIgnoreList: [],
    StoreLocalMemory: true,
    RetentionDays: 7,
    MaxMegabytes: 1024,
  })
  assert.deepEqual(await setPrivacy(), [])
})

test('limits that are missing in a call stay as they are', async () => {
  const { configure, config } = openTrial()
  await configure({ StoreLocalMemory: true, RetentionDays: 30 })
  await configure({ StoreLocalMemory: false, MaxMegabytes: 64 })
  assert.partialDeepStrictEqual(await config(), { StoreLocalMemory: false, RetentionDays: 30, MaxMegabytes: 64 })
})

test('an ignored name is one name, with its last dot or without', async () => {
  const { ignore, unignore } = openTrial()
  assert.deepEqual(await ignore('Noise.example.'), ['noise.example.'])
  await assert.rejects(ignore('noise.example') as Promise<unknown>, /already/)
  assert.deepEqual(await ignore('localhost'), ['noise.example.', 'localhost'])
  for (const bad of ['a..b', '.', 'two words', `${'x'.repeat(64)}.example`])
    await assert.rejects(ignore(bad) as Promise<unknown>, /domain: must be a name|must be a name/, bad)
  assert.deepEqual(await unignore('NOISE.example'), ['localhost'])
  await assert.rejects(unignore('noise.example.') as Promise<unknown>, /not in the list/)
})

test('privacy follows a device to its next address, and ends with it', async () => {
  const { facts, change, setPrivacy } = openTrial()
  await change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP: '192.168.2.6' }))
  await setPrivacy('192.168.2.6', '192.168.2.14')
  await change((draft) => {
    draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP: '192.168.2.10' })
    followDevice(draft, '192.168.2.6', '192.168.2.10')
  })
  assert.deepEqual(facts.setting('dnsLog').HostPrivacyIPList, ['192.168.2.10', '192.168.2.14'])
  await change((draft) => void forget(draft, [MAC]))
  assert.deepEqual(facts.setting('dnsLog').HostPrivacyIPList, ['192.168.2.14'])
})
