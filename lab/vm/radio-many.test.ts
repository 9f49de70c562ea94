import assert from 'node:assert/strict'
import type { WifiStation } from '../../router/features/stations/station.ts'
import type { DeviceSpec } from '../guests/device.ts'
import { until } from '../process/until.ts'
import { openRadioStories } from './household.ts'

/** 64 by `npm run nightly`. */
const STATIONS = Number(process.env.SALLYPORT_STATIONS ?? 16)

const names = Array.from({ length: STATIONS }, (_, at) => `s${at}`)
const specOf = (name: string, at: number): DeviceSpec => ({
  Policies: ['dns'],
  PSKEntry: { Type: at % 4 === 3 ? 'wpa' : 'sae', Psk: `passphrase of ${name}` },
})
const story = await openRadioStories('many', Object.fromEntries(names.map((name, at) => [name, specOf(name, at)])))

story(`${STATIONS} stations that join together each get a link`, async ({ air, router, ...home }) => {
  const devices = names.map((name) => home[name]!)
  await Promise.all(devices.map((device) => air.start(device.namespace, device.mac, device.spec.PSKEntry!)))
  const list = async () => (await router.api('/wifi/stations')) as Record<string, WifiStation>
  const stations = await until(
    'all stations',
    async () => {
      const found = await list()
      return devices.every(({ mac }) => mac in found) && found
    },
    100_000,
  )
  const links = devices.map(({ mac }) => stations[mac]?.Link)
  assert.equal(new Set(links).size, STATIONS)
  const first = devices[0]!
  await first.lease()
  assert.ok(await first.pings('192.168.2.1'))
})
