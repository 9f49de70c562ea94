import type { BlockListStatus } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { bytesOf, countOf } from '../../../parts/values/amount.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { ago } from '../../home/devices/ago.ts'

const { listStatus: words } = dnsTexts

/** True during a download or compilation, when polling is useful. */
export const isUnderWay = ({ State }: BlockListStatus): boolean =>
  State === 'waiting' || State === 'fetching' || State === 'compiling'

/** The state of a list in one line; `now` in milliseconds. */
export function listStatusLine(status: BlockListStatus, now: number, language?: string): string {
  const { State, Entries, Bytes, FetchedAt, Error: reason, LeftOut } = status
  if (State === 'off') return words.off
  if (State === 'waiting') return words.waiting
  if (State === 'fetching') return words.fetching(bytesOf(Bytes, language))
  if (State === 'compiling') return words.compiling
  if (State === 'failed')
    return [words.failed(reason), Entries > 0 ? words.stillCounts : '', words.again].filter(Boolean).join(' ')
  const line = [
    words.names(countOf(Entries, language)),
    FetchedAt > 0 ? words.fetched(ago(new Date(FetchedAt * 1000), new Date(now), language)) : '',
    LeftOut > 0 ? words.full(countOf(LeftOut, language)) : '',
  ]
  return line.filter(Boolean).join(' · ')
}
