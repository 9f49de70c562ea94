import type { DnsLogRecord } from '../../../model/dns/querylog/record.ts'
import { csvLine } from '../../../values/csv.ts'
import { withoutDot } from '../../../values/domain.ts'

const HEAD = ['Time', 'Client', 'Device', 'Name', 'Type', 'Result', 'Answer', 'Reason'] as const

const clientOf = ({ Remote }: DnsLogRecord): string => Remote.slice(0, Remote.lastIndexOf(':'))

/** Queries as CSV, some at a time. `nameOf` returns the name of the device with an address. */
export async function* csvOf(
  found: AsyncIterable<readonly DnsLogRecord[]>,
  nameOf: (client: string) => string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(HEAD))
  for await (const records of found) {
    const lines = records.map((record) => {
      const { Timestamp, FirstName, Q, Type, FirstAnswer, Reason } = record
      const client = clientOf(record)
      const query = [withoutDot(FirstName), Q[0]?.Qtype ?? '', Type, FirstAnswer, Reason]
      return csvLine([Timestamp, client, nameOf(client), ...query])
    })
    yield Buffer.from(lines.join(''))
  }
}

/** Queries as a list in JSON, some at a time. */
export async function* jsonOf(found: AsyncIterable<readonly DnsLogRecord[]>): AsyncGenerator<string> {
  let before = '['
  for await (const records of found) {
    if (records.length === 0) continue
    yield before + records.map((record) => JSON.stringify(record)).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]' : ']'
}
