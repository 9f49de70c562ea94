import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTemporaryHome } from '../home/opened.ts'
import { ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'
import { loadRadios } from './radios.ts'

/** `npm start` on a machine whose own kernel simulates radios, as this virtual machine is one. */
const { home } = await openTemporaryHome()

test('where the kernel simulates radios, devices of a home join by radio without another virtual machine', async () => {
  await loadRadios()
  // What `npm start` runs after it has prepared the packages.
  await home.open([join(ROOT, 'lab/cli/start.ts'), '--quiet'], 400_000)
  assert.doesNotMatch(home.printed, /by cable|did not get in/)
  const { stdout } = home.command('list')
  for (const name of ['laptop', 'phone', 'tv', 'camera'])
    assert.match(stdout, new RegExp(`^${name} +wlan0\\.\\S*\\d+ +192\\.168\\.2\\.\\d+ +02:`, 'm'))
  assert.match(
    home.command('exec', 'laptop', '--', 'iw', 'dev', 'wlan0', 'link').stdout,
    /Connected to .*SSID: SPR_wlan0/s,
  )
  await home.end('SIGINT')
  await until('the end of all its processes', () => home.processes().length === 0, 60_000)
})
