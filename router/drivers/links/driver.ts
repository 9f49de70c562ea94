import type { Network } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Driver, Items, Step } from '../driver.ts'
import { changeOf } from './change.ts'
import { frameItems, linksOf, memberItems } from './items.ts'
import { readLinkState, type Scope } from './listing.ts'
import { contradict } from './notices.ts'
import { addressItems } from './routing.ts'

type LinksMachine = Pick<
  Machine,
  'run' | 'changeLinks' | 'readInputGuards' | 'readRoutes' | 'readSysctl' | 'watchRouting' | 'writeSysctl'
>

/**
 * Links, addresses, neighbours, routes and the kernel's settings for them. Items: `bridge <link>`,
 * `vlan <link> <parent> <tag>`, `mac <link>` → MAC, `up <link>`, `down <link>`, `address <link> <address/prefix>`,
 * `connected <link> <net>` → source and `local <link> <ip>` for the routes that come with an address,
 * `neighbour <link> <ip>` → MAC, `route default metric <metric>` and `route default table <table>` → gateway, link and
 * source, `behind <link> <net> <gateway>` for what is behind a link of somebody else’s, or `itself` in place of a gateway,
 * `stray …` for a route of another program, `rule <priority> …` (`routing.ts`), `input guard <bits>` (`guard.ts`), `sysctl <name>` → value.
 */
export function linksDriver(machine: LinksMachine): Driver<string> {
  return {
    name: 'links',
    frame: frameItems,
    member: memberItems,
    read: (network) => readLinkState(machine, scopeOf(network)),
    watch: (changed, network) =>
      machine.watchRouting((notices) => {
        if (contradict(machine, notices, network())) changed()
      }),
    async apply(steps) {
      const settings = steps.filter(({ key }) => key.startsWith('sysctl '))
      // A link that is ours no longer is left up: what it is for now is not for us to say.
      const changes = withoutConsequences(steps)
        .filter(({ key, value }) => !key.startsWith('sysctl ') && !(key.startsWith('up ') && value === undefined))
        .sort(byOrder)
      return [...(await change(machine, changes)), ...settings.flatMap((step) => writeSetting(machine, step))]
    },
  }
}

function scopeOf(network: Network): Scope {
  const { frame, members } = network
  const readdressed = new Set(frame.readdressed.map(({ link }) => link))
  const settings = new Set<string>()
  const collect = (items: Items): void => {
    for (const key of items.keys()) if (key.startsWith('sysctl ')) settings.add(key.slice('sysctl '.length))
  }
  collect(frameItems(frame))
  for (const member of members.values()) collect(memberItems(member, frame))
  return { links: linksOf(network), nets: frame.nets, down: frame.down, readdressed, settings }
}

/** What goes, goes before what comes; links come before what is put on them. A `sort` keeps the order otherwise. */
const ORDER = [
  'bridge',
  'vlan',
  'mac',
  'up',
  'address',
  'connected',
  'local',
  'stray',
  'neighbour',
  'route',
  'behind',
  'rule',
  'input',
  'down',
]
const byOrder = (a: Step, b: Step): number => rank(a) - rank(b)
const rank = ({ key, value }: Step): number => {
  const kind = ORDER.indexOf(key.slice(0, key.indexOf(' ')))
  return value === undefined ? -kind : kind + 1
}

/**
 * The kernel makes and removes an address's routes with the address. A connected route is made all the same: of an address
 * that is there already, as after a change that was undone, it may be missing.
 */
function withoutConsequences(steps: readonly Step[]): readonly Step[] {
  const ofAddresses = new Map<string, boolean>()
  for (const { key, value } of steps) {
    const [kind, link = '', address = ''] = key.split(' ')
    if (kind === 'address')
      for (const [consequence] of addressItems(link, address)) ofAddresses.set(consequence, value !== undefined)
  }
  return steps.filter(
    ({ key, had, value }) =>
      key.startsWith('address ') ||
      (key.startsWith('connected ') && value !== undefined) ||
      ofAddresses.get(key) !== (value !== undefined) ||
      // Another source address is no consequence.
      (had !== undefined && value !== undefined),
  )
}

async function change(machine: Pick<Machine, 'changeLinks'>, steps: readonly Step[]): Promise<Drift[]> {
  if (steps.length === 0) return []
  const failures = await machine.changeLinks(steps.map(changeOf))
  return steps.flatMap(({ key, value }, i) => {
    const failure = failures[i]
    if (!failure) return []
    if (!failure.missing) throw new Refused(`${key}: ${failure.reason}`)
    // Whoever takes a link away takes along what was on it.
    return value === undefined ? [] : [{ driver: 'links', what: key, reason: failure.reason }]
  })
}

function writeSetting(machine: Pick<Machine, 'readSysctl' | 'writeSysctl'>, { key, value }: Step): Drift[] {
  const name = key.slice('sysctl '.length)
  // Settings of a link go with it, and need no undoing; one that this kernel does not have needs none either.
  if (value === undefined || machine.readSysctl(name) === undefined) return []
  try {
    machine.writeSysctl(name, value)
    return []
  } catch (error) {
    return [{ driver: 'links', what: key, reason: error instanceof Error ? error.message : String(error) }]
  }
}
