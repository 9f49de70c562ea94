import type { QueryDecision, QueryFilter } from '../../../model/dns/querylog/filter.ts'
import type { Result } from '../../../model/dns/querylog/record.ts'
import type { Facts } from '../../../store/facts.ts'
import { addressIn } from '../../../store/querylog/answers.ts'
import { withoutDot } from '../../../values/domain.ts'

/** The filters of a call. */
interface GivenFilters {
  readonly client?: string | undefined
  readonly name?: string | undefined
  readonly search?: string | undefined
  readonly result?: Result | undefined
  readonly decision?: QueryDecision | undefined
  /** RFC 3339. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Returns what the log is searched for. Words of a search also match the names of devices. */
export const openFilters =
  (facts: Pick<Facts, 'devices'>) =>
  ({ client, name, search, result, decision, from, to }: GivenFilters): QueryFilter => {
    const given = search?.trim().split(/\s+/) ?? []
    const wordOf = (text: string) => ({ text, clients: new Set(clientsNamed(facts, text.toLowerCase())) })
    const addresses = given.flatMap((text) => addressIn(text) ?? [])
    return {
      clients: client === undefined ? undefined : new Set([client]),
      name: name && withoutDot(name),
      words: given.filter((text) => addressIn(text) === undefined).map(wordOf),
      answers: addresses.map(wordOf),
      result,
      decision,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
    }
  }

const clientsNamed = (facts: Pick<Facts, 'devices'>, text: string): string[] =>
  [...facts.devices.values()].flatMap(({ Name, RecentIP }) =>
    RecentIP && Name.toLowerCase().includes(text) ? [RecentIP] : [],
  )
