import { useQueries } from '@tanstack/react-query'
import { explain } from '../../../../router/model/firewall/explain/contract.ts'
import { query } from '../../../client/query.ts'
import { isConnected } from '../devices/entry.ts'
import { type Home, INTERNET, keyOfWay, type Way } from './reach.ts'
import { isUp, siteId } from './sites.ts'
import { answerOf, type ReachAnswer } from './ties.ts'

/** For how many ways of one device the router is asked. */
const MOST = 40

/** Whether the active firewall rules of the router permit these ways now, by `keyOfWay`. */
export function useAnswers(ways: readonly Way[], { entries, sites }: Home): ReadonlyMap<string, ReachAnswer> {
  const here = new Set([
    INTERNET,
    ...entries.filter(isConnected).map(({ identity }) => identity),
    ...sites.filter(isUp).map(siteId),
  ])
  const isHere = (end: string): boolean => here.has(end)
  const asked = ways.filter(({ from, to }) => isHere(from) && isHere(to)).slice(0, MOST)
  const results = useQueries({
    queries: asked.map(({ source, target, probe }) => ({
      ...query(explain.packet, { query: { from: source, to: target, ...probe } }),
      // An answer from before a change of a rule or group is wrong.
      staleTime: 0,
    })),
  })
  const explanations = new Map(asked.map((way, index) => [keyOfWay(way), results[index]?.data]))
  return new Map(
    ways.map((way) => [keyOfWay(way), answerOf(isHere(way.from) && isHere(way.to), explanations.get(keyOfWay(way)))]),
  )
}
