import { isDeepStrictEqual } from 'node:util'
import type { Delta } from '../compiler/compile.ts'
import type { Slot } from '../compiler/configrules.ts'
import type { Frame, Member, Network } from '../compiler/network.ts'
import type { Drift } from '../events/catalogue.ts'
import { inTurns } from '../machine/turns.ts'
import type { Phrase } from '../phrases/phrase.ts'

/** One unit of state that a driver keeps, as plain data. A driver compares items by value. */
export interface Item {
  readonly kind: string
}

/** Items by key. The key is shown as drift where an item differs from the kernel. */
export type Items<I = Item> = ReadonlyMap<string, I>

/** Sets the item of `key` to `value`, or removes it. `had` is the present item. At least one of the two is defined. */
export interface Step<I = Item> {
  readonly key: string
  readonly had: I | undefined
  readonly value: I | undefined
}

/** The item that a step adds, or else the one that it removes. */
export const itemOf = <I>({ value, had }: Step<I>): I => (value ?? had)!

/**
 * Keeps one part of the machine as the Network describes it: returns the items that it should have, reads the items that it
 * has, and applies the difference. `apply` returns drift, such as a link that is missing, and throws `Refused` only if the
 * kernel rejects an item.
 */
export interface Driver<I = Item> {
  readonly name: string
  /** The items of the frame. Pure. */
  frame(frame: Frame): Items<I>
  /** The items of one member; no two members have the same one. Pure. */
  member(member: Member, frame: Frame): Items<I>
  /** The items of one slot of rules. Pure. Undefined for drivers that do not handle rules. */
  slot?(slot: Slot): Items<I>
  /** The present items in the scope of the Network, with those that other programs added there. */
  read(network: Network): Promise<Items<I>>
  /**
   * Calls back when another program has changed this part of the machine. `undone`: keys of what was changed and is put back already.
   * Undefined where nothing reports that.
   */
  watch?(changed: (undone?: readonly string[]) => void, network: () => Network): Disposable
  /** Of the steps of a repair, those that undo a change by another program. Undefined: all of them. */
  foreign?(steps: readonly Step<I>[]): readonly Step<I>[]
  /** While it differs from the Network, connections may be admitted that are not permitted: they are ended after a repair. */
  readonly admits?: true
  /** Another thread does most of the work of `apply`. */
  readonly threaded?: true
  /** Applies steps, in one transaction where the kernel has one. Returns what could not be applied. */
  apply(steps: readonly Step<I>[]): Promise<readonly Drift[]>
  /** Removes everything that it keeps. Undefined: steps that remove all items do. */
  clear?(): Promise<void>
}

/** Drift with a message of the router as the reason. */
export const driftOf = (driver: string, what: string, reason: Phrase): Drift => ({
  ...{ driver, what, reason: String(reason), Coded: reason.toJSON() },
})

/** A turn of the event loop compares or makes so many, which takes about a millisecond. */
const ITEMS_AT_ONCE = 500
const PARTS_AT_ONCE = 50

/** The steps from one state to another: removals first. */
export const plan = <I>(have: Items<I>, want: Items<I>): Step<I>[] =>
  [...compared(have, want)].filter((step) => step !== undefined)

/** For each item of both states, the step that it needs; undefined for equal ones. Removals come first. */
function* compared<I>(have: Items<I>, want: Items<I>): Generator<Step<I> | undefined> {
  for (const [key, had] of have) yield want.has(key) ? undefined : { key, had, value: undefined }
  for (const [key, value] of want) {
    const had = have.get(key)
    yield isDeepStrictEqual(had, value) ? undefined : { key, had, value }
  }
}

/** All items of a Network. */
export function wantedItems<I>(driver: Driver<I>, network: Network): Items<I> {
  const items = new Map<string, I>()
  for (const part of partsOf(driver, network)) put(items, part)
  return items
}

/** The items of the frame, then of each member and of each slot. */
function* partsOf<I>(driver: Driver<I>, { frame, members, slots }: Network): Generator<Items<I>> {
  yield driver.frame(frame)
  for (const member of members.values()) yield driver.member(member, frame)
  if (driver.slot) for (const slot of slots.values()) yield driver.slot(slot)
}

function put<I>(into: Map<string, I>, items: Items<I>): void {
  for (const [key, item] of items) into.set(key, item)
}

/** The steps from what a driver has read to all items of a Network, in turns of the event loop. */
export async function planWhole<I>(driver: Driver<I>, have: Items<I>, network: Network): Promise<Step<I>[]> {
  const want = new Map<string, I>()
  await inTurns(partsOf(driver, network), PARTS_AT_ONCE, (items) => put(want, items))
  const steps: Step<I>[] = []
  await inTurns(compared(have, want), ITEMS_AT_ONCE, (step) => {
    if (step) steps.push(step)
  })
  return steps
}

/** The steps of one change. Compares only what the change touched. */
export function stepsOf<I>(
  driver: Driver<I>,
  delta: Delta,
  frames: { readonly before: Frame; readonly after: Frame },
): Step<I>[] {
  const items = (side: 'before' | 'after'): Items<I> => {
    const found = new Map(delta.frame ? driver.frame(delta.frame[side]) : [])
    for (const { [side]: member } of delta.members) if (member) put(found, driver.member(member, frames[side]))
    for (const { [side]: slot } of delta.slots) if (slot && driver.slot) put(found, driver.slot(slot))
    return found
  }
  return plan(items('before'), items('after'))
}
