import assert from 'node:assert/strict'
import packet from 'dns-packet'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import type { Found } from '../../model/dns/names/found.ts'
import { type Line, linesIn } from '../../model/dns/querylog/line.ts'
import { verbatim } from '../../phrases/phrase.ts'
import { readAnswer } from '../../wire/dns/answer.ts'
import { datagramLimit } from '../../wire/dns/reply.ts'
import { openCache } from './cache.ts'
import { chain } from './chain.ts'
import { openCounters } from './counters.ts'
import { clientItem } from './items.fixture.ts'
import type { DnsEvent } from './message.ts'
import { openRecorder } from './recorder.ts'
import { openServe } from './serve.ts'
import { chainOf } from './stage.ts'
import { openResolverState } from './state.ts'
import type { UpstreamGroup, UpstreamGroups } from './upstreamgroup.ts'
import { openWatchedNames } from './watchednames.ts'

/** A response of the upstream; without one it times out. */
export type UpstreamReply = Partial<packet.Packet> | 'timeout'

/** All stages, with a function as the upstream, without clients. */
export function openChain(upstream: (name: string, group: 'normal' | 'family') => UpstreamReply) {
  const clock = openSteppedClock()
  const counters = openCounters()
  const events: DnsEvent[] = []
  const asked: string[] = []
  const { view, ...state } = openResolverState()
  const group = (kind: 'normal' | 'family'): UpstreamGroup => ({
    cache: openCache(),
    open: new Map(),
    upstream: {
      providers: [],
      healthy: true,
      resolve: async (query) => {
        const question = packet.decode(
          Buffer.concat([Buffer.from([0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), query.section]),
        )
        const { name } = question.questions![0]!
        asked.push(name)
        const phrase = upstream(name, kind)
        if (phrase === 'timeout') return { kind: 'failed', reason: verbatim('9.9.9.9: no answer in time') }
        const bytes = packet.encode({ type: 'response', id: 1, questions: question.questions!, ...phrase })
        const received = readAnswer(bytes, query, { secure: true })
        return received?.kind === 'answer' ? received : { kind: 'failed', reason: verbatim('malformed') }
      },
      [Symbol.dispose]() {},
    },
  })
  const normal = group('normal')
  const family = group('family')
  const groups: UpstreamGroups = {
    for: (client) => (client.family ? family : normal),
    own: normal.upstream,
    refresh() {},
    health: () => ({ upstreams: [], familyUpstreams: [] }),
    [Symbol.dispose]() {},
  }
  const reported: { number: number; name: string; found: Found }[] = []
  const watchedNames = openWatchedNames(clock, (one) => void reported.push(one))
  const publish = (one: DnsEvent): void => void events.push(one)
  const lines: Line[] = []
  const recorder = openRecorder({
    exclusions: view.logExclusions,
    clock,
    counters,
    send: (batch) => void lines.push(...linesIn(batch)),
  })
  const first = chainOf(chain({ view, groups, clock, counters, watchedNames, recorder, publish }))
  const serve = openServe(first, counters, (error) => assert.fail(String(error)))

  return { clock, counters, events, asked, state, serve, groups, watchedNames, reported, lines, recorder, publish }
}

/** The same with three clients, one in quarantine, and a function that asks for a name. */
export function openTrial(upstream: Parameters<typeof openChain>[0]) {
  const trial = openChain(upstream)
  const { state, serve } = trial
  state.set({ kind: 'listen', ip: '192.168.2.1' })
  state.set(clientItem(LAPTOP))
  state.set(clientItem(TABLET, { family: true }))
  state.set(clientItem(CAMERA, { quarantine: true }))
  state.set({ kind: 'name', name: 'laptop', ip: LAPTOP, chosen: true })
  const ask = async (name: string, from = LAPTOP, type: packet.RecordType = 'A') => {
    const reply = await serve(packet.encode({ type: 'query', id: 3, questions: [{ type, name }] }), from, datagramLimit)
    assert.ok(reply)
    const { answers = [], rcode } = packet.decode(reply) as packet.DecodedPacket & { rcode: string }
    return { rcode, answers: answers.map((one) => ('data' in one ? String(one.data) : '')), ttl: ttlOf(answers[0]) }
  }
  return { ...trial, ask }
}

export const ttlOf = (answer: packet.Answer | undefined): number | undefined =>
  answer && 'ttl' in answer ? answer.ttl : undefined

export const LAPTOP = '192.168.2.6'
export const TABLET = '192.168.2.10'
export const CAMERA = '192.168.2.14'
export const address =
  (data: string, ttl = 100) =>
  (name: string): UpstreamReply => ({ answers: [{ type: 'A', name, ttl, data }] })
