import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceWords } from './choiceWords.ts'

const Considered = [
  { Channel: 1, Load: 4, Networks: 1 },
  { Channel: 6, Load: 12, Networks: 3 },
]
const choice = (Channel: number, considered = Considered) => ({
  ...{ Channel, Width: 20, Time: 0, Reason: '', Considered: considered },
})

test('the automatic choice is described by its figures', () => {
  assert.equal(choiceWords(choice(1)), 'Channel 1 is the least used of 2: 1 other network on it.')
  assert.match(choiceWords(choice(6)), /^Channel 6 is little used, .* of 2: 3 other networks on it\.$/)
  assert.match(choiceWords(choice(1, [{ Channel: 1, Load: 0, Networks: 0 }])), /of 1: no other network on it/)
})
