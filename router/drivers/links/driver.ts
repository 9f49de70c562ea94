import { isDisabled } from '../../compiler/ends.ts'
import type { Frame, Member, Network } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Machine } from '../../machine/machine.ts'
import { numberToIp } from '../../values/ip.ts'
import { formatSubnet } from '../../values/subnet.ts'
import type { Driver, Items, Step } from '../driver.ts'
import { changeOf } from './change.ts'
import { guardItems } from './guard.ts'
import { LOOP, readLinkState, type Scope } from './listing.ts'
import { routingItems } from './routing.ts'
import { GENERAL_SETTINGS, householdSettings, linkSettings, type Settings, uplinkSettings } from './settings.ts'

/**
 * Links, addresses, neighbours, routes and the kernel's settings for them. Items: `bridge <link>`,
 * `vlan <link> <parent> <tag>`, `mac <link>` → MAC, `up <link>`, `down <link>`, `address <link> <address/prefix>`,
 * `neighbour <link> <ip>` → MAC, `route default metric <metric>` and `route default table <table>` → gateway, link and
 * source, `behind <link> <net> <gateway>` for what is behind a link of somebody else’s, or `itself` in place of a gateway,
 * `rule <priority> …` (`routing.ts`), `input guard <bits>` (`guard.ts`), `sysctl <name>` → value.
 */
type LinksMachine = Pick<Machine, 'run' | 'changeLinks' | 'readInputGuards' | 'readSysctl' | 'writeSysctl'>

export function linksDriver(machine: LinksMachine): Driver {
  return {
    name: 'links',
    frame: frameItems,
    member: memberItems,
    read: (network) => readLinkState(machine, scopeOf(network)),
    async apply(steps) {
      const settings = steps.filter(({ key }) => key.startsWith('sysctl '))
      // A link that is ours no longer is left up: what it is for now is not for us to say.
      const changes = steps
        .filter(({ key, value }) => !key.startsWith('sysctl ') && !(key.startsWith('up ') && value === undefined))
        .sort(byOrder)
      return [...(await change(machine, changes)), ...settings.flatMap((step) => writeSetting(machine, step))]
    },
  }
}

function frameItems(frame: Frame): Items {
  const items = new Map([[`bridge ${LOOP}`, ''], [`up ${LOOP}`, ''], ...settingItems(GENERAL_SETTINGS), ...guardItems])
  const use = (link: string, settings: Settings): void => {
    for (const [key, value] of [[`up ${link}`, ''] as const, ...settingItems(settings)]) items.set(key, value)
  }
  for (const net of frame.nets) items.set(`address ${LOOP} ${numberToIp(net.base + 1)}/${net.prefix}`, '')
  for (const { link, parent, tag } of frame.vlans) {
    items.set(`vlan ${link} ${parent} ${tag}`, '')
    use(parent, linkSettings(parent))
  }
  for (const link of frame.wired) use(link, householdSettings(link))
  for (const { link, address, additional } of frame.uplinks) {
    use(link, uplinkSettings(link))
    for (const one of [...(address ? [address] : []), ...additional]) items.set(`address ${link} ${one}`, '')
  }
  for (const { link, address } of frame.additional) items.set(`address ${link} ${address}`, '')
  for (const link of frame.down) items.set(`down ${link}`, '')
  for (const { link, mac } of frame.readdressed) items.set(`mac ${link}`, mac)
  for (const [key, value] of routingItems(frame)) items.set(key, value)
  for (const { link, net, via } of frame.providerRoutes)
    items.set(`behind ${link} ${formatSubnet(net)} ${via ?? 'itself'}`, '')
  for (const { link, net, via } of frame.customs.filter((one) => !isDisabled(one) && !frame.down.includes(one.link)))
    items.set(`behind ${link} ${formatSubnet(net)} ${via || 'itself'}`, '')
  return items
}

function memberItems({ place }: Member, frame: Frame): Items {
  if (!place) return new Map()
  const linkOfItsOwn = frame.wired.includes(place.link)
    ? []
    : [[`up ${place.link}`, ''] as const, ...settingItems(householdSettings(place.link))]
  return new Map([
    ...linkOfItsOwn,
    [`address ${place.link} ${place.routerIp}/30`, ''],
    [`neighbour ${place.link} ${place.ip}`, place.mac],
  ])
}

const settingItems = (settings: Settings) => settings.map(([name, value]) => [`sysctl ${name}`, value] as const)

/** Where this driver is at home: nothing is read, and so nothing removed, on any other link. */
function scopeOf(network: Network): Scope {
  const { frame, members } = network
  const links = new Set([
    LOOP,
    ...frame.wired,
    ...frame.uplinks.map(({ link }) => link),
    ...frame.vlans.map(({ parent }) => parent),
  ])
  const readdressed = new Set(frame.readdressed.map(({ link }) => link))
  const settings = new Set<string>()
  const collect = (items: Items): void => {
    for (const key of items.keys()) if (key.startsWith('sysctl ')) settings.add(key.slice('sysctl '.length))
  }
  collect(frameItems(frame))
  for (const member of members.values()) {
    if (member.place) links.add(member.place.link)
    collect(memberItems(member, frame))
  }
  return { links, down: frame.down, readdressed, settings }
}

/** What goes, goes before what comes; links come before what is put on them. A `sort` keeps the order otherwise. */
const ORDER = ['bridge', 'vlan', 'mac', 'up', 'address', 'neighbour', 'route', 'behind', 'rule', 'input', 'down']
const byOrder = (a: Step, b: Step): number => rank(a) - rank(b)
const rank = ({ key, value }: Step): number => {
  const kind = ORDER.indexOf(key.slice(0, key.indexOf(' ')))
  return value === undefined ? -kind : kind + 1
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
