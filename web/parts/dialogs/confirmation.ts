import { texts } from '../../texts/confirm.ts'
import { list } from '../../texts/list.ts'

type Say = (subject: string) => string

/** The calls that can be made to wait, as the router names them, and what each of them changes. */
const CALLS: readonly (readonly [RegExp, Say])[] = [
  [/^PUT \/link\/config (\S+)$/, texts.what.purpose],
  [/^PUT \/uplink\/ip (\S+)$/, texts.what.uplink],
  [/^PUT \/link\/ip (\S+)$/, texts.what.addresses],
  [/^PUT \/link\/vlan\/([^/]+)\/\w+$/, texts.what.vlan],
  [/^PUT \/ip\/link\/([^/]+)\/up$/, texts.what.up],
  [/^PUT \/ip\/link\/([^/]+)\/down$/, texts.what.down],
  [/^PUT \/subnetConfig$/, () => texts.what.nets],
  [/^(?:PUT|DELETE) \/firewall\/service_port (\S+)$/, texts.what.port],
]

/** `PUT /link/config lan0, PUT /subnetConfig` in words of a home; a call nobody has words for stays as it is. */
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

/** `0:42`, as on a kitchen timer. */
export const timer = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** What became of a change that waits no more, and not by a press of ours: its time was over, or somebody else was quicker. */
export const endOf = (until: number, nowMs: number): 'ranOut' | 'decided' =>
  nowMs / 1000 >= until - 1 ? 'ranOut' : 'decided'
