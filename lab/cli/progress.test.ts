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

test('a timed start prints each step with the seconds since it began, and what comes later without them', async () => {
  const lines: string[] = []
  const clock = openSteppedClock()
  const progress = openProgress(clock, (line) => lines.push(line), { isTimed: true })
  progress.print('starting the virtual machine')
  await clock.step(19_600)
  progress.print('creating the network namespaces')
  await clock.step(90_000)
  progress.print('starting the router')
  progress[Symbol.dispose]()
  await clock.step(60_000)
  progress.print('the router is running again')
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('still')),
    [
      '  0 s  starting the virtual machine',
      ' 20 s  creating the network namespaces',
      '110 s  starting the router',
      'the router is running again',
    ],
  )
})
