import assert from 'node:assert/strict'
import type { Device } from '../../router/model/home/devices/device.ts'
import type { WifiFailure } from '../../router/model/wifi/admission/failure.ts'
import { type HouseholdDevice, macOf } from '../guests/device.ts'
import { stationLinkOf } from '../home/air.ts'
import type { Namespace } from '../home/namespace.ts'
import { forgeDeauthentication } from '../probes/deauthentication.ts'
import { openHandshake } from '../probes/handshake.ts'
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

const untilCause = (home: RadioHome, mac: string, cause: WifiFailure['Cause'] | undefined) =>
  until(`the reason ${cause ?? 'to be removed'}`, async () => (await causes(home))[mac] === cause)

/** What wpa_supplicant prints when it tries the key of an earlier connection instead of its passphrase. */
const CACHED = 'PMKSA cache entry found'

/**
 * The end of a handshake that the access point gave up: reason 15 of IEEE 802.11-2020, table 9-49. A station that has installed its keys
 * ignores that frame, which is not protected, and ends the connection by reason 2 when its SA queries are not answered.
 */
const ENDED = /CTRL-EVENT-DISCONNECTED .*reason=(15|2)\b/

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
  story(`with ${count} waiting, an unknown station becomes the device whose passphrase it uses`, async (home) => {
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

const macOfLink = async (namespace: Namespace, name: string): Promise<string> => {
  const text = await namespace.run(['ip', '-j', 'link', 'show', 'dev', name])
  return (JSON.parse(text) as { address: string }[])[0]!.address
}
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
  await untilCause(home, phone.mac, 'disabled')
  await home.configure(phone, { DeviceDisabled: false })
  assert.ok(await air.getsIn(phone.namespace, phone.mac, sae('passphrase of the phone')))
  await untilCause(home, phone.mac, undefined)
})

story('failed attempts are listed with their reason', async (home) => {
  const { air, tv, visitor } = home
  assert.ok(!(await air.connects(tv.namespace, tv.mac, sae('passphrase of the tv'))))
  await untilCause(home, tv.mac, 'WPA2 only')
  assert.ok(!(await air.connects(tv.namespace, tv.mac, wpa2('passphrase of another'))))
  await untilCause(home, tv.mac, 'wrong passphrase')
  assert.ok(await air.getsIn(tv.namespace, tv.mac, wpa2('passphrase of the tv')))
  assert.ok(!(await air.connects(visitor.namespace, macOf('nobody'), sae('passphrase of the tv'))))
  await untilCause(home, macOf('nobody'), 'unknown device')
  await air.stop(visitor.namespace)
})

story(
  'a forged deauthentication disconnects a WPA2 station without protected frames, and no WPA3 station',
  async (home) => {
    const { air, attacker, phone, router, tv } = home
    assert.ok(await air.getsIn(tv.namespace, tv.mac, wpa2('passphrase of the tv')))
    assert.ok(await air.getsIn(phone.namespace, phone.mac, sae('passphrase of the phone')))
    const link = await stationLinkOf(router.namespace, phone.mac)
    await air.give(attacker.namespace)
    /** The events of a station from now on. */
    const eventsOf = ({ namespace }: HouseholdDevice) => {
      const from = air.linesOf(namespace).length
      return (event: string) => air.linesOf(namespace).some((line, at) => at >= from && line.includes(event))
    }

    const ofTv = eventsOf(tv)
    await forgeDeauthentication(attacker.namespace, await macOfLink(router.namespace, 'wlan0.w2'), tv.mac)
    await until('the station to be disconnected', () => ofTv('CTRL-EVENT-DISCONNECTED'))

    await air.command(phone.namespace, 'log_level', 'DEBUG')
    const ofPhone = eventsOf(phone)
    await forgeDeauthentication(attacker.namespace, await macOfLink(router.namespace, 'wlan0'), phone.mac)
    await until('the frame at the station', () => ofPhone('UNPROT_DEAUTH'))
    assert.equal(await stationLinkOf(router.namespace, phone.mac), link)
    assert.ok(!ofPhone('CTRL-EVENT-DISCONNECTED'))
  },
)

for (const [protocol, name, credentials] of [
  ['WPA3', 'phone', sae('passphrase of the phone')],
  ['WPA2', 'tv', wpa2('passphrase of the tv')],
] as const)
  story(
    `over ${protocol}, the message that installs keys is sent once to a station that does not confirm it`,
    async (home) => {
      const { air } = home
      const { namespace, mac } = home[name]
      await air.stop(namespace)
      await untilGone(home, mac)
      const count = (event: string) => air.linesOf(namespace).filter((line) => line.includes(event)).length
      for (const omitted of [2, 4] as const) {
        await using handshake = await openHandshake(namespace, omitted)
        await air.start(namespace, mac, { ...credentials, filtersEapol: true })
        // The access point gives up.
        await until('the end of the handshake', () => air.linesOf(namespace).some((line) => ENDED.test(line)), 40_000)
        const { first, third } = await handshake.arrived()
        const handshakes = count('Associated with')
        await air.stop(namespace)
        console.log(
          `${protocol}, message ${omitted} omitted: ${first} and ${third} messages in ${handshakes} handshakes`,
        )
        assert.ok(first > 0)
        if (omitted === 2) assert.equal(third, 0)
        else assert.ok(third > 0 && third <= handshakes, `${third} messages in ${handshakes} handshakes`)
        assert.ok(!(await isConnected(home, mac)))
      }
      assert.ok(await air.getsIn(namespace, mac, { ...credentials, filtersEapol: true }), 'with all messages')
    },
  )

story('management frames are protected: WPA3 requires it, and refuses a station that does not', async (home) => {
  const { air, attacker, phone, router } = home
  await attacker.namespace.ip('link set wlan0 up')
  const scan = await attacker.run('iw', 'dev', 'wlan0', 'scan', 'freq', '2412', 'flush')
  const [wpa3, wpa2Network] = await Promise.all(
    ['wlan0', 'wlan0.w2'].map(async (name) => {
      const bssid = await macOfLink(router.namespace, name)
      return scan.split(/^BSS /m).find((part) => part.startsWith(bssid)) ?? ''
    }),
  )
  assert.match(wpa3!, /MFP-required/)
  assert.match(wpa2Network!, /MFP-capable/)
  const unprotected = { ...sae('passphrase of the phone'), isUnprotected: true } as const
  assert.ok(!(await air.connects(phone.namespace, phone.mac, unprotected)))
  assert.ok(await air.getsIn(phone.namespace, phone.mac, sae('passphrase of the phone')))
})

for (const end of ['changed', 'deleted'] as const)
  story(`a station whose passphrase was ${end} tries its cached key, which is refused`, async (home) => {
    const { air, phone, router } = home
    const passphrase = 'passphrase of the phone'
    assert.ok(await air.getsIn(phone.namespace, phone.mac, sae(passphrase)))
    const linesSince = (from: number) => air.linesOf(phone.namespace).slice(from)
    const has = (from: number, text: string) => linesSince(from).some((line) => line.includes(text))
    await air.command(phone.namespace, 'log_level', 'DEBUG')

    let from = linesSince(0).length
    await air.command(phone.namespace, 'reassociate')
    await until('the cached key to be used', () => has(from, 'CTRL-EVENT-CONNECTED'), 20_000)
    assert.ok(has(from, CACHED), 'the key is valid while the passphrase is')

    from = linesSince(0).length
    if (end === 'changed') await home.configure(phone, { PSKEntry: sae('another passphrase') })
    else await router.api(`/device?identity=${phone.mac}`, undefined, 'DELETE')
    await untilGone(home, phone.mac)
    assert.ok(!(await air.reconnects(phone.namespace, phone.mac)))
    assert.ok(has(from, CACHED), 'it has tried its cached key')
    assert.ok(!has(from, 'CTRL-EVENT-CONNECTED'))
    await air.stop(phone.namespace)
    if (end === 'changed') await home.configure(phone, { PSKEntry: sae(passphrase) })
  })
