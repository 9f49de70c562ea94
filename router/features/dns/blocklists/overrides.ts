import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { GivenOverride } from '../../../model/dns/blocklists/given.ts'
import { DEFAULT_LIST, keyOfOverride } from '../../../model/dns/blocklists/key.ts'
import {
  defaultList,
  type KeptOverride,
  listsInOrder,
  MOST_OVERRIDE_LISTS,
  MOST_OVERRIDES,
  type Override,
  type OverrideList,
  remainderOf,
  suspendedBy,
} from '../../../model/dns/blocklists/override.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'

/** A number above this is a time of day, one below it a number of seconds from now. */
const LONGEST_FROM_NOW_S = 1_000_000_000

/** When it ends, in Unix seconds; 0 for never. Throws `Invalid` for what is over. */
export function expirationOf(seconds: number, nowMs: number): number {
  const now = Math.floor(nowMs / 1000)
  const end = seconds === 0 || seconds > LONGEST_FROM_NOW_S ? seconds : now + seconds
  if (end !== 0 && end <= now) throw new Invalid(phrase('dns.expirationPassed'), 'Expiration')
  return end
}

/** Deletes an override. The permanent one that it suspended applies again. */
export function endOverride(draft: Draft, key: string, kept: KeptOverride): void {
  const remainder = remainderOf(kept)
  if (remainder) draft.overrides.put(key, remainder)
  else draft.overrides.remove(key)
}

/** What is done to overrides and to their lists. */
export function openOverrideBook({ facts, change }: Pick<Core, 'facts' | 'change'>, now: () => number) {
  const listOf = (draft: Draft, name: string): OverrideList =>
    draft.overrideLists.get(name) ?? (name === DEFAULT_LIST ? defaultList() : unknownList(name))
  const listsIn = (draft: Draft): OverrideList[] =>
    listsInOrder([...draft.overrideLists.rows()].map(([, list]) => list))
  /** A list as it begins: enabled, for all devices, the last to be asked. */
  const freshList = (Name: string, lists: readonly OverrideList[]): OverrideList => {
    if (lists.length >= MOST_OVERRIDE_LISTS) throw new Invalid(phrase('dns.overrideListsFull', MOST_OVERRIDE_LISTS))
    return { Name, Enabled: true, Tags: [], Order: Math.max(...lists.map(({ Order }) => Order)) + 1 }
  }
  const inList = (draft: Draft, name: string): [string, KeptOverride][] =>
    [...draft.overrides.rows()].filter(([, { List }]) => List === name)

  return {
    put: (List: string, { Tags, ...given }: GivenOverride) =>
      change((draft) => {
        const lists = listsIn(draft)
        if (!lists.some(({ Name }) => Name === List)) draft.overrideLists.put(List, freshList(List, lists))
        const Expiration = expirationOf(given.Expiration, now())
        const kept: KeptOverride = { ...given, Expiration, Tags: Tags ?? [], List }
        const key = keyOfOverride(kept)
        const before = draft.overrides.get(key)
        if (!before && facts.overrides.size >= MOST_OVERRIDES)
          throw new Invalid(phrase('dns.overridesFull', MOST_OVERRIDES))
        const Suspended = suspendedBy(kept, before)
        draft.overrides.put(key, { ...kept, ...(Suspended && { Suspended }) })
      }),

    remove: (List: string, choice: { Domain: string; ClientIP: string; Type?: Override['Type'] | null | undefined }) =>
      change((draft) => {
        listOf(draft, List)
        const key = keyOfOverride({ List, ...choice })
        const kept = draft.overrides.get(key)
        if (!kept || (choice.Type && choice.Type !== kept.Type))
          throw new NotFound(phrase('dns.overrideUnknown', List, choice.Domain))
        endOverride(draft, key, kept)
      }),

    putList: (
      name: string,
      given: { Name?: string | null | undefined; Enabled?: boolean | undefined; Tags?: string[] | null | undefined },
    ) =>
      change((draft) => {
        const Name = given.Name ?? name
        const lists = listsIn(draft)
        const before = lists.find((list) => list.Name === name)
        if (Name !== name && name === DEFAULT_LIST)
          throw new Invalid(phrase('dns.defaultListNameFixed', DEFAULT_LIST), 'Name')
        if (Name !== name && lists.some((list) => list.Name === Name))
          throw new Invalid(phrase('dns.overrideListNameTaken'), 'Name')
        const { Enabled, Tags, Order } = before ?? freshList(Name, lists)
        if (before && Name !== name) {
          draft.overrideLists.remove(name)
          for (const [key, kept] of inList(draft, name)) {
            draft.overrides.remove(key)
            draft.overrides.put(keyOfOverride({ ...kept, List: Name }), { ...kept, List: Name })
          }
        }
        draft.overrideLists.put(Name, { Name, Enabled: given.Enabled ?? Enabled, Tags: given.Tags ?? Tags, Order })
      }),

    removeList: (name: string) =>
      change((draft) => {
        if (name === DEFAULT_LIST) throw new Invalid(phrase('dns.defaultListNotRemovable', DEFAULT_LIST), 'list')
        listOf(draft, name)
        for (const [key] of inList(draft, name)) draft.overrides.remove(key)
        draft.overrideLists.remove(name)
      }),
  }
}

const unknownList = (name: string): never => {
  throw new NotFound(phrase('dns.overrideListUnknown', JSON.stringify(name)))
}
