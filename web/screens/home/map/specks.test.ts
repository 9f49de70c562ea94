import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../router/model/home/devices/device.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { type Speck, specksOf } from './specks.ts'

const speck = (device: Partial<Device>, status: ShownDevice['status'], place: Partial<Speck> = {}): Speck => ({
  entry: { identity: '', name: device.Name ?? 'phone', status, device: { ...emptyDevice(), ...device } },
  look: 'plain',
  isGuest: false,
  x: 0,
  y: 0,
  ...place,
})
const count = (path: string): number => path.split('M').length - 1

test('cards of the same look are drawn as one path', () => {
  const groups = specksOf([
    speck({}, 'online', { x: 12, y: 36 }),
    speck({}, 'online', { x: 204, y: 36 }),
    speck({}, 'offline'),
    speck({}, 'online', { isGuest: true }),
    speck({}, 'online', { look: 'dim' }),
  ])
  assert.deepEqual(
    groups.map(({ look, status, isGuest, plates }) => [look, status, isGuest, count(plates)]),
    [
      ['plain', 'online', false, 2],
      ['plain', 'offline', false, 1],
      ['plain', 'online', true, 1],
      ['dim', 'online', false, 1],
    ],
  )
  assert.match(groups[0]?.plates ?? '', /^M12 36.*M204 36/)
})

test('only online devices have a dot', () => {
  const [online, offline] = specksOf([speck({}, 'online'), speck({}, 'offline')])
  assert.equal(count(online?.dots ?? ''), 1)
  assert.equal(offline?.dots, '')
})

test('each policy of a device has a mark, and a disabled device has none', () => {
  const marksOf = (device: Partial<Device>) => specksOf([speck(device, 'online')])[0]?.marks ?? ''
  const [both, wan, lan] = [
    marksOf({ Policies: ['lan', 'wan'] }),
    marksOf({ Policies: ['wan'] }),
    marksOf({ Policies: ['lan'] }),
  ]
  assert.equal(count(both), 2)
  assert.ok(both.endsWith(wan))
  assert.notEqual(wan, lan)
  assert.equal(marksOf({ Policies: ['wan', 'disabled'] }), '')
})

test('a long name ends where the marks begin', () => {
  const widthOf = (Name: string) =>
    Number(/h([\d.]+)/.exec(specksOf([speck({ Name, Policies: ['wan'] }, 'online')])[0]?.names ?? '')?.[1])
  assert.ok(widthOf('tv') < widthOf('television'))
  assert.equal(widthOf('x'.repeat(40)), widthOf('x'.repeat(80)))
  assert.ok(widthOf('x'.repeat(40)) < 184)
})
