import { Invalid } from '../../../errors.ts'
import { DEFAULT_LIST } from '../../../model/dns/blocklists/key.ts'
import type { FirewallConfig } from '../../../model/firewall/config/config.ts'
import type { TakenNet } from '../../../model/home/dhcp/revision.ts'
import { demandExit, homeNets } from '../../../model/vpn/tunnels/check.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { checkCustom, checkForward, lastWayIn } from '../../firewall/config/check.ts'
import { demandOwnName, endpointOf } from '../../messages/notify/handlers.ts'
import { takenNumbers } from '../../vpn/tunnels/handlers.ts'

/** What rows have to fit apart from other rows. */
export interface RowConstraints {
  /** Networks that no custom interface can have (firewall/config/check.ts). */
  readonly taken: readonly TakenNet[]
  /** The ports that the API answers on. */
  readonly apiPorts: readonly string[]
}

type Check = (draft: Draft, entry: Entry, around: RowConstraints) => boolean

/**
 * The checks of restored rows, by table, or by the name of a setting: whether the rows that they need exist, and nothing of theirs
 * belongs to another row by now. They may throw `Invalid` instead.
 */
const CHECKS: Readonly<Record<string, Check>> = {
  devices(draft, { key }) {
    const device = draft.devices.get(key)!
    return (
      device.Groups.every((name) => draft.groups.get(name)) &&
      [...draft.devices.rows()].every(
        ([other, { RecentIP, WGPubKey }]) =>
          other === key || ((!RecentIP || RecentIP !== device.RecentIP) && (!WGPubKey || WGPubKey !== device.WGPubKey)),
      )
    )
  },
  overrides(draft, { key }) {
    const { List } = draft.overrides.get(key)!
    return List === DEFAULT_LIST || draft.overrideLists.get(List) !== undefined
  },
  pfwRules: (draft, { key }) => hasOwnNumber(draft, draft.pfwRules.get(key)!),
  forwards(draft, { key }) {
    checkForward(draft.forwards.get(key)!, draft)
    return true
  },
  customInterfaces(draft, { key }, { taken }) {
    const rule = draft.customInterfaces.get(key)!
    checkCustom(rule, draft, taken)
    return rule.Groups.every((name) => draft.groups.get(name))
  },
  exits(draft, { key }) {
    const exit = draft.exits.get(key)!
    const others = values(draft.exits).filter((other) => other !== exit)
    const home = homeNets(draft.setting('subnet'), values(draft.interfaces))
    demandExit(exit, { tunnels: values(draft.tunnels), others, home })
    return (
      hasOwnNumber(draft, exit) &&
      exit.Devices.every((identity) => isDevice(draft, identity)) &&
      !exit.Tunnels.some((name) => draft.sites.get(name))
    )
  },
  notifyTargets(draft, { key }) {
    const target = draft.notifyTargets.get(key)!
    demandOwnName(draft, target)
    const endpoint = endpointOf(target)
    return (
      endpoint === undefined ||
      values(draft.notifyTargets).every((other) => other === target || endpointOf(other) !== endpoint)
    )
  },
  firewall: (draft, { after }, { apiPorts }) =>
    lastWayIn(after as FirewallConfig, draft.setting('firewall'), apiPorts).length === 0,
  trafficLimits: (draft) =>
    draft
      .setting('trafficLimits')
      .every(
        ({ Device, Group }) => (Device === '' ? draft.groups.get(Group) : draft.devices.get(Device)) !== undefined,
      ),
}

/** Whether a restored row fits the other rows. */
export function fits(draft: Draft, entry: Entry, around: RowConstraints): boolean {
  const check = CHECKS[entry.table === 'settings' ? entry.key : entry.table]
  try {
    return check?.(draft, entry, around) ?? true
  } catch (error) {
    if (error instanceof Invalid) return false
    throw error
  }
}

/** Exits and rules with a tunnel share their numbers; 0 for none. */
const hasOwnNumber = (draft: Draft, row: { readonly Number: number }): boolean =>
  row.Number === 0 ||
  takenNumbers(values(draft.exits), values(draft.pfwRules)).filter((one) => one === row.Number).length === 1

const isDevice = (draft: Draft, identity: string): boolean =>
  draft.devices.get(identity) !== undefined || values(draft.devices).some(({ WGPubKey }) => WGPubKey === identity)

const values = <T>(table: { rows(): Iterable<[string, T]> }): T[] => [...table.rows()].map(([, row]) => row)
