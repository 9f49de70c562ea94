import { nextTurn } from '../../machine/turns.ts'
import { csvLine } from '../../values/csv.ts'
import type { Ip } from '../../values/ip.ts'
import type { DnsLog } from './log.ts'
import type { DnsLogRecord } from './record.ts'
import { withoutDot } from './settings.ts'

interface Filter {
  readonly client?: Ip | undefined
  readonly name?: string | undefined
  readonly result?: DnsLogRecord['Type'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const HEAD = ['Time', 'Client', 'Device', 'Name', 'Type', 'Result', 'Answer', 'Reason'] as const

function matcherOf({ name, result, from, to }: Filter): (record: DnsLogRecord) => boolean {
  const text = name?.toLowerCase()
  const [first, end] = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)))
  return ({ FirstName, Type, Timestamp }) => {
    const time = Date.parse(Timestamp)
    return (
      (text === undefined || withoutDot(FirstName).includes(text)) &&
      (result === undefined || Type === result) &&
      (first === undefined || time >= first) &&
      (end === undefined || time < end)
    )
  }
}

/** The stored queries that match, client by client, as CSV. Each client is read in a turn of the event loop. */
export async function* csvOf({
  query,
  log,
  nameOf,
}: {
  readonly query: Filter
  readonly log: Pick<DnsLog, 'records' | 'clients'>
  readonly nameOf: (client: Ip) => string
}): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(HEAD))
  const matches = matcherOf(query)
  for (const client of query.client === undefined ? log.clients() : [query.client]) {
    await nextTurn()
    const device = nameOf(client)
    const lines = log.records(client).flatMap((record) => {
      if (!matches(record)) return []
      const { Timestamp, FirstName, Q, Type, FirstAnswer, Reason } = record
      return csvLine([Timestamp, client, device, withoutDot(FirstName), Q[0]?.Qtype ?? '', Type, FirstAnswer, Reason])
    })
    if (lines.length > 0) yield Buffer.from(lines.join(''))
  }
}
