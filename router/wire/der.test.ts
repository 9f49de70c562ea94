import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bits, context, derTime, integer, octets, oid, sequence, utf8 } from './der.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('values are encoded as in the standard', () => {
  assert.equal(hex(integer(0)), '020100')
  assert.equal(hex(integer(0, 0, 127)), '02017f')
  assert.equal(hex(integer(128)), '02020080')
  assert.equal(hex(integer(1, 0)), '02020100')
  // X.690 8.19.5 has this one.
  assert.equal(hex(oid('2.999.3')), '0603883703')
  assert.equal(hex(oid('1.2.840.10045.4.3.2')), '06082a8648ce3d040302')
  assert.equal(hex(bits(Uint8Array.of(6), 1)), '03020106')
  assert.equal(hex(sequence(utf8('ß'), context(3, octets(Uint8Array.of(1))))), '30090c02c39fa303040101')
})

test('the length of long contents has several bytes', () => {
  assert.equal(hex(octets(new Uint8Array(127))).slice(0, 4), '047f')
  assert.equal(hex(octets(new Uint8Array(128))).slice(0, 6), '048180')
  assert.equal(hex(octets(new Uint8Array(70_000))).slice(0, 10), '0483011170')
})

test('a year has two digits up to 2049, and four from then on', () => {
  const text = (bytes: Uint8Array) => [bytes[0], Buffer.from(bytes.subarray(2)).toString()]
  assert.deepEqual(text(derTime(Date.UTC(2049, 11, 31, 23, 59, 59, 999))), [0x17, '491231235959Z'])
  assert.deepEqual(text(derTime(Date.UTC(2050, 0, 1))), [0x18, '20500101000000Z'])
})
