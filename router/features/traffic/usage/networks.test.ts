import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipToNumber } from '../../../values/ip.ts'
import { NetworkSums } from './networks.ts'

const DEVICE = 7
const FIRST = 0x0b000000

test('a device that contacts a host in every network does not fill the memory', () => {
  const sums = new NetworkSums()
  const placeOf = (ip: string) => ({ IP: ip, ASN: ipToNumber(ip), ASNName: ip, Country: 'NO' })
  for (let minute = 0; minute < 10; minute++) {
    for (let n = 0; n < 1000; n++) sums.count(DEVICE, FIRST + minute * 1000 + n, 3)
    sums.settle(placeOf)
  }
  sums.count(DEVICE, FIRST, 100)
  sums.settle(placeOf)
  const networks = sums.top().get(DEVICE)!
  assert.ok(networks.length <= 4097, String(networks.length))
  assert.equal(
    networks.reduce((bytes, { up }) => bytes + up, 0),
    30_100,
    'no bytes are lost',
  )
  assert.equal(networks.find(({ name }) => name === '11.0.0.0')?.up, 103, 'those that were first are counted on')
  assert.deepEqual(
    networks.find(({ asn }) => asn === 0),
    { asn: 0, name: '', country: '', down: 0, up: 3 * (10_000 - 4096) },
  )
})
