import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { HouseholdDevice } from '../guests/device.ts'
import { type Air, type Credentials, stationLinkOf } from '../home/air.ts'
import { type Home, openHome } from '../home/home.ts'
import { until } from '../process/until.ts'
import { loadRadios } from './radios.ts'

/** The wifi network from which a router is set up with a phone alone. What its clients reach: lab/scenarios/setup/setup-network.test.ts. */
const LIMIT_MS = 300_000
const STATE = 'http://spr.setup/setup'

await loadRadios(2)
const home = (await openHome(
  { phone: { unknown: true }, stranger: { unknown: true } },
  { unset: true, simulatedRadios: true },
)) as Home & { readonly air: Air; readonly phone: HouseholdDevice; readonly stranger: HouseholdDevice }
after(() => home.close())
const { router, air, phone, stranger } = home

const [, passphrase = ''] = /with the passphrase (\S+) and open/.exec(router.daemon.lines.join('\n')) ?? []
const credentials = (Psk: string, Type: Credentials['Type'] = 'sae'): Credentials => ({ ssid: 'spr-setup', Psk, Type })

async function leaseAgain(device: HouseholdDevice): Promise<void> {
  await device.stopDhcp()
  await device.lease()
}

const story = (title: string, run: () => Promise<void>): void =>
  void test(title, { timeout: LIMIT_MS }, async () => {
    try {
      await run()
    } catch (error) {
      // The files of the virtual machine are lost with it, and an error is shown only at its end.
      console.log(title, error, router.daemon.lines.slice(-20).join('\n'))
      for (const { name, namespace } of [phone, stranger])
        for (const line of air.linesOf(namespace).slice(-20)) console.log(`${name}: ${line.slice(0, 150)}`)
      throw error
    }
  })

story(
  'a phone joins the setup network with the printed passphrase, over WPA3 and WPA2, and opens the setup',
  async () => {
    assert.equal(passphrase.length, 16)
    assert.ok(await air.getsIn(phone.namespace, phone.mac, credentials(passphrase)))
    assert.match((await stationLinkOf(router.namespace, phone.mac)) ?? '', /^wlan0\.ap0\.\d+$/)
    await leaseAgain(phone)
    assert.match((await phone.fetch(STATE)) ?? '', /"ok"/)
    assert.ok(await air.getsIn(stranger.namespace, stranger.mac, credentials(passphrase, 'wpa')))
    await leaseAgain(stranger)
    assert.match((await stranger.fetch(STATE)) ?? '', /"ok"/)
    assert.ok(!(await stranger.pings(phone)))
  },
)

story('nobody joins it without the passphrase', async () => {
  await stranger.stopDhcp()
  for (const Type of ['sae', 'wpa'] as const)
    assert.ok(!(await air.connects(stranger.namespace, stranger.mac, credentials('not the passphrase', Type))), Type)
  await air.stop(stranger.namespace)
})

story('the phone stays in it while the radio starts with a country and the home’s name', async () => {
  await router.api('/hostapd/wlan0/enable', {})
  await router.api('/hostapd/wlan0/config', { Country_code: 'DE', Ssid: 'Villa Rosa' })
  await until('the phone to be back', () => stationLinkOf(router.namespace, phone.mac), 60_000)
  await leaseAgain(phone)
  assert.match((await phone.fetch(STATE)) ?? '', /"ok"/)
  assert.match(await router.namespace.run(['iw', 'dev']), /ssid Villa Rosa/)
})

story('after the setup the network is gone, and the home’s own remains', async () => {
  const body = { AdminPassword: 'a long enough password', InterfaceUplink: 'wan0' }
  await router.api('/setup', body)
  await router.api('/setup_done', {})
  await until(
    'the end of the setup network',
    async () => !(await router.namespace.run(['iw', 'dev'])).includes('spr-setup'),
    60_000,
  )
  assert.match(await router.namespace.run(['iw', 'dev']), /ssid Villa Rosa/)
  assert.equal(await phone.fetch(STATE), undefined)
})
