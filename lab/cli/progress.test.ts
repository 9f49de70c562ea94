import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../router/machine/stepped.fixture.ts'
import { openProgress } from './progress.ts'

test('a start that takes long reports every 20 seconds that it continues, until it is complete', async () => {
  const lines: string[] = []
  const clock = openSteppedClock()
  const progress = openProgress(clock, (line) => lines.push(line))
  await clock.step(15_000)
  progress.print('starting the router')
  await clock.step(45_000)
  assert.deepEqual(lines, [
    'starting the router',
    'still starting (35 s): starting the router',
    'still starting (55 s): starting the router',
  ])
  progress[Symbol.dispose]()
  await clock.step(60_000)
  progress.print('the router is running again')
  await clock.step(60_000)
  assert.deepEqual(lines.slice(3), ['the router is running again'])
})
