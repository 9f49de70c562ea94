import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { HOSTS } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'
import { ADDRESS, openCloud, PORT } from './vpn-only.fixture.ts'

const { openInstance, openPorts, setUp, router, road, file, connect } = await openCloud()

const keyOf = async (): Promise<string> => (await router.namespace.run(['wg', 'show', 'wg0', 'public-key'])).trim()

test('a router that is not set up is closed to the internet', { timeout: 120_000 }, async () => {
  const blank = await openInstance('blank', '02:00:5e:00:00:02')
  await blank.start()
  assert.deepEqual(await openPorts(blank), [])
  await blank.daemon.stop()
  await blank.namespace[Symbol.asyncDispose]()
})

test('the set-up needs a place for the file and a reachable address, and runs once', { timeout: 120_000 }, async () => {
  assert.match((await setUp()).stderr, /in a terminal/)
  assert.match((await setUp('--file', file)).stderr, /address of wan0 .* is not reachable/)
  assert.ok(!existsSync(file))
  await router.namespace.ip(`addr add ${ADDRESS}/24 dev wan0`)
  const { code, stderr } = await setUp('--file', file)
  assert.equal(code, 0, stderr)
  assert.deepEqual((await setUp()).stdout, '', 'once')
  await router.namespace.ip(`addr del ${ADDRESS}/24 dev wan0`)
  await router.start()
  await connect()
})

test('keys, the tunnel and open connections survive a restart, and a reboot', { timeout: 120_000 }, async () => {
  const key = await keyOf()
  {
    await using stream = await road.stream(HOSTS[0]!, 7)
    await router.kill()
    await router.start()
    assert.ok(await stream.flows())
  }
  await router.daemon.stop()
  await router.namespace.ip('link delete wg0')
  await router.namespace.run(['nft', 'flush', 'ruleset'])
  await router.start()
  assert.equal(await keyOf(), key)
  await until('a new session', () => road.reaches('192.168.2.1', 80), 30_000)
  assert.deepEqual(await openPorts(router), [`udp ${PORT}`])
})
