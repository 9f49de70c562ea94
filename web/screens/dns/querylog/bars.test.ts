import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type { QueryBar } from './bars.ts'

/** The bars of so many hours from a moment on, in Berlin. A process has one time zone. */
function barsInBerlin(from: string, count: number): QueryBar[] {
  const program = `
    import { queryBarsOf } from './bars.ts'
    const hours = Array.from({ length: ${count} }, (_, hour) => ({
      Start: new Date(Date.parse('${from}') + hour * 3600_000).toISOString(), TotalQueries: 2, BlockedQueries: 1,
    }))
    console.log(JSON.stringify(queryBarsOf(hours)))`
  const argv = ['--input-type=module', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--eval', program]
  const env = { ...process.env, TZ: 'Europe/Berlin' }
  const { stdout } = spawnSync(process.execPath, argv, { cwd: import.meta.dirname, env, encoding: 'utf8' })
  return JSON.parse(stdout)
}

test('the hour that the clock repeats has two bars, and its day has one', () => {
  const night = barsInBerlin('2026-10-24T22:00:00Z', 6)
  assert.equal(night.length, 6)
  assert.equal(night[2]?.name, night[3]?.name)
  assert.deepEqual(
    barsInBerlin('2026-10-24T22:00:00Z', 25 + 24).map(({ total, blocked }) => [total, blocked]),
    [
      [50, 25],
      [48, 24],
    ],
  )
})
