import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decodeChoice,
  encodeChoice,
  INITIAL_CHOICE,
  isUsable,
  nextSlot,
  withGood,
  withNext,
  withoutTrial,
} from './choice.ts'

test('the boot choice is a file of 1024 bytes in the format of GRUB', () => {
  const text = encodeChoice({ good: 'B', trial: 'A' })
  assert.equal(text.length, 1024)
  assert.match(text, /^# GRUB Environment Block\ngood=B\ntrial=A\n#+$/)
  assert.deepEqual(decodeChoice(text), { good: 'B', trial: 'A' })
  assert.deepEqual(decodeChoice(encodeChoice(INITIAL_CHOICE)), { good: 'A' })
})

test('a damaged boot choice is the initial one', () => {
  assert.deepEqual(decodeChoice(''), INITIAL_CHOICE)
  assert.deepEqual(decodeChoice('# GRUB Environment Block\ngood=\0\0'), INITIAL_CHOICE)
})

test('an update is started once, and the last good slot stays good until the new one works', () => {
  const onTrial = withNext({ good: 'A' }, 'B')
  assert.deepEqual(onTrial, { good: 'A', trial: 'B' })
  assert.equal(nextSlot(onTrial), 'B')
  // As GRUB leaves it when it has started the trial.
  const started = decodeChoice(encodeChoice(onTrial).replace('trial=B', 'trial='))
  assert.equal(nextSlot(started), 'A')
  assert.deepEqual(withGood('B'), { good: 'B' })
})

test('the good slot is started without a trial, and cannot be made unusable', () => {
  assert.deepEqual(withNext({ good: 'A', trial: 'B' }, 'A'), { good: 'A' })
  assert.deepEqual(withoutTrial({ good: 'A', trial: 'B' }, 'A'), { good: 'A', trial: 'B' })
  assert.deepEqual(withoutTrial({ good: 'A', trial: 'B' }, 'B'), { good: 'A' })
  assert.ok(isUsable({ good: 'A' }, 'A'))
  assert.ok(!isUsable({ good: 'A' }, 'B'))
})
