import assert from 'node:assert/strict'
import { WEB } from '../guests/addresses.ts'
import { macOf } from '../guests/device.ts'
import { stationLinkOf } from '../home/air.ts'
import { until } from '../process/until.ts'
import { isConnected, leaseAgain, openRadioStories, sae, untilGone } from './household.ts'

const story = await openRadioStories('radio', {
  phone: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' } },
  tv: { Policies: ['dns'], PSKEntry: { Type: 'wpa', Psk: '' }, listens: [8009] },
  visitor: { unknown: true },
})

const passphraseOf = ({ mac }: { mac: string }) => `passphrase of ${mac}`

story('devices join with their own passphrases, WPA3 and WPA2, each on a separate link', async ({ phone, tv }) => {
  await phone.join()
  await tv.join()
  assert.match(phone.routerLink ?? '', /^wlan0\.\d+$/)
  assert.match(tv.routerLink ?? '', /^wlan0\.w2\.\d+$/)
  await until('the internet', () => phone.fetch('http://www.test/'))
  assert.equal(await tv.fetch('http://www.test/'), undefined)
  assert.ok(!(await phone.reaches(tv, 8009)))
})

story(
  'a changed passphrase disconnects its device immediately, and no other; the old one does not work',
  async (home) => {
    const { phone, tv, router } = home
    const link = await stationLinkOf(router.namespace, tv.mac)
    await home.configure(phone, { PSKEntry: sae('another passphrase') })
    await untilGone(home, phone.mac)
    // It still runs with the old passphrase, and a cached key of its last connection.
    assert.ok(!(await home.air.reconnects(phone.namespace, phone.mac)))
    assert.equal(await stationLinkOf(router.namespace, tv.mac), link)
    assert.ok(await tv.pings('192.168.2.1'))
    assert.ok(await home.air.getsIn(phone.namespace, phone.mac, sae('another passphrase')))
    await leaseAgain(phone)
    await until('the internet', () => phone.fetch('http://www.test/'))
  },
)

story('a passphrase works only with the MAC address of its device', async (home) => {
  const { phone, visitor } = home
  assert.ok(!(await home.air.connects(visitor.namespace, visitor.mac, sae('another passphrase'))))
  await home.air.stop(phone.namespace)
  assert.ok(!(await home.air.connects(phone.namespace, phone.mac, sae(passphraseOf(home.tv)))))
  assert.ok(await home.air.getsIn(phone.namespace, phone.mac, sae('another passphrase')))
  await leaseAgain(phone)
})

story('a waiting passphrase makes the first unknown station a device, and no second one', async (home) => {
  const { visitor, router } = home
  const waiting = { MAC: 'pending', Name: 'visitor', Policies: ['wan', 'dns'], PSKEntry: sae('waiting passphrase') }
  await router.api('/device?identity=pending', waiting)
  assert.ok(await home.air.getsIn(visitor.namespace, visitor.mac, sae('waiting passphrase')))
  await until('the passphrase to be taken', async () => (await router.api('/pendingPSK')) === false)
  const devices = (await router.api('/devices')) as Record<string, { Name: string }>
  assert.equal(devices[visitor.mac]?.Name, 'visitor')
  assert.ok(await isConnected(home, visitor.mac))
  assert.ok(!(await home.air.connects(visitor.namespace, macOf('somebody else'), sae('waiting passphrase'))))
  assert.ok(await home.air.getsIn(visitor.namespace, visitor.mac, sae('waiting passphrase')))
})

story('a deleted device is disconnected, and cannot return', async (home) => {
  const { visitor, router } = home
  await router.api(`/device?identity=${visitor.mac}`, undefined, 'DELETE')
  await untilGone(home, visitor.mac)
  assert.ok(!(await home.air.reconnects(visitor.namespace, visitor.mac)))
  await home.air.stop(visitor.namespace)
})

story('when hostapd is killed it is started again, and stations return', async (home) => {
  const { phone, router } = home
  await router.namespace.run(['pkill', '-KILL', '-f', 'hostapd-wlan0.conf'])
  await until('the phone to be back', () => isConnected(home, phone.mac), 40_000)
  await leaseAgain(phone)
  await until('the internet', () => phone.fetch('http://www.test/'))
})

story('while the daemon is stopped, stations stay connected and permitted traffic passes', async (home) => {
  const { phone, router } = home
  const link = await stationLinkOf(router.namespace, phone.mac)
  await router.kill()
  await until('the internet', () => phone.fetch(`http://${WEB}/`))
  await router.start()
  assert.equal(await stationLinkOf(router.namespace, phone.mac), link)
  await until('the internet', () => phone.fetch(`http://${WEB}/`))
})
