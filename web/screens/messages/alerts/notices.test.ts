import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNotices } from './notices.ts'

test('the first alert is shown immediately, and those after it together', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const shown: (readonly string[])[] = []
  const notices = openNotices<string>({ show: (alerts) => shown.push(alerts), now: Date.now })
  for (const alert of ['a', 'b', 'c']) notices.add(alert)
  assert.deepEqual(shown, [['a']])
  context.mock.timers.tick(3000)
  assert.deepEqual(shown, [['a'], ['b', 'c']])
  context.mock.timers.tick(10_000)
  notices.add('d')
  assert.deepEqual(shown.at(-1), ['d'])
  notices.add('e')
  notices.close()
  context.mock.timers.tick(10_000)
  assert.equal(shown.length, 3)
})
