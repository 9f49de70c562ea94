import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceTexts } from '../../../texts/home/devices/device.ts'
import { nameFault } from './nameFault.ts'

test('an empty name and control characters are rejected', () => {
  const faults = ['Mum’s phone', '  ', 'a\nb'].map(nameFault)
  assert.deepEqual(faults, [undefined, deviceTexts.nameEmpty, deviceTexts.nameControl])
})
