import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import type { DeviceStatus, ShownDevice } from '../devices/entry.ts'
import { nameless, ownComputer } from './computer.ts'

const entry = (identity: string, Name: string, RecentIP: string, status: DeviceStatus = 'online'): ShownDevice => ({
  identity,
  name: Name || 'Unnamed device',
  status,
  device: { ...emptyDevice(), MAC: identity, Name, RecentIP },
})
const desk = entry('02:00:00:00:00:01', '', '192.168.2.6')
const other = entry('02:00:00:00:00:02', '', '192.168.2.10')
const tv = entry('02:00:00:00:00:03', 'tv', '192.168.2.14')

const ROUTER = '192.168.2.1'
const session = (Address: string, Current = true) => ({ Address, Current })

test('this computer is the device with the address of the session', () => {
  const sessions = [session('192.168.2.10', false), session('192.168.2.6')]
  for (const host of [ROUTER, 'spr.local', 'spr.lan', 'spr'])
    assert.equal(ownComputer([other, desk, tv], sessions, host), desk, host)
  assert.equal(ownComputer([tv], sessions, ROUTER), undefined)
  assert.equal(ownComputer([desk], [], ROUTER), undefined)
})

test('on the console of the router, this computer is none of the devices', () => {
  assert.equal(ownComputer([other, desk], [session('127.0.0.1')], '127.0.0.1'), undefined)
  assert.equal(ownComputer([other, desk], [session('192.168.2.10', false)], ROUTER), undefined)
})

test('through a proxy, it is not the machine with the proxy', () => {
  for (const host of ['router.example.org', 'localhost', '127.0.0.1', '192.168.2.14'])
    assert.equal(ownComputer([other, desk, tv], [session('192.168.2.10')], host), undefined, host)
})

test('only online devices without a name are listed, and this computer', () => {
  const offline = entry('02:00:00:00:00:04', '', '192.168.2.18', 'offline')
  assert.deepEqual(nameless([desk, tv, offline]), [desk])
  assert.deepEqual(nameless([desk, tv, offline], offline), [desk, offline])
  assert.deepEqual(nameless([tv], tv), [])
})
