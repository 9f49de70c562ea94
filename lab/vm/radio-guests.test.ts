import assert from 'node:assert/strict'
import type { HouseholdDevice } from '../guests/device.ts'
import { type Credentials, stationLinkOf } from '../home/air.ts'
import { until } from '../process/until.ts'
import { openRadioStories, type RadioHome } from './household.ts'

const ROUTER = '192.168.2.1'
const ssid = 'Guests’ "wifi" \\ #1'

const story = await openRadioStories('guests', {
  tablet: { unknown: true, listens: [8009] },
  laptop: { unknown: true, listens: [8009] },
  printer: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' }, listens: [9100] },
})

const guest = (Psk: string, Type: Credentials['Type'] = 'sae'): Credentials => ({ ssid, Psk, Type })
async function leaseAgain(device: HouseholdDevice): Promise<void> {
  await device.stopDhcp()
  await device.lease()
}
const untilGone = ({ router }: RadioHome, { mac }: HouseholdDevice) =>
  until('the station to be gone', async () => !(await stationLinkOf(router.namespace, mac)), 10_000)
const passphraseOf = async ({ router }: RadioHome): Promise<string> =>
  ((await router.api('/wifi/guest')) as { Passphrase: string }).Passphrase

story('guests join with one passphrase, WPA3 and WPA2, and reach only the internet', async (home) => {
  const { tablet, laptop, printer, router, air } = home
  await printer.join()
  await router.api('/wifi/guest', { Ssid: ssid, Passphrase: 'come on in' })
  assert.ok(await air.getsIn(tablet.namespace, tablet.mac, guest('come on in')))
  assert.ok(await air.getsIn(laptop.namespace, laptop.mac, guest('come on in', 'wpa')))
  assert.match((await stationLinkOf(router.namespace, tablet.mac)) ?? '', /^wlan0\.ap0\.\d+$/)
  await Promise.all([leaseAgain(tablet), leaseAgain(laptop)])
  for (const device of [tablet, laptop]) {
    assert.ok(await device.fetch('http://www.test/'), device.name)
    assert.ok(!(await device.reaches(printer, 9100)))
    for (const port of [80, 443]) assert.ok(!(await device.reaches(ROUTER, port)), String(port))
  }
  assert.ok(!(await tablet.reaches(laptop, 8009)))
  assert.ok(!(await laptop.pings(tablet)))
  assert.ok(!(await printer.reaches(tablet, 8009)))
  const devices = (await router.api('/devices')) as Record<string, { Policies: string[]; DeviceTags: string[] }>
  assert.deepEqual(devices[tablet.mac]?.Policies, ['wan', 'dns', 'noapi', 'guestonly'])
  assert.deepEqual(devices[tablet.mac]?.DeviceTags, ['guest'])
})

story(
  'the guests’ passphrase does not work in the home network, nor that of a device in the guest network',
  async (home) => {
    const { tablet, printer, air } = home
    assert.ok(!(await air.connects(tablet.namespace, tablet.mac, { Type: 'sae', Psk: 'come on in' })))
    assert.ok(!(await air.connects(tablet.namespace, tablet.mac, { Type: 'wpa', Psk: 'come on in' })))
    assert.ok(!(await air.connects(tablet.namespace, tablet.mac, guest(`passphrase of ${printer.mac}`))))
    assert.ok(await air.getsIn(tablet.namespace, tablet.mac, guest('come on in')))
    await leaseAgain(tablet)
  },
)

story('a device of the home gets no address in the guest network', async (home) => {
  const { laptop, printer, router, air } = home
  await air.stop(printer.namespace)
  await untilGone(home, printer)
  assert.ok(await air.getsIn(laptop.namespace, printer.mac, guest('come on in')))
  await laptop.stopDhcp()
  await assert.rejects(laptop.lease(5000))
  assert.ok(await air.getsIn(laptop.namespace, laptop.mac, guest('come on in', 'wpa')))
  assert.ok(await stationLinkOf(router.namespace, laptop.mac))
})

story('a new passphrase disconnects the guests, and so does the end of the guest network', async (home) => {
  const { tablet, laptop, router, air } = home
  await router.api('/wifi/guest', { Ssid: ssid, Passphrase: '' })
  await Promise.all([untilGone(home, tablet), untilGone(home, laptop)])
  assert.ok(!(await air.connects(laptop.namespace, laptop.mac, guest('come on in', 'wpa'))))
  await air.stop(laptop.namespace)
  assert.ok(await air.getsIn(tablet.namespace, tablet.mac, guest(await passphraseOf(home))))
  await leaseAgain(tablet)
  assert.ok(await tablet.fetch('http://www.test/'))
  await router.api('/wifi/guest', undefined, 'DELETE')
  await untilGone(home, tablet)
  for (const { mac } of [tablet, laptop]) await router.api(`/device?identity=${mac}`, undefined, 'DELETE')
})
