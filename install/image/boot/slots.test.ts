import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BootChoice } from '../choice.ts'
import { answerRauc, bootedSlot } from './slots.ts'

/** The answer to a command of RAUC, and what the choice is afterwards. */
function ask(words: string, before: BootChoice): readonly [string, BootChoice] {
  let choice = before
  const answer = answerRauc(words.split(' '), before, (next) => {
    choice = next
  })
  return [answer, choice]
}

test('RAUC installs a bundle in the other slot, and starts it once', () => {
  const installed = ['set-state B bad', 'set-primary B'].reduce((choice, words) => ask(words, choice)[1], {
    good: 'A',
  } as BootChoice)
  assert.deepEqual(installed, { good: 'A', trial: 'B' })
  assert.deepEqual(ask('get-primary', installed), ['B', installed])
  assert.deepEqual(ask('get-state A', installed), ['good', installed])
  assert.deepEqual(ask('set-state B good', installed)[1], { good: 'B' })
})

test('the only good slot stays good', () => {
  assert.deepEqual(ask('set-state A bad', { good: 'A' })[1], { good: 'A' })
})

test('unknown commands and slots are refused', () => {
  for (const words of ['get-state C', 'set-primary', 'remove A']) assert.throws(() => ask(words, { good: 'A' }), words)
})

test('the slot that runs is in the command line of the kernel', () => {
  assert.equal(bootedSlot('BOOT_IMAGE=/vmlinuz root=PARTLABEL=sallyport-b rauc.slot=B panic=30'), 'B')
  assert.equal(bootedSlot('BOOT_IMAGE=/vmlinuz'), undefined)
})
