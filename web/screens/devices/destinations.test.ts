import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Destination } from '../../../router/features/traffic/destinations.ts'
import { exchangesBy, type Grouping } from './destinations.ts'

const to = (IP: string, BytesIn: number, rest: Partial<Destination> = {}): Destination => ({
  IP,
  Domain: '',
  ASN: 0,
  ASNName: '',
  Country: '',
  BytesIn,
  BytesOut: 1,
  LastSeen: '2026-03-01T08:00:00.000Z',
  ...rest,
})
const destinations = [
  to('1.1.1.1', 10, { Domain: 'one.test', ASN: 13335, ASNName: 'Cloudflare', Country: 'AU' }),
  to('1.0.0.1', 20, { ASN: 13335, ASNName: 'Cloudflare', Country: 'US', LastSeen: '2026-03-01T09:00:00.000Z' }),
  to('8.8.8.8', 25, { ASN: 15169, ASNName: 'Google', Country: 'US' }),
  to('192.168.2.10', 5),
  to('10.77.0.1', 4),
]
const names = {
  deviceAt: (ip: string) => (ip === '192.168.2.10' ? 'printer' : undefined),
  home: 'At home',
  unknown: 'Unknown',
  country: (code: string) => ({ AU: 'Australia', US: 'United States' })[code] ?? code,
}
const told = (grouping: Grouping): string[] =>
  exchangesBy(grouping, destinations, names).map(({ name, detail, received }) => [name, detail, received].join('|'))

test('places go by their name, with the address beside it', () => {
  assert.deepEqual(told('address'), [
    '8.8.8.8||25',
    '1.0.0.1||20',
    'one.test|1.1.1.1|10',
    'printer|192.168.2.10|5',
    '10.77.0.1||4',
  ])
})

test('networks and countries are sums, and the home is a place of its own', () => {
  assert.deepEqual(told('network'), ['Cloudflare|AS13335|30', 'Google|AS15169|25', 'At home||5', 'Unknown||4'])
  assert.deepEqual(told('country'), ['United States||45', 'Australia||10', 'At home||5', 'Unknown||4'])
})

test('a sum was last seen when the newest of it was', () => {
  const [cloudflare] = exchangesBy('network', destinations, names)
  assert.equal(cloudflare?.lastSeen, '2026-03-01T09:00:00.000Z')
  assert.equal(cloudflare?.sent, 2)
})
