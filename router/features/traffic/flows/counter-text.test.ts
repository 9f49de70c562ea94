import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reading } from '../../../model/traffic/flows/observe.ts'
import { openCounterText } from './counter-text.ts'

const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']
const reading = (packets: number, bytes: number): Reading => ({ packets, bytes, changedAt: 0 })

function open() {
  const names = new Map([
    [PHONE, "Kid's phone"],
    [TV, ''],
  ])
  return { names, write: openCounterText((ip) => names.get(ip) ?? '') }
}

test('rows are written as the contract describes them', () => {
  const { write } = open()
  const readings = new Map([
    [PHONE, reading(2, 300)],
    [TV, reading(1, 60)],
  ])
  assert.deepEqual(JSON.parse(write(readings, 1).text), [
    { IP: PHONE, Domain: 'kids-phone.lan', Packets: 2, Bytes: 300 },
    { IP: TV, Domain: '', Packets: 1, Bytes: 60 },
  ])
})

test('the same text is returned again until a counter, a name or an address changes', () => {
  const { names, write } = open()
  const [phone, tv] = [reading(2, 300), reading(1, 60)]
  const first = write(new Map([[PHONE, phone]]), 1)
  assert.equal(write(new Map([[PHONE, phone]]), 2), first)

  const grown = write(new Map([[PHONE, reading(3, 400)]]), 3)
  assert.match(grown.text, /"Packets":3,"Bytes":400/)
  names.set(PHONE, 'Ada')
  const named = write(new Map([[PHONE, reading(3, 400)]]), 4)
  assert.match(named.text, /"ada.lan"/)
  const both = new Map([
    [PHONE, phone],
    [TV, tv],
  ])
  assert.equal(JSON.parse(write(both, 5).text).length, 2)
  assert.deepEqual(JSON.parse(write(new Map([[TV, tv]]), 6).text).length, 1)
})

test('an address is left out after a day without traffic', () => {
  const { write } = open()
  const readings = new Map([[PHONE, reading(2, 300)]])
  assert.equal(JSON.parse(write(readings, 1).text).length, 1)
  assert.deepEqual(JSON.parse(write(readings, 25 * 3600_000).text), [])
})
