import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rule } from '../../../model/firewall/rules/pfwrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { forget } from './forget.ts'

const PHONE = '02:00:00:00:00:01'
const TV = '02:00:00:00:00:02'

test('a deleted device that comes back has none of the permissions of rules that named it', async () => {
  const { facts, change } = openMemoryFacts()
  const rule = (Id: string, Kind: string, When: object, Do: object = {}) =>
    Rule.parse({ Id, Name: Id, Order: 1, Skips: [], Number: 0, When, Do: { Kind, ...Do } })
  await change((draft) => {
    for (const MAC of [PHONE, TV]) draft.devices.put(MAC, { ...emptyDevice(), MAC, Name: MAC })
    for (const one of [
      rule('only', 'allow', { Devices: [PHONE] }),
      rule('both', 'allow', { Devices: [PHONE, TV] }),
      rule('tagged', 'group', { Devices: [PHONE], Tags: ['kids'] }, { Group: 'family' }),
      rule('bedtime', 'block', { Devices: [PHONE] }),
      rule('apps', 'services', { Devices: [PHONE] }, { Services: ['tiktok'] }),
      rule('search', 'safesearch', { Devices: [PHONE] }),
      rule('everybody', 'allow', {}),
      rule('other', 'allow', { Devices: [TV] }),
    ])
      draft.pfwRules.put(one.Id, one)
    draft.set('trafficLimits', [
      { Device: PHONE, Group: '', Bytes: 1 },
      { Device: TV, Group: '', Bytes: 2 },
    ])
  })
  await change((draft) => void forget(draft, [PHONE]))
  const kept = [...facts.pfwRules.values()].map(({ Id, Disabled, When }) => [Id, Disabled, When.Devices])
  assert.deepEqual(kept, [
    ['only', true, [PHONE]],
    ['both', false, [TV]],
    ['tagged', false, []],
    ['bedtime', false, [PHONE]],
    ['apps', false, [PHONE]],
    ['search', false, [PHONE]],
    ['everybody', false, []],
    ['other', false, [TV]],
  ])
  assert.deepEqual(facts.setting('trafficLimits'), [{ Device: TV, Group: '', Bytes: 2 }])
})
