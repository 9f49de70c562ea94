import type { Household, HouseholdMember } from '../../../messages/events/household.ts'
import { type EventLine, linesOf } from '../../../messages/events/lines.ts'
import type { ListedEvent } from '../../../messages/events/storedEvent.ts'

/** The dropped packets of one sender. */
export interface Sender {
  /** The time of the newest packet. */
  readonly at: string
  readonly key: string
  readonly name: string
  /** Undefined for a sender that is not a device of the household. */
  readonly known: HouseholdMember | undefined
  readonly count: number
  /** One for each reason and destination, the most frequent first. */
  readonly lines: readonly EventLine[]
}

/** Groups dropped packets by sender, the one with the most packets first. */
export function sendersOf(packets: readonly ListedEvent[], household: Household): Sender[] {
  const senders = new Map<string, EventLine[]>()
  for (const line of linesOf(packets, household, Number.POSITIVE_INFINITY)) {
    const { subject } = line.described
    const key = household.find(subject)?.identity ?? household.nameOf(subject)
    senders.set(key, [...(senders.get(key) ?? []), line])
  }
  return [...senders]
    .map(([key, lines]): Sender => {
      const subject = lines[0]?.described.subject
      return {
        at: lines[0]?.at ?? '',
        key,
        name: household.nameOf(subject),
        known: household.find(subject),
        count: lines.reduce((sum, { count }) => sum + count, 0),
        lines: lines.toSorted((a, b) => b.count - a.count),
      }
    })
    .sort((a, b) => b.count - a.count)
}
