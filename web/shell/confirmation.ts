import { confirmTexts } from '../texts/access/confirm.ts'
import { list } from '../texts/list.ts'

type Say = (subject: string) => string

/** Calls whose change may have to be confirmed, and what each of them changes. */
const CALLS: readonly (readonly [RegExp, Say])[] = [
  [/^PUT \/link\/config (\S+)$/, confirmTexts.what.purpose],
  [/^PUT \/uplink\/ip (\S+)$/, confirmTexts.what.uplink],
  [/^PUT \/link\/ip (\S+)$/, confirmTexts.what.addresses],
  [/^PUT \/link\/vlan\/([^/]+)\/\w+$/, confirmTexts.what.vlan],
  [/^PUT \/ip\/link\/([^/]+)\/up$/, confirmTexts.what.up],
  [/^PUT \/ip\/link\/([^/]+)\/down$/, confirmTexts.what.down],
  [/^PUT \/subnetConfig$/, () => confirmTexts.what.nets],
  [/^(?:PUT|DELETE) \/firewall\/service_port (\S+)$/, confirmTexts.what.port],
]

/** Describes `PUT /link/config lan0, PUT /subnetConfig` for owners; calls without a description are unchanged. */
export function whatWords(what: string): string {
  const parts = what.split(', ').map((call) => {
    for (const [shape, say] of CALLS) {
      const match = shape.exec(call)
      if (match) return say(match[1] ?? '')
    }
    return call
  })
  return list(new Set(parts))
}

/** Formats seconds as `0:42`. */
export const timer = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** The result of a change that was not confirmed in this session: it was reverted, or another session confirmed or reverted it. */
export const endOfConfirmation = (until: number, nowMs: number): 'ranOut' | 'decided' =>
  nowMs / 1000 >= until - 1 ? 'ranOut' : 'decided'
