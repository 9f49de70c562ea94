import { parentPort, workerData } from 'node:worker_threads'
import { openTable } from '../../filter/table.ts'
import { steadyClock as clock } from '../../machine/clock.ts'
import { openSockets } from '../../machine/sockets.ts'
import { chain } from './chain.ts'
import { openCounters } from './counters.ts'
import { openExplain } from './explain.ts'
import { openFollowed } from './followed.ts'
import { openListener } from './listen/listener.ts'
import { lookUp } from './lookup.ts'
import { openMemo } from './memo.ts'
import type { Apply, FromWorker, Happening, ToWorker, WorkerOptions } from './message.ts'
import { openOutlets } from './outlet.ts'
import { probe } from './probe.ts'
import { openRecorder } from './recorder.ts'
import { openServe } from './serve.ts'
import { chainOf } from './stage.ts'
import { openBlackboard } from './view.ts'

/** The thread that answers queries. It receives its configuration item by item, and sends events in batches. */

if (!parentPort) throw new Error('the resolver runs in a worker thread')
const main = parentPort
const { port, shared, authorities } = workerData as WorkerOptions
const send = (message: FromWorker): void => main.postMessage(message)

const REPORT_MS = 1_000
/** Events of one report; whoever floods us with questions must not flood everybody else. */
const MOST_HAPPENINGS = 200

const counters = openCounters()
const happenings: Happening[] = []
const publish = (happening: Happening): void => {
  if (happenings.length < MOST_HAPPENINGS) happenings.push(happening)
}
const { view, ...blackboard } = openBlackboard()
const sockets = openSockets(authorities)
const outlets = openOutlets(view, sockets, clock)
const fault = (error: unknown): void => send({ kind: 'fault', what: String((error as Error).stack ?? error) })
const followed = openFollowed(clock, (addresses) => send({ kind: 'found', ...addresses }))
const recorder = openRecorder({
  unlogged: view.unlogged,
  clock,
  counters,
  hand: (lines) => main.postMessage({ kind: 'log', lines, sentAt: clock.now() } satisfies FromWorker, [lines.buffer]),
})
const first = chainOf(chain({ view, outlets, clock, counters, followed, recorder, publish }))
const explain = openExplain(view)
const serve = openServe(first, counters, fault)
const memo = openMemo({ clock, counters, recorder, publish })
const listener = openListener({ sockets, clock, port, shared, serve, memo })

const apply = async ({ number, set, remove }: Apply): Promise<void> => {
  for (const key of remove) blackboard.remove(key)
  for (const [key, value] of set) blackboard.set(key, value)
  memo.forget()
  outlets.refresh()
  await listener.listenOn(view.listen)
  send({ kind: 'applied', number, deaf: listener.deaf })
}

main.on('message', async (message: ToWorker) => {
  switch (message.kind) {
    case 'apply':
      return apply(message)
    case 'follow':
      memo.forget()
      return followed.follow(message.names)
    case 'table':
      memo.forget()
      return blackboard.useTable(openTable(message.table))
    case 'admitted':
      return followed.admitted(message.number)
    case 'reuse':
      return recorder.reuse(message.room)
    case 'explain':
      return send({ kind: 'explained', number: message.number, finding: explain(message.name, message.ip) })
    case 'probe':
      return send({ kind: 'probed', number: message.number, failure: await probe(sockets, clock, message.provider) })
    case 'look up':
      return send({ kind: 'looked up', number: message.number, found: await lookUp(outlets.own, message.name) })
  }
})

let lastReport = ''
setInterval(() => {
  const report = { counters, ...outlets.health(), deaf: listener.deaf, happenings: happenings.splice(0) }
  const now = JSON.stringify(report)
  if (now === lastReport) return
  lastReport = now
  send({ kind: 'report', report })
}, REPORT_MS)
