import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import { entriesOf } from '../entry.ts'
import { trafficOf } from './dayTraffic.ts'
import { devicesInOrder } from './order.ts'
import type { Order } from './searchParams.ts'

const device = (fields: Partial<Device>): Device => ({ ...emptyDevice(), ...fields })
const entries = entriesOf(
  {
    b: device({ MAC: 'b', Name: 'tv 10', RecentIP: '192.168.2.10', DHCPLastTime: '2024-03-02 10:00:00' }),
    a: device({ MAC: 'a', Name: 'tv 9', RecentIP: '192.168.2.6', DHCPLastTime: '2024-03-02 11:00:00' }),
    c: device({ MAC: 'c', Name: 'camera' }),
    d: device({ MAC: 'd', Name: 'desk', RecentIP: '10.0.0.2' }),
  },
  [{ MAC: 'd', Flags: '0x6' }],
)
const wan = (WanIn: number, WanOut: number) => ({ LanIn: 100, LanOut: 100, WanIn, WanOut })
const traffic = trafficOf({ Totals: { '192.168.2.10': wan(5, 0), '192.168.2.6': wan(2, 9) } })
const sorted = (order: Order): string =>
  devicesInOrder(entries, order, (ip) => traffic.get(ip))
    .map(({ identity }) => identity)
    .join('')

test('devices are sorted by name, last seen, traffic, address or status, without values last', () => {
  assert.equal(sorted('name'), 'cdab')
  assert.equal(sorted('seen'), 'dabc')
  assert.equal(sorted('traffic'), 'abdc')
  assert.equal(sorted('address'), 'dabc')
  assert.equal(sorted('status'), entries.map(({ identity }) => identity).join(''))
})

test('the traffic of a device is what it exchanged with the internet', () => {
  assert.deepEqual(traffic.get('192.168.2.6'), { received: 2, sent: 9 })
  assert.deepEqual(traffic.get('192.168.2.10'), { received: 5, sent: 0 })
})
