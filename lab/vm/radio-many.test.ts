import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { WifiStation } from '../../router/model/wifi/stations/station.ts'
import type { Mac } from '../../router/values/mac.ts'
import { macOf } from '../guests/device.ts'
import { networkOf } from '../home/air.ts'
import { openCrowd } from '../home/crowd.ts'
import { openNamespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'
import { openRadioStories, sae, wpa2 } from './household.ts'

/** 64 by `npm run nightly`. */
const STATIONS = Number(process.env.SALLYPORT_STATIONS ?? 16)
/** The two of the household are separate machines. */
const OTHERS = STATIONS - 2
/** After several failures, wpa_supplicant waits for minutes before it tries again. */
const JOINED_MS = 480_000
const LOOK_MS = 1000
const TIMEOUT_MS = 720_000

const story = await openRadioStories('many', {
  first: { Policies: ['dns'], PSKEntry: { Type: 'sae', Psk: 'passphrase of the first' } },
  second: { Policies: ['dns'], PSKEntry: { Type: 'wpa', Psk: 'passphrase of the second' } },
})

story(
  `${STATIONS} stations join at the same time, each on a separate link and in a separate network`,
  async ({ air, router, dir, first, second }) => {
    const began = Date.now()
    const log = (what: string) => console.log(`${Date.now() - began} ms: ${what}`)
    // The default network has room for 63 devices.
    await router.api('/subnetConfig', { TinyNets: ['192.168.2.0/24', '10.64.0.0/16'], LeaseTime: '24h0m0s' })
    const members = new Map(
      Array.from({ length: OTHERS }, (_, at) => {
        const passphrase = `passphrase of number ${at}`
        // Each fourth by WPA3, whose proofs take an emulated processor long.
        return [macOf(`many ${at}`), at % 4 === 0 ? sae(passphrase) : wpa2(passphrase)] as const
      }),
    )
    for (const [mac, PSKEntry] of members)
      await router.api(`/device?identity=${mac}`, { Name: `many ${mac}`, Policies: ['dns'], PSKEntry })
    log('devices added')
    const namespace = await openNamespace('crowd', dir)
    const crowd = await openCrowd(namespace, await networkOf(router.namespace), members)
    log('radios created')
    await Promise.all([first, second].map((device) => air.start(device.namespace, device.mac, device.spec.PSKEntry!)))
    const macs = [first.mac, second.mac, ...members.keys()]
    let seen = 0
    let missing: Mac[] = macs
    const stations = await until(
      'all stations',
      async () => {
        // The daemon has other things to do than to answer this.
        await wait(LOOK_MS)
        // While many join, an emulated daemon may not answer in time.
        const found = (await router.api('/wifi/stations').catch(() => ({}))) as Record<string, WifiStation>
        const count = Object.keys(found).length
        if (count > seen) log(`${count} stations`)
        seen = Math.max(seen, count)
        missing = macs.filter((mac) => !(mac in found))
        return missing.length === 0 && found
      },
      JOINED_MS,
    ).catch(async (error) => {
      const known = (await router.api('/hostapd/wlan0/all_stations')) as Record<string, unknown>
      for (const mac of missing.filter((mac) => members.has(mac)))
        log([mac, JSON.stringify(known[mac]), ...crowd.linesOf(mac)].join('\n'))
      throw error
    })
    log('all joined')
    assert.equal(new Set(macs.map((mac) => stations[mac]!.Link)).size, STATIONS)
    const addresses = [await first.lease(), await second.lease()]
    addresses.push(...(await crowd.lease()))
    log('all leased')
    assert.equal(new Set(addresses.map(networkNumber)).size, STATIONS)
    assert.ok(await first.pings('192.168.2.1'))
    assert.ok(await second.pings('192.168.2.1'))
    assert.ok(!(await first.pings(second)))
    assert.ok(!(await second.pings(first)))
    await crowd.stop()
  },
  TIMEOUT_MS,
)

/** Of the network /30 that an address is in. */
const networkNumber = (address: string): string => {
  const bytes = address.split('.').map(Number)
  return [...bytes.slice(0, 3), (bytes[3] ?? 0) >> 2].join('.')
}
