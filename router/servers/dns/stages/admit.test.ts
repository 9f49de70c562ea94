import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../machine/stepped.fixture.ts'
import { address, openTrial } from '../chain.fixture.ts'

test('addresses of a watched name are admitted before the response is sent', async () => {
  const { ask, clock, watchedNames, reported } = openTrial((name) => ({
    answers: [
      { type: 'CNAME', name, ttl: 300, data: 'edge.example' },
      { type: 'A', name: 'edge.example', ttl: 50, data: '203.0.113.7' },
    ],
  }))
  watchedNames.replace(['api.example'])
  await ask('www.example')
  assert.deepEqual(reported, [])

  let received = 'nothing'
  const answer = ask('API.example').then(({ answers }) => {
    received = answers.at(-1) ?? ''
  })
  await settled()
  assert.deepEqual(reported, [{ number: 1, name: 'api.example', found: { ips: ['203.0.113.7'], ttlSeconds: 50 } }])
  assert.equal(received, 'nothing')
  watchedNames.admitted(1)
  await answer
  assert.equal(received, '203.0.113.7')
  await ask('api.example')
  assert.equal(reported.length, 1, 'the same addresses are not reported again immediately')

  await clock.step(11_000)
  const late = ask('api.example')
  await settled()
  assert.equal(reported.length, 2)
  await clock.step(1_000)
  assert.equal((await late).answers.at(-1), '203.0.113.7', 'nobody waits for ever')
  watchedNames.replace([])
  await ask('api.example')
  assert.equal(reported.length, 2)
})

test('a watched name with a private address gets NXDOMAIN', async () => {
  const { ask, watchedNames, reported } = openTrial(address('192.168.2.9'))
  watchedNames.replace(['api.example'])
  assert.equal((await ask('api.example')).rcode, 'NXDOMAIN')
  assert.deepEqual(reported, [])
})
