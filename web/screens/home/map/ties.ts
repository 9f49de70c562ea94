import type { Explanation } from '../../../../router/model/firewall/explain/contract.ts'
import { keyOfWay, type Way } from './reach.ts'

/** Whether a way is open: `away` when one of the devices is offline, `asking` while the router has given no answer. */
export interface ReachAnswer {
  readonly state: 'open' | 'shut' | 'away' | 'asking'
  /** The router's explanation; empty while there is none. */
  readonly text: string
  readonly coded?: Explanation['Coded'] | undefined
}

export const answerOf = (
  isHere: boolean,
  explanation: (Pick<Explanation, 'Passes' | 'Text'> & Partial<Pick<Explanation, 'Coded'>>) | undefined,
): ReachAnswer => {
  if (!isHere) return { state: 'away', text: '' }
  if (!explanation) return { state: 'asking', text: '' }
  return { state: explanation.Passes ? 'open' : 'shut', text: explanation.Text, coded: explanation.Coded }
}

/** The connections between the chosen device and another one. */
export interface Tie {
  readonly reaches: boolean
  readonly isReached: boolean
  readonly state: ReachAnswer['state']
}

/** Of two ways the worse news is shown. */
const RANK: Record<ReachAnswer['state'], number> = { open: 0, asking: 1, away: 2, shut: 3 }

/** The ways from and to a device, gathered by who is at the other end: an identity, or the internet. */
export function tiesOf(
  from: readonly Way[],
  to: readonly Way[],
  answers: ReadonlyMap<string, ReachAnswer>,
): ReadonlyMap<string, Tie> {
  const ties = new Map<string, Tie>()
  const add = (other: string, way: Way, tie: Pick<Tie, 'reaches' | 'isReached'>): void => {
    const before = ties.get(other)
    const state = answers.get(keyOfWay(way))?.state ?? 'away'
    ties.set(other, {
      reaches: tie.reaches || before?.reaches === true,
      isReached: tie.isReached || before?.isReached === true,
      state: before && RANK[before.state] > RANK[state] ? before.state : state,
    })
  }
  for (const way of from) add(way.to, way, { reaches: true, isReached: false })
  for (const way of to) add(way.from, way, { reaches: false, isReached: true })
  return ties
}
