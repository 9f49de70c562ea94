import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { offsetOf, openOwners } from './owners.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const DAY_MS = 24 * 3600_000

function open() {
  const { facts, change } = openMemoryFacts()
  const database = openHistory({ path: ':memory:', clock: openSteppedClock(), onFailure: () => assert.fail() })
  const log = database.keyValueLog('trafficowners')
  const place = (MAC: string, RecentIP: string) =>
    change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP }))
  const remove = (mac: string) => change((draft) => draft.devices.remove(mac))
  return { place, remove, log, start: () => openOwners(log, facts) }
}

test('a device keeps one number across address changes and restarts', async () => {
  const { place, start } = open()
  await place(PHONE, '192.168.2.6')
  await place(TV, '192.168.2.10')
  const owners = start()
  const [phone, tv] = [owners.numberOf('192.168.2.6'), owners.numberOf('192.168.2.10')]
  assert.notEqual(phone, tv)
  await place(PHONE, '10.9.0.6')
  assert.equal(owners.addressOf(phone), '10.9.0.6')
  const again = start()
  assert.equal(again.numberOf('10.9.0.6'), phone)
  assert.equal(again.addressOf(tv), '192.168.2.10')
})

test('an address without a device is its own number, and so are records from before there were numbers', () => {
  const owners = open().start()
  assert.equal(owners.numberOf('192.168.2.60'), ipToNumber('192.168.2.60'))
  assert.equal(owners.addressOf(ipToNumber('192.168.2.60')), '192.168.2.60')
  assert.equal(owners.addressOf(5), undefined)
})

test('a deleted device keeps its last address until another device has it', async () => {
  const { place, remove, start } = open()
  await place(PHONE, '192.168.2.6')
  const owners = start()
  const phone = owners.numberOf('192.168.2.6')
  await remove(PHONE)
  assert.equal(owners.addressOf(phone), '192.168.2.6')
  await place(TV, '192.168.2.6')
  assert.equal(owners.addressOf(phone), undefined)
  assert.notEqual(owners.numberOf('192.168.2.6'), phone)
})

test('countedAt returns the address of the last count, and addressOf the present address', async () => {
  const { place, remove, start } = open()
  await place(PHONE, '192.168.2.6')
  const owners = start()
  const phone = owners.numberOf('192.168.2.6')
  await place(PHONE, '10.9.0.6')
  assert.equal(owners.countedAt(phone), '192.168.2.6')
  assert.equal(owners.addressOf(phone), '10.9.0.6')
  assert.equal(owners.numberOf('10.9.0.6'), phone)
  assert.equal(owners.countedAt(phone), '10.9.0.6')
  assert.equal(owners.countedAt(ipToNumber('192.168.2.60')), '192.168.2.60')
  assert.ok(owners.isDevice(phone))
  await remove(PHONE)
  assert.ok(!owners.isDevice(phone))
})

test('an offset is no owner', async () => {
  const { place, start } = open()
  await place(PHONE, '192.168.2.6')
  const owners = start()
  for (const owner of [owners.numberOf('192.168.2.6'), owners.numberOf('192.168.2.60')]) {
    assert.equal(owners.addressOf(offsetOf(owner)), undefined)
    assert.equal(owners.countedAt(offsetOf(owner)), undefined)
    assert.ok(!owners.isDevice(offsetOf(owner)))
  }
})

test('a device is removed 400 days after it was deleted, unless it was added again', async () => {
  const { place, remove, log, start } = open()
  await place(PHONE, '192.168.2.6')
  await place(TV, '192.168.2.10')
  const owners = start()
  owners.numberOf('192.168.2.6')
  const tv = owners.numberOf('192.168.2.10')
  await remove(PHONE)
  await remove(TV)
  owners.tidy(0)
  await place(TV, '192.168.2.10')
  assert.equal(owners.numberOf('192.168.2.10'), tv)
  owners.tidy(400 * DAY_MS + 1)
  assert.deepEqual([...log.read().keys()], [TV])
})

test('a damaged record costs its device no more than its history', async () => {
  const { place, log, start } = open()
  await place(PHONE, '192.168.2.6')
  log.change(new Map([[PHONE, '{"id":']]))
  assert.equal(start().numberOf('192.168.2.6'), 0)
})
