import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { emptyGroup } from '../../../../router/model/home/groups/group.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { boxesByGroup, boxesByLink, boxesOf, groupsAfterMove } from './boxes.ts'
import { itemsOf } from './clusters.ts'

const entry = (name: string, device: Partial<Device> = {}): ShownDevice => ({
  identity: name,
  name,
  status: 'online',
  device: { ...emptyDevice(), Name: name, MAC: '02:00:00:00:00:01', ...device },
})

const tv = entry('tv', { Groups: ['family', 'cast'], DHCPLastInterface: 'wlan0.4097' })
const phone = entry('phone', { Groups: ['family'], DHCPLastInterface: 'wlan0.4096' })
const printer = entry('printer', { DHCPLastInterface: 'lan0' })
const fresh = entry('fresh')
const worker = entry('worker', { MAC: '', WGPubKey: 'key' })
const away: ShownDevice = { ...entry('away', { WGPubKey: 'other', DHCPLastInterface: 'lan0' }), status: 'elsewhere' }
const home = {
  entries: [tv, phone, printer, fresh, worker],
  groups: [emptyGroup('family'), emptyGroup('cast'), { ...emptyGroup('empty'), Disabled: true }],
  endpoints: [],
  radios: new Set(['wlan0']),
  sites: [],
}
const shown = (boxes: ReturnType<typeof boxesByGroup>): unknown[] =>
  boxes.map(({ id, members }) => [id, ...members.map(({ name }) => name)])

test('each device is in one box: its first group, or the box of devices without a group', () => {
  const boxes = boxesByGroup(home)
  assert.deepEqual(shown(boxes), [
    ['group cast', 'tv'],
    ['group empty'],
    ['group family', 'phone'],
    ['own', 'printer', 'fresh', 'worker'],
  ])
  assert.deepEqual(
    boxes.flatMap(({ name, also }) => also.map((guest) => [name, guest.name])),
    [['family', 'tv']],
  )
  assert.deepEqual(
    boxes.filter(({ isOff }) => isOff).map(({ name }) => name),
    ['empty'],
  )
})

test('a device that is connected through VPN is in the box of the VPN, not in that of its last link', () => {
  assert.deepEqual(shown(boxesByLink({ ...home, entries: [printer, away] })), [
    ['link lan0', 'printer'],
    ['vpn', 'away'],
  ])
})

test('the interfaces of a radio are one box, and devices without a link come last', () => {
  const boxes = boxesByLink(home)
  assert.deepEqual(
    boxes.map(({ kind }) => kind),
    ['cable', 'wifi', 'vpn', 'away'],
  )
  assert.deepEqual(shown(boxes), [
    ['link lan0', 'printer'],
    ['link wlan0', 'tv', 'phone'],
    ['vpn', 'worker'],
    ['away', 'fresh'],
  ])
})

test('a device that is moved leaves its group and joins the one it is dropped on', () => {
  const [cast, empty, family, own] = boxesByGroup(home) as [never, never, never, never]
  assert.deepEqual(groupsAfterMove(tv, cast, family), ['family'])
  assert.deepEqual(groupsAfterMove(tv, cast, empty), ['family', 'empty'])
  assert.deepEqual(groupsAfterMove(printer, own, cast), ['cast'])
  assert.deepEqual(groupsAfterMove(tv, cast, own), [])
  assert.equal(groupsAfterMove(tv, cast, cast), undefined)
})

test('another home has a separate box in both orders, with one card, and no device can be moved there', () => {
  const none = { Devices: [], Groups: [], Tags: [] }
  const cabin = { Name: 'cabin', State: 'down', Users: none, Shared: none, Networks: ['192.168.3.0/24'] } as const
  for (const order of ['group', 'link'] as const) {
    const boxes = boxesOf({ ...home, sites: [cabin] }, order)
    const [first, last] = [boxes[0], boxes.at(-1)]
    assert.ok(first && last)
    assert.deepEqual([last.kind, last.name, last.members], ['site', 'cabin', []])
    assert.deepEqual(itemsOf(last, { isCrowded: false, opened: new Set(), chosen: undefined }), [
      { id: 'site cabin', site: cabin },
    ])
    assert.equal(groupsAfterMove(tv, first, last), undefined)
  }
})

test('no device can be moved to a link', () => {
  const [lan, wlan] = boxesByLink(home) as [never, never]
  assert.equal(groupsAfterMove(printer, lan, wlan), undefined)
})
