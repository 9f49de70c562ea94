import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { until } from '../../process/until.ts'
import { ADDRESS, openCloud, PORT } from './vpn-only.fixture.ts'

const { openPorts, setUp, router, internet, road, file, connect } = await openCloud()

test('the set-up makes the first VPN device while the machine stays reachable', { timeout: 120_000 }, async () => {
  await router.namespace.ip(`addr add ${ADDRESS}/24 dev wan0`)
  const ssh = router.namespace.listen(22)
  assert.ok(await until('the service', () => internet.neighbour.connects(ADDRESS, 22)))
  const { code, stdout, stderr } = await setUp('--file', file)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /only UDP port 51280 is open on wan0/)
  assert.match(readFileSync(file, 'utf8'), new RegExp(`^Endpoint = ${ADDRESS}:${PORT}$`, 'm'))
  assert.ok(await internet.neighbour.connects(ADDRESS, 22), 'nothing is closed yet')
  assert.equal((await router.namespace.outcome(['ip', 'link', 'show', 'wg0'])).code, 1)
  await ssh.stop()
  await router.namespace.ip(`addr del ${ADDRESS}/24 dev wan0`)
})

test('then only WireGuard is open, and the app, DNS and the internet are reached through the tunnel', {
  timeout: 120_000,
}, async () => {
  await router.start()
  assert.deepEqual(await openPorts(router), [`udp ${PORT}`])
  await connect()
  const page = (path: string, ...more: string[]) =>
    road.namespace.outcome([
      'curl',
      '-s',
      '-m',
      '5',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      ...more,
      `http://192.168.2.1${path}`,
    ])
  assert.equal((await page('/devices')).stdout, '401')
  assert.equal((await page('/devices', '-u', 'admin:open sesame')).stdout, '200')
  assert.ok(!(await internet.neighbour.connects(await router.uplinkAddress(), 80)))
})
