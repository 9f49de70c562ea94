import type { Network } from '../../compiler/network.ts'
import { phraseOf, Refused } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Machine } from '../../machine/machine.ts'
import { inTurns } from '../../machine/turns.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import { type Driver, driftOf, itemOf } from '../driver.ts'
import { changeOf } from './change.ts'
import {
  keyOfLinkItem,
  type LinkItem,
  type LinkItems,
  type LinkStep,
  type NetlinkItem,
  type SettingItem,
} from './item.ts'
import { type ListingScope, readLinkState } from './listing.ts'
import { contradict } from './notices.ts'
import { addressItems } from './routing.ts'
import { slashed } from './settings.ts'
import { driverLinksOf, frameItems, memberItems } from './wanted.ts'

/** So many are looked at in a turn of the event loop, which takes about a millisecond. */
const MEMBERS_AT_ONCE = 100

type LinksMachine = Pick<
  Machine,
  'run' | 'changeLinks' | 'readInputGuards' | 'readRoutes' | 'readSysctl' | 'watchRouting' | 'writeSysctl'
>

/** Links, addresses, neighbours, routes and the kernel's settings for them. */
export function linksDriver(machine: LinksMachine): Driver<LinkItem> {
  return {
    name: 'links',
    frame: frameItems,
    member: memberItems,
    read: async (network) => readLinkState(machine, await scopeOf(network)),
    watch: (changed, network) =>
      machine.watchRouting((notices) => {
        if (contradict(machine, notices, network())) changed()
      }),
    foreign: exceptRecreated,
    async apply(steps) {
      const settings = steps.filter(isOfSetting)
      // A link that is no longer ours is left up: another program may use it.
      const changes = withoutConsequences(steps.filter(isOfNetlink))
        .filter(({ had, value }) => value !== undefined || had?.kind !== 'up')
        .sort(byOrder)
      return [...(await change(machine, changes)), ...settings.flatMap((step) => writeSetting(machine, step))]
    },
  }
}

const isOfSetting = (step: LinkStep): step is LinkStep<SettingItem> => itemOf(step).kind === 'sysctl'
const isOfNetlink = (step: LinkStep): step is LinkStep<NetlinkItem> => !isOfSetting(step)

async function scopeOf(network: Network): Promise<ListingScope> {
  const { frame, members } = network
  const readdressed = new Set(frame.readdressed.map(({ link }) => link))
  const settings = new Set<string>()
  const enlarged = new Set<string>()
  const collect = (items: LinkItems): void => {
    for (const item of items.values()) {
      if (item.kind === 'sysctl') settings.add(item.name)
      if (item.kind === 'mtu') enlarged.add(item.link)
    }
  }
  collect(frameItems(frame))
  await inTurns(members.values(), MEMBERS_AT_ONCE, (member) => collect(memberItems(member, frame)))
  return { links: driverLinksOf(network), nets: frame.nets, down: frame.down, readdressed, enlarged, settings }
}

/** Removals come before additions, links before their addresses and routes. The sort is stable. */
const ORDER: readonly NetlinkItem['kind'][] = [
  'bridge',
  'vlan',
  'mac',
  'mtu',
  'up',
  'address',
  'connected',
  'local',
  'stray',
  'neighbour',
  'route',
  'exit',
  'behind',
  'rule',
  'input guard',
  'down',
]
const byOrder = (a: LinkStep<NetlinkItem>, b: LinkStep<NetlinkItem>): number => rank(a) - rank(b)
const rank = (step: LinkStep<NetlinkItem>): number => {
  const kind = ORDER.indexOf(itemOf(step).kind)
  return step.value === undefined ? -kind : kind + 1
}

/**
 * Omits steps that the kernel makes itself: it adds and removes an address's routes with the address. Connected routes are added
 * anyway: that of an existing address may be missing, for example after a change that was undone.
 */
function withoutConsequences(steps: readonly LinkStep<NetlinkItem>[]): readonly LinkStep<NetlinkItem>[] {
  const ofAddresses = new Map<string, boolean>()
  for (const step of steps) {
    const item = itemOf(step)
    if (item.kind === 'address')
      for (const consequence of addressItems(item))
        ofAddresses.set(keyOfLinkItem(consequence), step.value !== undefined)
  }
  return steps.filter((step) => {
    const { key, had, value } = step
    const { kind } = itemOf(step)
    return (
      kind === 'address' ||
      (kind === 'connected' && value !== undefined) ||
      ofAddresses.get(key) !== (value !== undefined) ||
      // A change of the source address is a separate step.
      (had !== undefined && value !== undefined)
    )
  })
}

async function change(
  machine: Pick<Machine, 'changeLinks'>,
  steps: readonly LinkStep<NetlinkItem>[],
): Promise<Drift[]> {
  if (steps.length === 0) return []
  const failures = await machine.changeLinks(steps.map(changeOf))
  return steps.flatMap((step, i) => {
    const { key, value } = step
    const failure = failures[i]
    if (!failure) return []
    // Hardware may have a smaller limit: the session then agrees on smaller packets.
    if (!failure.missing && itemOf(step).kind !== 'mtu') throw new Refused(phrase('machine.about', key, failure.reason))
    // Removing a link also removes its addresses, neighbours and routes.
    return value === undefined ? [] : [driftOf('links', key, verbatim(failure.reason))]
  })
}

function writeSetting(
  machine: Pick<Machine, 'readSysctl' | 'writeSysctl'>,
  { key, value: setting }: LinkStep<SettingItem>,
): Drift[] {
  // Settings of a removed link, and settings that this kernel does not have, need no undoing.
  if (setting === undefined || machine.readSysctl(setting.name) === undefined) return []
  try {
    machine.writeSysctl(setting.name, setting.value)
    return []
  } catch (error) {
    return [driftOf('links', key, phraseOf(error))]
  }
}

/**
 * The steps without those of links that exist anew: such a link has neither its address nor its settings. hostapd creates the link
 * of a station each time that it joins, and no other program changed anything.
 */
export function exceptRecreated(steps: readonly LinkStep[]): readonly LinkStep[] {
  const recreated = [...bareLinks(steps)].filter((link) => steps.some((step) => isSettingOf(link, step)))
  return steps.filter((step) => !recreated.some((link) => linkOf(step) === link || isSettingOf(link, step)))
}

/** Links that lack an address of theirs. */
function bareLinks(steps: readonly LinkStep[]): ReadonlySet<string> {
  const bare = new Set<string>()
  for (const { had, value } of steps)
    if (had === undefined && (value?.kind === 'address' || value?.kind === 'local')) bare.add(value.link)
  return bare
}

function isSettingOf(link: string, step: LinkStep): boolean {
  const item = itemOf(step)
  return item.kind === 'sysctl' && item.name.includes(`.conf.${slashed(link)}.`)
}

function linkOf(step: LinkStep): string | undefined {
  const item = itemOf(step)
  return 'link' in item ? item.link : undefined
}
