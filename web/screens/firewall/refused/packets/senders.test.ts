import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import { householdOf } from '../../../messages/events/household.ts'
import { sendersOf } from './senders.ts'

const TV = '02:00:00:00:00:01'
const household = householdOf({ [TV]: { ...emptyDevice(), MAC: TV, Name: 'TV', RecentIP: '192.168.2.6' } })

const dropped = (ip: string, port: number, second: number) => ({
  Topic: 'nft:drop:forward',
  Time: new Date(Date.parse('2026-03-01T08:00:00Z') + second * 1000).toISOString(),
  Event: { IP: { SrcIP: ip, DstIP: '9.9.9.9' }, TCP: { DstPort: port }, SrcDevice: '' },
  Devices: [],
})

test('dropped packets are grouped by sender and destination, the most frequent first', () => {
  const packets = [
    dropped('192.168.2.6', 22, 90_000),
    dropped('198.51.100.7', 23, 50_000),
    dropped('192.168.2.6', 443, 40_000),
    dropped('192.168.2.6', 443, 0),
  ]
  assert.deepEqual(
    sendersOf(packets, household).map(({ key, name, known, count, lines }) => [
      key,
      name,
      known?.identity,
      count,
      lines.map((line) => line.count),
    ]),
    [
      [TV, 'TV', TV, 3, [2, 1]],
      ['198.51.100.7', '198.51.100.7', undefined, 1, [1]],
    ],
  )
})
