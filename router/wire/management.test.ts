import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeAuthentication } from './management.ts'

const frame = (hex: string) => Buffer.from(hex, 'hex')
/** As hostapd reports it: from the station 02:00:00:00:01:00 to the access point 02:00:00:00:00:00. */
const HEADER = 'b0003a010200000000000200000001000200000000001000'

test('the steps of SAE are distinguished', () => {
  assert.deepEqual(decodeAuthentication(frame(`${HEADER}0300010000001300`)), {
    station: '02:00:00:00:01:00',
    step: 'commit',
    status: 0,
  })
  assert.equal(decodeAuthentication(frame(`${HEADER}03000200000001009b8e`))?.step, 'confirm')
  assert.equal(decodeAuthentication(frame(`${HEADER}030001007e001300`))?.status, 126)
})

test('other and truncated frames are decoded as undefined', () => {
  const open = `${HEADER}000001000000`
  const association = `00${HEADER.slice(2)}030001000000`
  for (const hex of ['', 'b0', HEADER, `${HEADER}0300`, open, association, `${HEADER}030003000000`])
    assert.equal(decodeAuthentication(frame(hex)), undefined)
})
