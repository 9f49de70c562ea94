import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../../process/until.ts'
import { ADMINISTRATOR, joinNetwork, openSite, PROVIDER, stateOf } from './install.fixture.ts'

/** The installation on a machine whose links ifupdown configures, which is what Debian installs on a server. */

const INTERFACES = `auto lo
iface lo inet loopback

auto wan0 desk0
iface wan0 inet static
  address 81.2.69.7/24
  gateway ${PROVIDER}

iface desk0 inet static
  address ${ADMINISTRATOR}/24

allow-hotplug lan0
iface lan0 inet static
  address 10.98.0.2/24
`

const site = await openSite({
  network: { files: { '/etc/network/interfaces': INTERFACES }, units: ['networking.service'] },
})
after(() => site[Symbol.asyncDispose]())
const { debian, provider, laptop, sallyport } = site
const { namespace: machine } = debian
const addresses = (): Promise<string> => machine.run(['ip', '-br', '-4', 'addr'])

await machine.run(['ifup', 'lan0'])
const before = await stateOf(debian)

test('the links are taken from ifupdown, and no others', async () => {
  assert.match(before.addresses ?? '', /^wan0@?\S* +UP +81\.2\.69\.7\/24 *$/m)
  const done = await sallyport('install', '--uplink', 'wan0', '--lan', 'lan0', '--yes')
  assert.equal(done.code, 0, `${done.stdout}\n${done.stderr}`)
  assert.match(done.stdout, /takes these links from .*ifupdown, and no others/)
  assert.match(done.stdout, /wan0 keeps its static address 81\.2\.69\.7\/24, with the router 81\.2\.69\.1/)
  assert.doesNotMatch(await machine.run(['ifquery', '--state']), /wan0|lan0/)
  await sallyport('confirm')
  await checkRouter()
})

test('after a power cut, ifupdown leaves the links of the router alone', async () => {
  await debian.powerCycle()
  await checkRouter()
  assert.match(await machine.run(['ifquery', '--state']), /desk0/)
})

test('uninstalling it gives the links back to ifupdown', async () => {
  const gone = await sallyport('uninstall', '--yes', '--purge')
  assert.equal(gone.code, 0, `${gone.stdout}\n${gone.stderr}`)
  await provider.run(['ping', '-c', '1', '-W', '5', '81.2.69.7'])
  assert.deepEqual(await stateOf(debian), before)
})

/** The uplink has the address that it had, a household device gets one, and the administrator’s link keeps its own. */
async function checkRouter(): Promise<void> {
  await until('the router', async () => (await machine.outcome(['systemctl', 'is-active', 'sallyport'])).code === 0)
  await joinNetwork(site)
  assert.match(await laptop.run(['ip', '-br', '-4', 'addr', 'show', 'eth0']), /192\.168\.2\.\d+\/30/)
  const shown = await addresses()
  assert.match(shown, /^wan0@?\S* +UP +81\.2\.69\.7\/24 *$/m)
  assert.doesNotMatch(shown, /10\.98\.0\.2/)
  assert.match(shown, /^desk0@?\S* +UP +10\.99\.0\.2\/24 *$/m)
}
