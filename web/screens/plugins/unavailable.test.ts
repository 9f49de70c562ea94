import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailableWords } from './unavailable.ts'

test('why containers cannot run is shown by its code, with the command or the socket', () => {
  const Obstacle = { Code: 'no_engine', Detail: '/run/docker.sock' } as const
  assert.equal(unavailableWords({ Obstacle }), 'The container engine does not answer at /run/docker.sock.')
  assert.equal(unavailableWords({ Reason: 'Something else.' }), 'Something else.')
})
