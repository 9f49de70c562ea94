import type { MessagePort } from 'node:worker_threads'
import { steadyClock as clock } from '../../machine/clock.ts'
import type { MonotonicClock } from '../../machine/machine.ts'
import type { Sockets } from '../../machine/sockets.ts'
import type { Found } from '../../model/dns/names/found.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import type { PhraseJson } from '../../phrases/phrase.ts'
import { openTable } from '../../store/blocklists/table.ts'
import { addressesIn } from '../../wire/dns/answer.ts'
import { addressQuery, rootQuery } from '../../wire/dns/query.ts'
import { chain } from './chain.ts'
import { openCounters } from './counters.ts'
import { examine } from './examine.ts'
import { openExplain } from './explain.ts'
import { openDnsListener } from './listen/listener.ts'
import type { Apply, DnsEvent, FromWorker, ToWorker, WorkerOptions } from './message.ts'
import { openRecorder } from './recorder.ts'
import { openResponseCache } from './responsecache.ts'
import { openServe } from './serve.ts'
import { chainOf } from './stage.ts'
import { openResolverState } from './state.ts'
import { openProvider } from './upstream/provider.ts'
import { openUpstream, type Upstream } from './upstream/upstream.ts'
import { openUpstreamGroups } from './upstreamgroup.ts'
import { openWatchedNames } from './watchednames.ts'

const REPORT_MS = 1_000
/** Events in one report; further ones are dropped, so that a flood of queries does not become a flood of events. */
const MOST_EVENTS = 200

/**
 * The program of a thread that answers queries. It receives its configuration from `main` item by item, and sends events in batches.
 * `sockets` connect it with its clients and its upstreams.
 */
export function runResolver(
  main: MessagePort,
  { port, shared }: Pick<WorkerOptions, 'port' | 'shared'>,
  sockets: Sockets,
): void {
  const send = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void =>
    main.postMessage(message, [...transfer])

  const counters = openCounters()
  const events: DnsEvent[] = []
  const publish = (event: DnsEvent): void => {
    if (events.length < MOST_EVENTS) events.push(event)
  }
  const { view, ...state } = openResolverState()
  const groups = openUpstreamGroups(view, sockets, clock)
  const fault = (error: unknown): void => send({ kind: 'fault', what: String((error as Error).stack ?? error) })
  const watchedNames = openWatchedNames(clock, (found) => send({ kind: 'found', ...found }))
  const recorder = openRecorder({
    exclusions: view.logExclusions,
    clock,
    counters,
    send: (lines) => send({ kind: 'log', lines, sentAt: clock.monotonic() }, [lines.buffer]),
  })
  const first = chainOf(chain({ view, groups, clock, counters, watchedNames, recorder, publish }))
  const explain = openExplain(view)
  const serve = openServe(first, counters, fault)
  const responses = openResponseCache({ clock, counters, recorder, publish })
  const listener = openDnsListener({ sockets, clock, port, shared, serve, responses })

  const apply = async ({ number, set, remove }: Apply): Promise<void> => {
    for (const item of remove) state.remove(item)
    for (const item of set) state.set(item)
    responses.clear()
    groups.refresh()
    await listener.listenOn(view.listen)
    send({ kind: 'applied', number, notListening: listener.notListening })
  }

  main.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'apply':
        return apply(message)
      case 'watch':
        responses.clear()
        return watchedNames.replace(message.names)
      case 'table':
        responses.clear()
        return state.useTable(openTable(message.table))
      case 'admitted':
        return watchedNames.admitted(message.number)
      case 'reuse':
        return recorder.reuse(message.buffer)
      case 'explain':
        return send({ kind: 'explained', number: message.number, finding: explain(message.name, message.ip) })
      case 'probe':
        return send({ kind: 'probed', number: message.number, failure: await probe(sockets, clock, message.provider) })
      case 'examine':
        return send({
          ...{ kind: 'examined', number: message.number },
          findings: await examine(sockets, clock, message.provider),
        })
      case 'look up':
        return send({ kind: 'looked up', number: message.number, found: await lookUp(groups.own, message.name) })
    }
  })

  let lastReport = ''
  setInterval(() => {
    const report = { counters, ...groups.health(), notListening: listener.notListening, events: events.splice(0) }
    const now = JSON.stringify(report)
    if (now === lastReport) return
    lastReport = now
    send({ kind: 'report', report })
  }, REPORT_MS)
}

/**
 * Resolves a name to its addresses. Undefined if no upstream answers. An answer with a private address counts as NXDOMAIN, as
 * it does for devices.
 */
async function lookUp(upstream: Upstream, name: string): Promise<Found | undefined> {
  const resolved = await upstream.resolve(addressQuery(name))
  if (resolved.kind === 'failed') return undefined
  const { answer } = resolved
  const ips = answer.privateAddress === undefined ? addressesIn(answer) : []
  return { ips, ttlSeconds: answer.ttl }
}

/**
 * Sends a query for the name servers of the root, which every resolver can answer, over its own connection. Undefined if
 * it is answered; otherwise the reason, within 4 seconds.
 */
async function probe(sockets: Sockets, clock: MonotonicClock, provider: DnsProvider): Promise<PhraseJson | undefined> {
  using upstream = openUpstream([openProvider(sockets, clock, provider)], clock)
  const resolved = await upstream.resolve(rootQuery())
  return resolved.kind === 'answer' ? undefined : resolved.reason.toJSON()
}
