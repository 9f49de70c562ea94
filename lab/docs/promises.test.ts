import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../process/place.ts'
import { PROMISES, renderPromises } from './promises.ts'

test('the list of promises has every test', () => {
  assert.equal(readFileSync(join(ROOT, PROMISES), 'utf8'), renderPromises(), 'npm run promises writes it anew')
})
