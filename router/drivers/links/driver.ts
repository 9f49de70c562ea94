import type { Frame, Member, Network } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Machine } from '../../machine/machine.ts'
import { numberToIp } from '../../values/ip.ts'
import type { Driver, Items, Step } from '../driver.ts'
import { changeOf } from './change.ts'
import { LOOP, readLinkState, routeValue, type Scope } from './listing.ts'

/**
 * Links, addresses, neighbours, routes and the kernel's settings for them. Items:
 * `bridge <link>`, `up <link>`, `address <link> <address/prefix>`, `neighbour <link> <ip>` → MAC,
 * `route <destination>` → gateway and link, `sysctl <name>` → value.
 */
export function linksDriver(machine: Pick<Machine, 'run' | 'changeLinks' | 'readSysctl' | 'writeSysctl'>): Driver {
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
  const items = new Map<string, string>([
    [`bridge ${LOOP}`, ''],
    [`up ${LOOP}`, ''],
    [`sysctl net.ipv6.conf.${LOOP}.disable_ipv6`, '1'],
    ['sysctl net.ipv4.ip_forward', '1'],
    ['sysctl net.ipv4.conf.all.send_redirects', '0'],
    ['sysctl net.netfilter.nf_conntrack_acct', '1'],
  ])
  for (const net of frame.nets) items.set(`address ${LOOP} ${numberToIp(net.base + 1)}/${net.prefix}`, '')
  for (const link of frame.wired) {
    items.set(`up ${link}`, '')
    for (const [name, value] of householdSettings(link)) items.set(`sysctl ${name}`, value)
  }
  frame.uplinks.forEach(({ link, address, router }, order) => {
    items.set(`up ${link}`, '')
    for (const [name, value] of linkSettings(link)) items.set(`sysctl ${name}`, value)
    if (address) items.set(`address ${link} ${address}`, '')
    if (address && router)
      items.set(`route default metric ${order + 100}`, routeValue(router, link, address.replace(/\/.*/, '')))
  })
  return items
}

function memberItems({ place }: Member, frame: Frame): Items {
  if (!place) return new Map()
  const linkOfItsOwn: [string, string][] = frame.wired.includes(place.link)
    ? []
    : [
        [`up ${place.link}`, ''],
        ...householdSettings(place.link).map(([name, value]): [string, string] => [`sysctl ${name}`, value]),
      ]
  return new Map([
    ...linkOfItsOwn,
    [`address ${place.link} ${place.routerIp}/30`, ''],
    [`neighbour ${place.link} ${place.ip}`, place.mac],
  ])
}

/**
 * Every link speaks IPv4 alone, answers ARP only for the addresses it has itself (towards the provider, any other answer
 * would tell who is in the home), and lets nobody else decide what way packets take.
 */
const linkSettings = (link: string): [string, string][] => {
  const ipv4 = `net.ipv4.conf.${slashed(link)}`
  return [
    [`net.ipv6.conf.${slashed(link)}.disable_ipv6`, '1'],
    [`${ipv4}.arp_ignore`, '1'],
    [`${ipv4}.arp_announce`, '2'],
    [`${ipv4}.send_redirects`, '0'],
    [`${ipv4}.accept_redirects`, '0'],
    [`${ipv4}.accept_source_route`, '0'],
  ]
}

/** Household devices' addresses are told to a link, not learned: RFC 826 trusts whoever speaks first. */
const householdSettings = (link: string): [string, string][] => [
  ...linkSettings(link),
  [`net.ipv4.conf.${slashed(link)}.arp_filter`, '1'],
  // The check of address, link and MAC is stricter; a reverse path filter set by the host would only get in the way.
  [`net.ipv4.conf.${slashed(link)}.rp_filter`, '0'],
]

/** A dot in a link's name is written as a slash where dots separate: sysctl(8). */
const slashed = (link: string): string => link.replaceAll('.', '/')

/** Where this driver is at home: nothing is read, and so nothing removed, on any other link. */
function scopeOf(network: Network): Scope {
  const { frame, members } = network
  const links = new Set([LOOP, ...frame.wired, ...frame.uplinks.map(({ link }) => link)])
  const settings = new Set<string>()
  const collect = (items: Items): void => {
    for (const key of items.keys()) if (key.startsWith('sysctl ')) settings.add(key.slice('sysctl '.length))
  }
  collect(frameItems(frame))
  for (const member of members.values()) {
    if (member.place) links.add(member.place.link)
    collect(memberItems(member, frame))
  }
  return { links, settings }
}

/** What goes, goes before what comes; links come before what is put on them. A `sort` keeps the order otherwise. */
const ORDER = ['bridge', 'up', 'address', 'neighbour', 'route']
const byOrder = (a: Step, b: Step): number => rank(a) - rank(b)
const rank = ({ key, value }: Step): number => {
  const kind = ORDER.indexOf(key.slice(0, key.indexOf(' ')))
  return value === undefined ? -kind : kind + 1
}

async function change(machine: Pick<Machine, 'changeLinks'>, steps: readonly Step[]): Promise<Drift[]> {
  if (steps.length === 0) return []
  const failures = await machine.changeLinks(steps.map(changeOf))
  return steps.flatMap(({ key }, i) => {
    const failure = failures[i]
    if (!failure) return []
    if (!failure.missing) throw new Refused(`${key}: ${failure.reason}`)
    return [{ driver: 'links', what: key, reason: failure.reason }]
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
