import { Invalid } from '../errors.ts'
import { keyOfDevice } from '../model/home/devices/device.ts'
import { phrase } from '../phrases/phrase.ts'
import type { Facts } from '../store/facts.ts'
import type { Entry } from '../store/table.ts'
import { openRules, type SlotChange } from './configrules.ts'
import { compileFrame } from './frame.ts'
import { retags } from './links.ts'
import { compileMember } from './member.ts'
import type { Frame, Member, Network } from './network.ts'
import { concernsDevice, pfwText } from './pfwrules.ts'
import { serverOf } from './tunnels.ts'

/** Compiles facts into the Network. Pure. */
export function compile(facts: Facts): Network {
  const rules = openRules(facts)
  return { ...compileHome(facts, rules.sets), slots: rules.slots }
}

function compileHome(facts: Facts, ruleSets: Frame['ruleSets']): { frame: Frame; members: Map<string, Member> } {
  const frame = compileFrame(facts, ruleSets)
  const members = new Map<string, Member>()
  for (const identity of identitiesOf(facts)) {
    const member = compileMember(identity, facts, frame)
    if (member) members.set(identity, member)
  }
  return { frame, members }
}

/** Devices, and clients of the setup network. */
const identitiesOf = ({ devices, stations, setupNetworks }: Facts): Set<string> =>
  new Set([...devices.keys(), ...(setupNetworks.size > 0 ? stations.keys() : [])])

/** The difference between two Networks. */
export interface Delta {
  readonly frame: { readonly before: Frame; readonly after: Frame } | undefined
  readonly members: readonly { readonly before: Member | undefined; readonly after: Member | undefined }[]
  readonly slots: readonly SlotChange[]
}

/** An incremental compiler: the cost of an update depends on the change, not on the number of facts. */
export interface Compiler {
  readonly network: Network
  /**
   * Applies changed facts. The Network then equals `compile` of all facts. Throws `Invalid` for too many sets of rules, since
   * each costs a look-up for every packet; call `reset` then.
   */
  update(entries: readonly Entry[]): Delta
  /** Compiles all facts again, after an update that failed or was rolled back. */
  reset(): void
}

/** For each packet the kernel looks into every set of rules, and libnftables lists all of them for a change. */
const MOST_RULE_SETS = 512

export function openCompiler(facts: Facts): Compiler {
  let rules = openRules(facts)
  let { frame, members } = compileHome(facts, rules.sets)
  return {
    reset() {
      rules = openRules(facts)
      ;({ frame, members } = compileHome(facts, rules.sets))
    },
    get network() {
      return { frame, members, slots: rules.slots }
    },
    update(entries) {
      const before = frame
      const slots = rules.update(entries)
      if (rules.sets.length > Math.max(MOST_RULE_SETS, before.ruleSets.length))
        throw new Invalid(phrase('firewall.tooManyRuleKinds', MOST_RULE_SETS))
      if (rules.sets !== before.ruleSets || entries.some((entry) => touchesFrame(entry, facts)))
        frame = compileFrame(facts, rules.sets)
      const touched = [
        ...(reachesAll(before, frame) ? identitiesOf(facts) : []),
        ...entries.flatMap((entry) => identitiesIn(entry, facts)),
        ...usersOf(entries, frame, facts),
      ]
      const changed: { before: Member | undefined; after: Member | undefined }[] = []
      for (const identity of new Set([...touched, ...gone(entries)])) {
        const had = members.get(identity)
        const after = compileMember(identity, facts, frame)
        if (after) members.set(identity, after)
        else members.delete(identity)
        if (had || after) changed.push({ before: had, after })
      }
      return { frame: frame === before ? undefined : { before, after: frame }, members: changed, slots }
    },
  }
}

const FRAME_TABLES = new Set([
  'groups',
  'interfaces',
  'radios',
  'wifiUplinks',
  'ppps',
  'tunnels',
  'exits',
  'sites',
  'tunnelStates',
  'exitAddresses',
  'settings',
  'uplinkLeases',
  'uplinkHealth',
  'uplinkStates',
  'downLinks',
  'customInterfaces',
  'plugins',
  'hostnames',
  'blockLists',
  'overrideLists',
  'overrides',
  'pauses',
  'setupNetworks',
  'pfwRules',
  'pfwNetworks',
  'pfwHosts',
  'blockedNetworks',
  'personas',
])
const MEMBER_TABLES = new Set(['devices', 'stations', 'leases', 'setupLeases'])
/** Tables whose rows belong to the device with this VPN key. */
const PEER_TABLES = new Set(['peers', 'vpnPeers'])

/** Links of stations come and go with them; of links only uplinks matter, for their MTU. */
const touchesFrame = (entry: Entry, { interfaces }: Pick<Facts, 'interfaces'>): boolean =>
  FRAME_TABLES.has(entry.table) ||
  (entry.table === 'links' && interfaces.get(entry.key)?.Type === 'Uplink') ||
  retags(entry)
const identitiesIn = ({ table, key }: Entry, { devices }: Pick<Facts, 'devices'>): string[] => {
  const peer = PEER_TABLES.has(table) ? devices.by('WGPubKey', key) : undefined
  return peer ? [keyOfDevice(peer)] : MEMBER_TABLES.has(table) ? [key] : []
}
/** The devices that rules with changed states are about. */
function* usersOf(entries: readonly Entry[], { pfw }: Frame, { devices }: Pick<Facts, 'devices'>): Generator<string> {
  const changed = new Set(entries.filter(({ table }) => table === 'pfwStates').map(({ key }) => key))
  const rules = changed.size > 0 ? pfw.filter(({ id }) => changed.has(id)) : []
  if (rules.length === 0) return
  for (const [identity, device] of devices) if (rules.some((rule) => concernsDevice(rule, device))) yield identity
}
const gone = (entries: readonly Entry[]): string[] =>
  entries.filter(({ table, after }) => table === 'devices' && after === undefined).map(({ key }) => key)

/** Whether a change of the frame affects every member: of links, networks, groups or tags. */
const reachesAll = (before: Frame, after: Frame): boolean =>
  before !== after &&
  (before.wired.join() !== after.wired.join() ||
    before.down.join() !== after.down.join() ||
    serverOf(before)?.link !== serverOf(after)?.link ||
    before.setup?.radio !== after.setup?.radio ||
    exitUsers(before) !== exitUsers(after) ||
    siteDevices(before) !== siteDevices(after) ||
    pfwText(before) !== pfwText(after) ||
    before.tags.join('\n') !== after.tags.join('\n') ||
    before.groups.map(({ name }) => name).join('\n') !== after.groups.map(({ name }) => name).join('\n') ||
    before.nets.map((net) => `${net.base}/${net.prefix}`).join() !==
      after.nets.map((net) => `${net.base}/${net.prefix}`).join())

const siteDevices = ({ sites }: Frame): string =>
  JSON.stringify(sites.map(({ link, users, shared }) => [link, users, shared]))

const exitUsers = ({ exits }: Frame): string =>
  JSON.stringify(exits.map(({ number, all, users, rule }) => [number, all, users, rule]))
