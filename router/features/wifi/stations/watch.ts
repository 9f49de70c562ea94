import type { Core } from '../../../core.ts'
import { orUndefined, Unavailable } from '../../../errors.ts'
import { openQueue } from '../../../machine/queue.ts'
import { openRateLimiter } from '../../../machine/ratelimit.ts'
import { isDisabled, isPending, isWpa2Only } from '../../../model/home/devices/device.ts'
import { baseOf, isGuestLink } from '../../../model/internet/links/interface.ts'
import type { Cause } from '../../../model/wifi/admission/failure.ts'
import type { AccessPoints, RadioEvent } from '../../../model/wifi/radios/accesspoint.ts'
import { isWpa2Link } from '../../../model/wifi/radios/radio.ts'
import type { Mac } from '../../../values/mac.ts'
import { parseStation } from '../../../wire/hostapd.ts'
import { type Authentication, decodeAuthentication } from '../../../wire/management.ts'
import type { Stations } from '../admission/stations.ts'
import { openStationList } from './list.ts'

/** Seconds since a station has connected. */
const ageOf = ({ connected_time: seconds = '0' }: Record<string, string>): number => Number(seconds)

/** hostapd drops events that there is no room for; how long a station may be missed because of that. */
const CHECK_MS = 10_000
/** Of one station. A device tries three times in two seconds; anyone in range can send frames. */
const ATTEMPTS = { burst: 8, perSecond: 1 }

interface Parts extends Pick<Core, 'facts' | 'clock' | 'onFailure'> {
  readonly radio: AccessPoints
  readonly stations: Stations
}

/**
 * Keeps the stations in presence as the access points have them. Events are taken one after the other; the lists of the access
 * points are compared at an interval, since events can be lost.
 */
export function watchStations({ radio, facts, stations, clock, onFailure }: Parts): Disposable {
  const inTurn = openQueue()
  const stationsOf = openStationList(radio.request)
  const attempts = openRateLimiter(clock, ATTEMPTS)

  /** hostapd makes a link for each station, and numbers them: `wlan0.4096`. */
  async function join(network: string, mac: Mac, proved: string | undefined): Promise<void> {
    const station = await authorized(network, mac)
    // It may have left by now.
    if (station?.vlan_id === undefined) return
    const { vlan_id: number, keyid = proved } = station
    const before = await placeBefore(network, mac)
    if (before && ageOf(before.fields) < ageOf(station)) return void (await drop(network, mac))
    const Iface = `${network}.${number}`
    await seat(network, mac, Iface, keyid)
    const isHere = facts.stations.get(mac)?.link === Iface
    if (isHere && before && ageOf(before.fields) > ageOf(station)) await drop(before.network, mac)
  }

  async function seat(network: string, mac: Mac, Iface: string, keyid: string | undefined): Promise<void> {
    const report = { Iface, Event: 'AP-STA-CONNECTED', MAC: mac, Status: '', Router: '' } as const
    if (isGuestLink(Iface)) return void (await stations.join(report))
    const isOwn = hasOwnPassphrase(mac) && (keyid === undefined || keyid === mac)
    if (isOwn) return void (await stations.join(report))
    if (keyid !== undefined && (await stations.claim(report, keyid))) return
    // WPA2 tries every line of its file that fits, and a waiting passphrase may have been used up at the same moment.
    await putOut(network, mac)
    // Without certainty about its passphrase it may simply try again.
    if (keyid === undefined) return
    const isUsed = isPending(keyid) ? 'passphrase already used' : undefined
    fail(network, mac, hasOwnPassphrase(mac) ? 'passphrase of another device' : isUsed)
  }

  /** What hostapd prints about a station that has proved a passphrase; undefined for others. */
  async function authorized(network: string, mac: Mac): Promise<Record<string, string> | undefined> {
    const { fields } = parseStation(await radio.request(network, `STA ${mac}`)) ?? {}
    return fields?.flags?.includes('[AUTHORIZED]') ? fields : undefined
  }

  /** The other network of the home on which a station was last, if that has not noticed yet that it has left. Any guest can use any MAC. */
  async function placeBefore(network: string, mac: Mac) {
    const before = baseOf(facts.stations.get(mac)?.link ?? network)
    if (before === network || [before, network].some(isGuestLink)) return undefined
    const fields = await authorized(before, mac).catch(orUndefined)
    return fields && { network: before, fields }
  }

  /** Without a frame: a station that has roamed to another access point does not receive this one any more. */
  const drop = async (network: string, mac: Mac): Promise<unknown> =>
    radio.request(network, `DEAUTHENTICATE ${mac} tx=0`).catch(orUndefined)

  async function putOut(network: string, mac: Mac): Promise<void> {
    await radio.request(network, 'PMKSA_FLUSH')
    await radio.request(network, `DEAUTHENTICATE ${mac}`)
  }

  const hasOwnPassphrase = (mac: Mac): boolean => {
    const device = facts.devices.get(mac)
    return device !== undefined && device.PSKEntry.Psk !== '' && !isDisabled(device)
  }
  const isAnyPending = (): boolean => [...facts.devices.keys()].some(isPending)

  const fail = (Iface: string, MAC: Mac, cause?: Cause): void => {
    const Reason = hasOwnPassphrase(MAC) || isAnyPending() ? 'mismatch' : 'noentry'
    stations.fail({ Type: isWpa2Link(Iface) ? 'wpa' : 'sae', MAC, Reason, Iface, Status: '', Router: '' }, cause)
  }

  /** Whether a station takes both steps of SAE here. Without an entry for it, hostapd stops after the first. */
  function hasEntry(network: string, mac: Mac): boolean {
    const device = facts.devices.get(mac)
    return isGuestLink(network) || isAnyPending() || (hasOwnPassphrase(mac) && !isWpa2Only(device!))
  }

  /** hostapd reports no failure of WPA3; but a station that has confirmed is authenticated, or its passphrase was wrong. */
  async function look({ station: mac, step }: Authentication, network: string, tried?: string): Promise<void> {
    if (step === 'commit' && hasEntry(network, mac)) return
    if (!attempts.take(mac)) return
    const station = parseStation(await radio.request(network, `STA ${mac}`))
    if (station?.fields.flags?.includes('[AUTH]')) return
    if (isGuestLink(network)) return fail(network, mac, 'wrong passphrase')
    if (!hasOwnPassphrase(mac) && isAnyPending() && (await radio.offerNext(mac, tried))) return
    fail(network, mac)
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

  /** Takes in the stations that no event was received for, and lets go of those that have left. */
  async function find(network: string): Promise<void> {
    const stations = await stationsOf(network)
    const present = new Set(stations.map(({ mac }) => mac))
    for (const { mac, fields } of stations) {
      const isKnown = facts.stations.get(mac)?.link === `${network}.${fields.vlan_id}`
      if (fields.flags?.includes('[AUTHORIZED]') && !isKnown) await join(network, mac, undefined)
    }
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
    const { network, event: happened, identity } = event
    if (happened.kind === 'joined') await join(network, happened.mac, identity)
    if (happened.kind === 'left') await leave(happened.mac, network)
    if (happened.kind === 'wrong passphrase' && attempts.take(happened.mac)) fail(network, happened.mac)
    const authentication = happened.kind === 'frame' ? decodeAuthentication(happened.bytes) : undefined
    if (authentication) await look(authentication, network, identity)
  }

  const check = async (): Promise<void> => {
    for (const networks of radio.networks().values())
      for (const network of networks) await find(network).catch(orUndefined)
  }
  let next: Disposable | undefined
  let isClosed = false
  const later = (): void => {
    if (isClosed) return
    next = clock.after(CHECK_MS, () => {
      void inTurn(check)
        .catch((error) => onFailure('the stations could not be compared', error))
        .then(later)
    })
  }
  later()

  radio.listen((event) => {
    void inTurn(() => take(event)).catch((error) => {
      // The access point has ended since, which is a separate event.
      if (!(error instanceof Unavailable)) onFailure(`a station of ${event.radio} is not taken in`, error)
    })
  })
  return {
    [Symbol.dispose]() {
      isClosed = true
      next?.[Symbol.dispose]()
    },
  }
}
