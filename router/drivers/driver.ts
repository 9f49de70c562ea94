import { isDeepStrictEqual } from 'node:util'
import type { Delta } from '../compiler/compile.ts'
import type { Frame, Member, Network } from '../compiler/network.ts'
import type { Slot } from '../compiler/rules.ts'
import type { Drift } from '../events/catalogue.ts'

/** One thing that a driver keeps: an object of plain data. Equal items mean nothing to do. */
export interface Item {
  readonly kind: string
}

/** Items by what they are. People see the key where an item differs from what it should be. */
export type Items<I = Item> = ReadonlyMap<string, I>

/** Make `key` be `value`, or be gone. `had` is what is there now. Not both are undefined. */
export interface Step<I = Item> {
  readonly key: string
  readonly had: I | undefined
  readonly value: I | undefined
}

/** What a step is about: the item that comes, or else the one that goes. */
export const itemOf = <I>({ value, had }: Step<I>): I => (value ?? had)!

/**
 * One part of the machine, made so. A driver says which items a frame or a member calls for, reads which there are, and
 * applies the difference. Applying may leave **drift** (a link that is not there); it throws `Refused` only when the
 * kernel will not have what was asked.
 */
export interface Driver<I = Item> {
  readonly name: string
  /** Items that the frame calls for. Pure. */
  frame(frame: Frame): Items<I>
  /** Items that one member calls for; no two members call for the same one. Pure. */
  member(member: Member, frame: Frame): Items<I>
  /** Items that the rules of one slot call for. Pure. Absent in drivers that rules are none of the business of. */
  slot?(slot: Slot): Items<I>
  /** What is there now where the Network has its parts, with what strangers have added there. */
  read(network: Network): Promise<Items<I>>
  /** Calls back when another program has changed this part of the machine. Absent where nothing reports that. */
  watch?(changed: () => void, network: () => Network): Disposable
  /** Connections may have been admitted while it differed from the Network: those not permitted are ended after a repair. */
  readonly admits?: true
  /** Another thread does most of the work of `apply`. */
  readonly threaded?: true
  /** Make it so, in one transaction where the kernel has one. */
  apply(steps: readonly Step<I>[]): Promise<readonly Drift[]>
}

/** The steps from one state to another: what goes first, then what comes. */
export function plan<I>(have: Items<I>, want: Items<I>): Step<I>[] {
  const steps: Step<I>[] = []
  for (const [key, had] of have) if (!want.has(key)) steps.push({ key, had, value: undefined })
  for (const [key, value] of want) {
    const had = have.get(key)
    if (!isDeepStrictEqual(had, value)) steps.push({ key, had, value })
  }
  return steps
}

/** All that a Network calls for. */
export function wants<I>(driver: Driver<I>, { frame, members, slots }: Network): Items<I> {
  const items = new Map(driver.frame(frame))
  const add = (more: Items<I>): void => {
    for (const [key, value] of more) items.set(key, value)
  }
  for (const member of members.values()) add(driver.member(member, frame))
  if (driver.slot) for (const slot of slots.values()) add(driver.slot(slot))
  return items
}

/** The steps of one change: only the parts of the Network that it touched are compared. */
export function stepsOf<I>(
  driver: Driver<I>,
  delta: Delta,
  frames: { readonly before: Frame; readonly after: Frame },
): Step<I>[] {
  const items = (side: 'before' | 'after'): Items<I> => {
    const found = new Map(delta.frame ? driver.frame(delta.frame[side]) : [])
    const add = (more: Items<I>): void => {
      for (const [key, value] of more) found.set(key, value)
    }
    for (const { [side]: member } of delta.members) if (member) add(driver.member(member, frames[side]))
    for (const { [side]: slot } of delta.slots) if (slot && driver.slot) add(driver.slot(slot))
    return found
  }
  return plan(items('before'), items('after'))
}
