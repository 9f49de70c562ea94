import type { LinkProps } from '@tanstack/react-router'
import type { BlockListStatus } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { EVERYBODY } from '../../../../router/model/dns/blocklists/key.ts'
import type { Pause } from '../../../../router/model/dns/blocklists/settings.ts'
import type { ResolverHealth } from '../../../../router/model/dns/resolvers/health.ts'
import type { RemoteStatus } from '../../../../router/model/machine/backup/remote/contract.ts'
import type { MachineHealth } from '../../../../router/model/machine/health/state.ts'
import type { Drift } from '../../../../router/model/machine/system/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import type { PhraseJson } from '../../../../router/phrases/phrase.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { resolverFailureTexts } from '../../../texts/dns/resolvers/failure.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { machineProblems } from '../../../texts/machine/health/problems.ts'
import { wifiTexts } from '../../../texts/wifi/wifi.ts'
import type { ListedTunnel } from '../../vpn/tunnels/useTunnels.ts'
import { isNew, type ShownDevice } from '../devices/entry.ts'
import type { Fault } from './faults/words.ts'
import { timeWithDay } from './uplinks.ts'

const words = homeTexts.attention
const wifi = wifiTexts.home

/** Below this, clocks agree well enough for one-time codes. */
const MOST_APART_SECONDS = 60

/** A message of the router, and the text that it is a part of. */
export interface RouterMessage {
  readonly message: string
  /** The same as a code with its values, where the router sends it. */
  readonly coded?: PhraseJson | undefined
  readonly within: (message: string) => string
}

/** A fault that does not repair itself, or not soon. */
export interface Concern {
  readonly key: string
  readonly title: string
  /** A text, a message of the router in a text, or a fault with its reason. */
  readonly hint: string | RouterMessage | Fault
  /** The screen where it can be inspected or repaired. */
  readonly look: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** The port in a drift message: `address eth1 10.5.0.1/24`. */
const OF_PORT = /^(?:up|address|connected|local|mac|vlan|neighbour|behind) (\S+)/

/** Settings that could not be applied. A missing port, which affects many of them, is listed once. */
export function driftConcerns(drift: readonly Drift[]): Concern[] {
  const concerns = new Map<string, Concern>()
  for (const { driver, what, reason, Coded: coded } of drift) {
    const port = driver === 'links' ? OF_PORT.exec(what)?.[1] : undefined
    const concern: Concern =
      port === undefined
        ? {
            key: `${driver} ${what}`,
            title: words.drift,
            hint: { message: reason, coded, within: (message) => words.driftHint(what, message) },
            look: { to: '/admin/logs' },
          }
        : {
            key: `port ${port}`,
            ...words.port(port, reason),
            look: { to: '/admin/links/$name', params: { name: port } },
          }
    if (!concerns.has(concern.key)) concerns.set(concern.key, concern)
  }
  return [...concerns.values()]
}

/** Block lists that could not be fetched. What was there before still counts. */
export const failedLists = (lists: readonly BlockListStatus[]): Concern[] =>
  lists
    .filter(({ State }) => State === 'failed')
    .map((list) => ({
      key: list.URI,
      title: words.list,
      hint: { message: list.Error, coded: list.Coded, within: (message) => words.listHint(list.URI, message) },
      look: { to: '/admin/dns' },
    }))

/** While the router cannot resolve names, hardly anything works at home. */
export const unresolved = ({
  Healthy,
  Reason,
  Coded: coded,
}: Pick<ResolverHealth, 'Healthy' | 'Reason' | 'Coded'>): Concern[] =>
  Healthy
    ? []
    : [
        {
          key: 'resolver',
          title: resolverFailureTexts.title,
          hint: { message: Reason, coded, within: resolverFailureTexts.reason },
          look: { to: '/admin/dns/settings' },
        },
      ]

/** Who lets the filter rest for everybody may forget it. `now` in milliseconds since 1970. */
export const paused = (pauses: readonly Pause[], now: number): Concern[] =>
  pauses
    .filter(({ ClientIP, Until }) => ClientIP === EVERYBODY && Until * 1000 > now)
    .map(({ Until }) => ({
      key: 'paused',
      title: words.paused,
      hint: words.pausedHint(timeWithDay(new Date(Until * 1000), new Date(now))),
      look: { to: '/admin/dns' },
    }))

/** The router's clock against this computer's, both in seconds since 1970. */
function clocksApart(router: number, here: number): Concern[] {
  const gap = Math.abs(router - here)
  if (gap <= MOST_APART_SECONDS) return []
  return [{ key: 'clock', title: words.clock, hint: words.clockHint(lengthOf(gap)), look: { to: '/admin/system' } }]
}

/** Radios that are meant to run and do not, or not as they are set. */
export const failedRadios = (radios: readonly WifiRadio[]): Concern[] =>
  radios.flatMap(({ Interface, State, Fault }): Concern[] => {
    const concern = (title: string, hint: Concern['hint']): Concern[] => [
      { key: `radio ${Interface}`, title, hint, look: { to: '/admin/wifi/$name', params: { name: Interface } } },
    ]
    if (State === 'failed') return concern(wifi.failed(Interface), { kind: 'radio', of: { Fault } })
    if (State === 'missing') return concern(wifi.missing(Interface), wifi.missingHint)
    if (State === 'failsafe') return concern(wifi.failsafe(Interface), wifi.failsafeHint)
    if (State === 'no country') return concern(wifi.country(Interface), wifi.countryHint)
    return []
  })

/** Tunnels that devices use and that do not work. */
export const brokenTunnels = (
  tunnels: readonly Pick<ListedTunnel, 'Name' | 'State' | 'Fault' | 'UsedBy'>[],
): Concern[] =>
  tunnels
    .filter(({ State, UsedBy }) => (State === 'down' || State === 'waiting') && UsedBy.length > 0)
    .map(({ Name, Fault }) => ({
      key: `tunnel ${Name}`,
      title: words.tunnel(Name),
      hint: { kind: 'tunnel', of: { Fault } },
      look: { to: '/admin/vpn/tunnel', search: { name: Name } },
    }))

/** What is wrong with the machine that the router runs on, in one line. Its clock has its own entry (`wrongClock`). */
export function unhealthy({ Problems }: Pick<MachineHealth, 'Problems'>): Concern[] {
  const others = Problems.filter((problem) => problem !== 'clock')
  if (others.length === 0) return []
  const hint = others.map((problem) => machineProblems.of[problem]).join(' ')
  return [{ key: 'machine', title: machineProblems.title, hint, look: { to: '/admin/system/health' } }]
}

/** The clock of the router, if it is behind by its own account, or differs from that of this device; both in seconds since 1970. */
export const wrongClock = (machine: Pick<MachineHealth, 'Problems'>, router: number, here: number): Concern[] =>
  machine.Problems.includes('clock')
    ? [{ key: 'clock', title: words.wrongClock, hint: words.wrongClockHint, look: { to: '/admin/system' } }]
    : clocksApart(router, here)

/** While the last scheduled backup could not be stored. */
export const failedBackup = ({ State, ...status }: Pick<RemoteStatus, 'State' | 'Message' | 'Fault'>): Concern[] =>
  State === 'failed' || State === 'retrying'
    ? [
        {
          key: 'backup',
          title: words.backup,
          hint: { kind: 'backup', of: status },
          look: { to: '/admin/system/backup' },
        },
      ]
    : []

/** Alerts that the owner has not read. */
export const unread = (count: number): Concern[] =>
  count === 0
    ? []
    : [{ key: 'alerts', title: words.alerts(count), hint: words.alertsHint, look: { to: '/admin/alerts' } }]

/** Devices without a name, policies and groups. */
export function newDevices(entries: readonly ShownDevice[]): Concern[] {
  const found = entries.filter(({ device }) => isNew(device))
  const [first] = found
  if (!first) return []
  const look: Concern['look'] =
    found.length === 1
      ? { to: '/admin/devices/$identity', params: { identity: first.identity } }
      : { to: '/admin/devices', search: { is: 'unnamed' } }
  return [{ key: 'newDevices', title: words.newDevices(found.length), hint: words.newDevicesHint(found.length), look }]
}
