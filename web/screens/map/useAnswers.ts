import { useQueries } from '@tanstack/react-query'
import { explain } from '../../../router/features/explain/contract.ts'
import { query } from '../../client/query.ts'
import type { Entry } from '../devices/entry.ts'
import { INTERNET, keyOfWay, type Way } from './reach.ts'

/** What the router says of a way: `away` when it cannot say, since somebody is not here. */
export interface Answer {
  readonly state: 'open' | 'shut' | 'away' | 'asking'
  /** Its own sentence; empty while there is none. */
  readonly text: string
}

/** More ways of one device than this are drawn as they are set, without asking. */
const MOST = 40

/** Asks the router, by the rules that are in its kernel, whether these ways are open now. */
export function useAnswers(ways: readonly Way[], entries: readonly Entry[]): ReadonlyMap<string, Answer> {
  const here = new Set(entries.flatMap(({ identity, status }) => (status === 'online' ? [identity] : [])))
  const isHere = (end: string): boolean => end === INTERNET || here.has(end)
  const asked = ways.filter(({ from, to }) => isHere(from) && isHere(to)).slice(0, MOST)
  const results = useQueries({
    queries: asked.map(({ from, target, probe }) => query(explain.packet, { query: { from, to: target, ...probe } })),
  })
  const answers = new Map<string, Answer>(ways.map((way) => [keyOfWay(way), AWAY]))
  for (const [index, way] of asked.entries()) {
    const { data, isPending } = results[index] ?? {}
    if (data) answers.set(keyOfWay(way), { state: data.Passes ? 'open' : 'shut', text: data.Text })
    else if (isPending) answers.set(keyOfWay(way), { state: 'asking', text: '' })
  }
  return answers
}

const AWAY: Answer = { state: 'away', text: '' }
