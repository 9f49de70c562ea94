import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openBus } from '../../events/bus.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { newApp } from './app.ts'

test('a server starts however long one of its parts takes', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  await using app = newApp({ bus: openBus(() => assert.fail()), clock: openSteppedClock() })
  let finish = (): void => assert.fail()
  app.register((_app, _options, done) => {
    finish = done
  })
  const started = app.ready()
  await turn()
  mock.timers.tick(600_000)
  finish()
  await started
})
