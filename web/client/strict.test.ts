import assert from 'node:assert/strict'
import { test } from 'node:test'
import './strict.ts'

test('zod is configured not to compile code at run time', async () => {
  const { config } = await import('zod')
  assert.equal(config().jitless, true)
})
