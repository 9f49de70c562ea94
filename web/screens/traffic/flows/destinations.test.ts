import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DestinationTraffic } from '../../../../router/model/traffic/flows/destinations.ts'
import { destinationGroupsOf, type Grouping } from './destinations.ts'

const to = (
  IP: string,
  Domain: string,
  ASN: number,
  Country: string,
  bytes: number,
  minute = 0,
): DestinationTraffic => ({
  IP,
  Domain,
  ASN,
  ASNName: ASN === 0 ? '' : `Network ${ASN}`,
  Country,
  BytesIn: bytes,
  BytesOut: 1,
  LastSeen: `2024-03-01T10:0${minute}:00.000Z`,
})

const DESTINATIONS = [
  to('203.0.113.80', 'www.example.org', 64500, 'DE', 500, 1),
  to('203.0.113.81', 'www.example.org', 64500, 'DE', 700, 3),
  to('198.51.100.7', '', 64501, 'US', 300),
  to('192.0.2.1', '', 0, '', 100),
  to('192.168.2.10', '', 0, '', 50),
]
const sums = (grouping: Grouping) =>
  destinationGroupsOf(DESTINATIONS, grouping, new Map([['192.168.2.10', 'printer']]), 'en').map(
    ({ name, code, down }) => [name, code, down],
  )

test('addresses of one name are merged, and one without a name is shown as the address', () => {
  assert.deepEqual(sums('name'), [
    ['www.example.org', '', 1200],
    ['198.51.100.7', '', 300],
    ['192.0.2.1', '', 100],
    ['printer', '192.168.2.10', 50],
  ])
})

test('networks are shown with name and number, and addresses at home are listed separately', () => {
  assert.deepEqual(sums('network'), [
    ['Network 64500', 'AS64500', 1200],
    ['Network 64501', 'AS64501', 300],
    ['Unknown network', '', 100],
    ['At home', '', 50],
  ])
})

test('countries are shown by name, with the time of the last traffic', () => {
  assert.deepEqual(
    sums('country').map(([name]) => name),
    ['Germany', 'United States', 'Unknown country', 'At home'],
  )
  const [germany] = destinationGroupsOf(DESTINATIONS, 'country', new Map())
  assert.deepEqual(germany?.seenAt, new Date('2024-03-01T10:03:00Z'))
})
