import assert from 'node:assert/strict'
import { test } from 'node:test'
import './strict.ts'

test('zod does not test whether code can be made of text', async () => {
  const { config } = await import('zod')
  assert.equal(config().jitless, true)
})
