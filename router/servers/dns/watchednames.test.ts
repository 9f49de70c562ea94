import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { openWatchedNames } from './watchednames.ts'

test('a name with a dot in front watches the domain and its subdomains', async () => {
  const reported: string[] = []
  const watched = openWatchedNames(openSteppedClock(), ({ number, name }) => {
    reported.push(name)
    watched.admitted(number)
  })
  watched.replace(['nas.test', '.shop.test'])
  assert.deepEqual(
    ['nas.test', 'a.nas.test', 'shop.test', 'pay.shop.test', 'a.b.shop.test', 'workshop.test', 'test'].map(watched.has),
    [true, false, true, true, true, false, false],
  )
  const found = { ips: ['198.51.100.1'], ttlSeconds: 60 }
  for (const name of ['pay.shop.test', 'pay.shop.test', 'workshop.test']) await watched.admit(name, found)
  assert.deepEqual(reported, ['pay.shop.test'])
})
