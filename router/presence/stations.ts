import { Unavailable } from '../errors.ts'
import { PENDING } from '../features/devices/device.ts'
import { baseOf } from '../features/links/interface.ts'
import { openStationList } from '../features/stations/list.ts'
import type { Stations } from '../features/wifi/stations.ts'
import type { Clock } from '../machine/machine.ts'
import { openQueue } from '../machine/queue.ts'
import { openRateLimiter } from '../machine/ratelimit.ts'
import type { Facts } from '../store/facts.ts'
import type { Mac } from '../values/mac.ts'
import { type ApEvent, parseStation } from '../wire/hostapd.ts'
import { type Authentication, decodeAuthentication } from '../wire/management.ts'

/** Something that happened on a network of a radio. */
export type RadioEvent =
  | { readonly kind: 'event'; readonly radio: string; readonly network: string; readonly event: ApEvent }
  /** It has just been started, or was found running. */
  | { readonly kind: 'running'; readonly radio: string; readonly networks: readonly string[] }
  /** It was stopped, or has failed for this reason: nobody is connected any more. */
  | { readonly kind: 'stopped'; readonly radio: string }
  | { readonly kind: 'failed'; readonly radio: string; readonly reason: string }
  /** Another state of the access point, with the reason where there is one. */
  | {
      readonly kind: 'state'
      readonly radio: string
      readonly state: 'starting' | 'running' | 'failsafe' | 'failed' | 'missing'
      readonly reason: string
    }

/** Of one station. A device tries three times in two seconds; anybody can send frames. */
const ATTEMPTS = { burst: 8, perSecond: 1 }

/** The access points of all radios. */
export interface AccessPoints {
  /** From now on events are reported. */
  listen(listener: (event: RadioEvent) => void): void
  /** The answer of a network's access point to a command of hostapd's control interface. Throws `Unavailable`. */
  request(network: string, command: string): Promise<string>
}

interface Parts {
  readonly radio: AccessPoints
  readonly facts: Facts
  readonly stations: Stations
  readonly clock: Clock
  readonly onFailure: (what: string, error: unknown) => void
}

/** Keeps the stations in presence as the access points have them. Events are taken one after the other. */
export function watchStations({ radio, facts, stations, clock, onFailure }: Parts): void {
  const inTurn = openQueue()
  const stationsOf = openStationList(radio.request)
  const attempts = openRateLimiter(clock, ATTEMPTS)

  /** hostapd makes a link for each station, and numbers them: `wlan0.4096`. */
  async function join(network: string, mac: Mac): Promise<void> {
    const station = parseStation(await radio.request(network, `STA ${mac}`))
    const { flags = '', vlan_id: number, keyid } = station?.fields ?? {}
    // It may have left by now.
    if (!flags.includes('[AUTHORIZED]') || number === undefined) return
    if (hasOwnPassphrase(mac) && keyid !== undefined && keyid !== mac) {
      // WPA2 takes any line of its file that fits: here somebody who knows a waiting passphrase uses a device's address.
      await radio.request(network, `DEAUTHENTICATE ${mac}`)
      fail('wpa', mac, network)
      return
    }
    const Iface = `${network}.${number}`
    await stations.join({ Iface, Event: 'AP-STA-CONNECTED', MAC: mac, Status: '', Router: '' })
  }

  const hasOwnPassphrase = (mac: Mac): boolean => Boolean(facts.devices.get(mac)?.PSKEntry.Psk)

  const fail = (Type: 'sae' | 'wpa', MAC: Mac, Iface: string): void => {
    const Reason = hasOwnPassphrase(MAC) || facts.devices.has(PENDING) ? 'mismatch' : 'noentry'
    stations.fail({ Type, MAC, Reason, Iface, Status: '', Router: '' })
  }

  /** hostapd reports no failure of WPA3; but a station that has confirmed is authenticated, or its passphrase was wrong. */
  async function look({ station: mac, step }: Authentication, network: string): Promise<void> {
    const isKnown = hasOwnPassphrase(mac) || facts.devices.has(PENDING)
    // Without an entry, hostapd does not go on after the first step.
    if (isKnown && step === 'commit') return
    const station = parseStation(await radio.request(network, `STA ${mac}`))
    if (!station?.fields.flags?.includes('[AUTH]')) fail('sae', mac, network)
  }

  async function leave(MAC: Mac, network: string): Promise<void> {
    const Iface = facts.stations.get(MAC)?.link
    if (Iface === undefined || baseOf(Iface) !== network) return
    await stations.leave({ Iface, Event: 'AP-STA-DISCONNECTED', MAC, Status: '', Router: '' })
  }

  async function leaveAll(radioLink: string): Promise<void> {
    for (const { mac, link } of [...facts.stations.values()])
      if (link.startsWith(`${radioLink}.`)) await leave(mac, baseOf(link))
  }

  /** An access point that was running already has stations that no event is sent for. */
  async function find(network: string): Promise<void> {
    const stations = await stationsOf(network)
    const present = new Set(stations.map(({ mac }) => mac))
    for (const station of stations) if (station.fields.flags?.includes('[AUTHORIZED]')) await join(network, station.mac)
    for (const { mac, link } of [...facts.stations.values()])
      if (baseOf(link) === network && !present.has(mac)) await leave(mac, network)
  }

  async function take(event: RadioEvent): Promise<void> {
    if (event.kind === 'state') return
    if (event.kind === 'failed') onFailure(`there is no access point on ${event.radio} now`, new Error(event.reason))
    if (event.kind === 'failed' || event.kind === 'stopped') return leaveAll(event.radio)
    if (event.kind === 'running') {
      for (const network of event.networks) await find(network)
      return
    }
    const { network, event: happened } = event
    if (happened.kind === 'joined') await join(network, happened.mac)
    if (happened.kind === 'left') await leave(happened.mac, network)
    if (happened.kind === 'wrong passphrase' && attempts.take(happened.mac)) fail('wpa', happened.mac, network)
    const authentication = happened.kind === 'frame' ? decodeAuthentication(happened.bytes) : undefined
    if (authentication && attempts.take(authentication.station)) await look(authentication, network)
  }

  radio.listen((event) => {
    void inTurn(() => take(event)).catch((error) => {
      // The access point has ended since, which is an event of its own.
      if (!(error instanceof Unavailable)) onFailure(`a station of ${event.radio} is not taken in`, error)
    })
  })
}
