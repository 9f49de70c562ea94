import { useQueries } from '@tanstack/react-query'
import { explain } from '../../../router/features/explain/contract.ts'
import { query } from '../../client/query.ts'
import { type Entry, isConnected } from '../devices/entry.ts'
import { INTERNET, keyOfWay, type Way } from './reach.ts'
import { type Answer, answerOf } from './ties.ts'

/** For how many ways of one device the router is asked. */
const MOST = 40

/** Whether the active firewall rules of the router permit these ways now, by `keyOfWay`. */
export function useAnswers(ways: readonly Way[], entries: readonly Entry[]): ReadonlyMap<string, Answer> {
  const here = new Set(entries.filter(isConnected).map(({ identity }) => identity))
  const isHere = (end: string): boolean => end === INTERNET || here.has(end)
  const asked = ways.filter(({ from, to }) => isHere(from) && isHere(to)).slice(0, MOST)
  const results = useQueries({
    queries: asked.map(({ from, target, probe }) => ({
      ...query(explain.packet, { query: { from, to: target, ...probe } }),
      // An answer from before a change of a rule or group is wrong.
      staleTime: 0,
    })),
  })
  const explanations = new Map(asked.map((way, index) => [keyOfWay(way), results[index]?.data]))
  return new Map(
    ways.map((way) => [keyOfWay(way), answerOf(isHere(way.from) && isHere(way.to), explanations.get(keyOfWay(way)))]),
  )
}
