import { openCompiler } from '../../../compiler/compile.ts'
import { openBus } from '../../../events/bus.ts'
import type { Drift } from '../../../events/catalogue.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { RateLimit } from '../../../machine/ratelimit.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { type Device, emptyDevice, keyOfDevice } from '../../../model/home/devices/device.ts'
import type { LeaseRequest } from '../../../model/home/dhcp/grant.ts'
import { SETUP_SSID } from '../../../model/home/setup/network.ts'
import { newRadio } from '../../../model/wifi/radios/radio.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openSetupLeases } from '../setup/leases.ts'
import { openGrants } from './grants.ts'

/**
 * A home for tests: real facts, compiler, bus and grants, a clock that is stepped by hand, and no machine. It has a wire,
 * `lan0`, and the phone is on its own wifi link; the uplink is `wan0`. With `setup`, it is not set up, and its radio `wlan0`
 * has the network for that.
 */
export async function openHousehold(
  given: { devices?: readonly Device[]; TinyNets?: string[]; limits?: RateLimit; setup?: boolean } = {},
) {
  const memory = openMemoryFacts({ subnet: { TinyNets: given.TinyNets ?? ['192.168.2.0/24'], LeaseTime: '24h0m0s' } })
  const clock = openSteppedClock()
  const happened: { topic: string; payload: unknown }[] = []
  const bus = openBus((error) => {
    throw error
  })
  bus.subscribePrefix('', (payload, topic) => happened.push({ topic, payload }))
  await memory.change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    for (const [index, name] of ['wan0', 'lan0', 'wlan0.4096', 'wlan0.ap0.4096'].entries())
      draft.links.put(name, { name, index: index + 1, mac: `02:00:00:00:ff:0${index}`, up: true })
    draft.stations.put(PHONE, { mac: PHONE, link: 'wlan0.4096' })
    if (given.setup) {
      draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true })
      draft.radios.put('wlan0', newRadio('wlan0', '', []))
      draft.setupNetworks.put(SETUP_SSID, { passphrase: 'a passphrase' })
    }
    for (const device of given.devices ?? []) draft.devices.put(keyOfDevice(device), device)
  })
  const compiler = openCompiler(memory.facts)
  memory.watch((entries) => compiler.update(entries))
  const network = () => compiler.network
  const drift: Drift[] = []
  const machine = fakeMachine()
  for (const link of memory.facts.links.keys()) machine.ip.plug(link)
  const grants = openGrants({ ...memory, machine, network, drift: () => drift, bus, clock, limits: given.limits })
  memory.watch(grants.learn)
  const setupLeases = openSetupLeases({ ...memory, network, drift: () => drift })
  return { ...memory, machine, clock, bus, network, drift, grants, setupLeases, happened }
}

export const PHONE = '02:00:00:00:00:01'
export const PRINTER = '02:00:00:00:00:02'
export const STRANGER = '02:00:00:00:00:03'

export const deviceOf = (MAC: string, given: Partial<Device> = {}): Device => ({
  ...emptyDevice(),
  MAC,
  Policies: ['wan', 'dns'],
  ...given,
})

export const WIRE = 'lan0'
export const WIFI = 'wlan0.4096'
export const GUESTS = 'wlan0.ap0.4096'

/** A request for an address, on the wire by default. */
export const ask = (mac: string, link = WIRE): LeaseRequest => ({
  mac,
  link,
  hostName: 'thing',
  identifier: mac,
  parameters: '1,3,6',
  vendorClass: 'udhcp',
})
