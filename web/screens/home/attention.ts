import type { BlockListStatus } from '../../../router/features/dnsblock/lists/status.ts'
import type { Drift } from '../../../router/features/system/drift.ts'
import { lengthOf } from '../../parts/amount.ts'
import { homeTexts } from '../../texts/home.ts'
import type { Entry } from '../devices/entry.ts'

const words = homeTexts.attention

/** Below this, clocks agree well enough for one-time codes. */
const MOST_APART_SECONDS = 60

/** Something that does not put itself right, or not soon. */
export interface Concern {
  readonly key: string
  readonly title: string
  readonly hint: string
  /** The device to look at, where it is about one. */
  readonly identity?: string
}

/** Parts of the machine that the router could not make as they should be. */
export const astray = (drift: readonly Drift[]): Concern[] =>
  drift.map(({ driver, what, reason }) => ({
    key: `${driver} ${what}`,
    title: words.drift,
    hint: words.driftHint(what, reason),
  }))

/** Block lists that could not be fetched. What was there before still counts. */
export const failedLists = (lists: readonly BlockListStatus[]): Concern[] =>
  lists
    .filter(({ State }) => State === 'failed')
    .map((list) => ({ key: list.URI, title: words.list, hint: words.listHint(list.URI, list.Error) }))

/** The router's clock against this computer's, both in seconds since 1970. */
export function clocksApart(router: number, here: number): Concern[] {
  const gap = Math.abs(router - here)
  return gap > MOST_APART_SECONDS ? [{ key: 'clock', title: words.clock, hint: words.clockHint(lengthOf(gap)) }] : []
}

/** Devices that nobody has given a name or opened anything for. */
export function newcomers(entries: readonly Entry[]): Concern[] {
  const found = entries.filter(
    ({ device }) => device.Name === '' && device.Policies.length + device.Groups.length === 0,
  )
  const [first] = found
  if (!first) return []
  const { identity } = first
  return [{ key: 'newcomers', title: words.newcomers(found.length), hint: words.newcomersHint, identity }]
}
