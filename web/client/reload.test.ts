import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReload } from './reload.ts'

test('a page with missing files is reloaded once, and once more after a minute', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  let now = Date.UTC(2026, 10, 23)
  let loads = 0
  const reload = openReload({ storage, now: () => now, reload: () => void loads++ })
  reload()
  for (let second = 0; second < 59; second++) {
    now += 1000
    reload()
  }
  assert.equal(loads, 1)
  now += 1000
  reload()
  assert.equal(loads, 2)
  now -= 86_400_000
  reload()
  assert.equal(loads, 3, 'the clock was set back')
})
