import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Device } from '../../router/features/devices/device.ts'
import type { WifiFailure } from '../../router/features/wifi/failure.ts'
import { macOf } from '../guests/device.ts'
import { SSID, stationLinkOf } from '../home/air.ts'
import { until } from '../process/until.ts'
import { isConnected, leaseAgain, openRadioStories, type RadioHome, sae, untilGone, wpa2 } from './household.ts'

const HOSTILE = ` "#'\\x41 $(reboot) ü€ %s;*`

const story = await openRadioStories('secrets', {
  phone: { Policies: ['wan', 'dns'] },
  tv: { Policies: ['dns'], PSKEntry: { Type: 'wpa', Psk: 'passphrase of the tv' } },
  visitor: { unknown: true },
  other: { unknown: true },
  attacker: { unknown: true },
})

const devices = async ({ router }: RadioHome) => (await router.api('/devices')) as Record<string, Device>
const causes = async ({ router }: RadioHome) =>
  Object.fromEntries(((await router.api('/wifi/failures')) as WifiFailure[]).map(({ MAC, Cause }) => [MAC, Cause]))

/** Makes devices that wait, from `pending:0` on: each with the passphrase `waiting passphrase N`. */
async function announce({ router }: RadioHome, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await router.api(`/device?identity=pending:${at}`, {
      Name: `device ${at}`,
      Policies: ['wan', 'dns'],
      PSKEntry: sae(`waiting passphrase ${at}`),
    })
}

async function withdraw(home: RadioHome): Promise<void> {
  for (const identity of Object.keys(await devices(home)))
    if (identity.startsWith('pending')) await home.router.api(`/device?identity=${identity}`, undefined, 'DELETE')
}

story('over WPA2, a station with a waiting passphrase joins at its first attempt', async (home) => {
  const { air, router, visitor } = home
  await announce(home, 5)
  assert.ok(await air.getsIn(visitor.namespace, visitor.mac, wpa2('waiting passphrase 3')))
  await until('the device', async () => (await devices(home))[visitor.mac]?.Name === 'device 3')
  await leaseAgain(visitor)
  assert.ok(await visitor.fetch('http://www.test/'))
  await air.stop(visitor.namespace)
  await router.api(`/device?identity=${visitor.mac}`, undefined, 'DELETE')
  await withdraw(home)
})

for (const count of [1, 2, 5])
  story(`with ${count} waiting, an unknown station becomes the device whose passphrase it knows`, async (home) => {
    const { air, router, visitor } = home
    const mac = macOf(`visitor ${count}`)
    await announce(home, count)
    const began = Date.now()
    const station = await air.start(visitor.namespace, mac, sae(`waiting passphrase ${count - 1}`))
    await until('the station', () => isConnected(home, mac), 120_000)
    await until('the device', async () => (await devices(home))[mac]?.Name === `device ${count - 1}`)
    // It prints this for the commit and for the confirm.
    const frames = station.lines.filter((line) => line.includes('SME: Trying to authenticate')).length
    console.log(`${count} waiting: ${frames / 2} attempts, ${Date.now() - began} ms`)
    assert.equal(Object.keys(await devices(home)).filter((name) => name.startsWith('pending')).length, count - 1)
    await air.stop(visitor.namespace)
    await router.api(`/device?identity=${mac}`, undefined, 'DELETE')
    await withdraw(home)
  })

story('a waiting passphrase that two stations use at the same moment makes one device', async (home) => {
  const { air, other, visitor } = home
  await announce(home, 2)
  const both = [visitor, other]
  await Promise.all(both.map(({ namespace, mac }) => air.start(namespace, mac, sae('waiting passphrase 0'))))
  const winner = await until('a device', async () => {
    const macs = await macsIn(home)
    return both.find(({ mac }) => macs.includes(mac))
  })
  const loser = both.find((one) => one !== winner)!
  await until('the other to be out', async () => (await causes(home))[loser.mac] !== undefined, 40_000)
  assert.ok(!(await isConnected(home, loser.mac)))
  assert.ok(!(await macsIn(home)).includes(loser.mac))
  assert.ok((await macsIn(home)).includes('pending:1'))
  for (const { namespace } of both) await air.stop(namespace)
  await withdraw(home)
})

const macsIn = async (home: RadioHome) => Object.keys(await devices(home))

story('passphrases with characters that have a meaning elsewhere work over WPA3 and WPA2', async (home) => {
  const { air, phone } = home
  await home.configure(phone, { PSKEntry: { Type: 'sae', Psk: HOSTILE } })
  assert.ok(await air.getsIn(phone.namespace, phone.mac, sae(HOSTILE)))
  assert.ok(await air.getsIn(phone.namespace, phone.mac, wpa2(HOSTILE)))
  assert.ok(!(await air.connects(phone.namespace, phone.mac, sae(HOSTILE.trim()))))
  await air.stop(phone.namespace)
})

story('a disabled device is disconnected and stays out until it is enabled', async (home) => {
  const { air, phone } = home
  await home.configure(phone, { PSKEntry: { Type: 'sae', Psk: 'passphrase of the phone' } })
  assert.ok(await air.getsIn(phone.namespace, phone.mac, sae('passphrase of the phone')))
  await home.configure(phone, { DeviceDisabled: true })
  await untilGone(home, phone.mac)
  assert.ok(!(await air.reconnects(phone.namespace, phone.mac)))
  assert.equal((await causes(home))[phone.mac], 'disabled')
  await home.configure(phone, { DeviceDisabled: false })
  assert.ok(await air.getsIn(phone.namespace, phone.mac, sae('passphrase of the phone')))
  assert.equal((await causes(home))[phone.mac], undefined)
})

story('failed attempts are listed with their reason', async (home) => {
  const { air, tv, visitor } = home
  assert.ok(!(await air.connects(tv.namespace, tv.mac, sae('passphrase of the tv'))))
  assert.equal((await causes(home))[tv.mac], 'WPA2 only')
  assert.ok(!(await air.connects(tv.namespace, tv.mac, wpa2('passphrase of another'))))
  await until('the reason', async () => (await causes(home))[tv.mac] === 'wrong passphrase')
  assert.ok(await air.getsIn(tv.namespace, tv.mac, wpa2('passphrase of the tv')))
  assert.ok(!(await air.connects(visitor.namespace, macOf('nobody'), sae('passphrase of the tv'))))
  assert.equal((await causes(home))[macOf('nobody')], 'unknown device')
  await air.stop(visitor.namespace)
})

story('a forged deauthentication does not disconnect a WPA3 station', async (home) => {
  const { air, attacker, phone, router, tv } = home
  const link = await stationLinkOf(router.namespace, phone.mac)
  assert.ok(link)
  const addressOf = async (name: string): Promise<string> => {
    const text = await router.namespace.run(['ip', '-j', 'link', 'show', 'dev', name])
    return (JSON.parse(text) as { address: string }[])[0]!.address
  }
  /** Sends one as the access point of this link, from another radio. */
  const forge = async (name: string, mac: string): Promise<void> => {
    await air.start(attacker.namespace, await addressOf(name), sae('not that one'))
    await air.stop(attacker.namespace)
    const file = join(attacker.namespace.dir, 'hostapd.conf')
    const settings = {
      interface: 'wlan0',
      ssid: SSID,
      hw_mode: 'g',
      channel: 1,
      beacon_int: 65535,
      ctrl_interface: attacker.namespace.dir,
    }
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
    const program = attacker.namespace.start(['hostapd', file])
    await program.line('AP-ENABLED')
    for (let sent = 0; sent < 3; sent++)
      await attacker.namespace.run(['hostapd_cli', '-p', attacker.namespace.dir, '-i', 'wlan0', 'deauthenticate', mac])
    await program.stop()
  }
  await forge('wlan0.w2', tv.mac)
  await until('a station without protected frames to be disconnected', () =>
    air.linesOf(tv.namespace).some((line) => line.includes('CTRL-EVENT-DISCONNECTED')),
  )
  await forge('wlan0', phone.mac)
  assert.equal(await stationLinkOf(router.namespace, phone.mac), link)
  assert.ok(!air.linesOf(phone.namespace).some((line) => line.includes('CTRL-EVENT-DISCONNECTED')))
})
