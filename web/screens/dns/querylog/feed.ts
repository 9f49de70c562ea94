import { MOST_EVENTS } from '../../../../router/model/dns/querylog/bounds.ts'
import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import type { Live } from '../../../client/live.ts'
import { type LoggedQuestion, questionOf } from './question.ts'

const TOPIC = 'dns:serve:'
/** Queries in memory, and how many more until the older ones are read from the router. */
const MOST = 1000
const SLACK = 500
/** Minimum interval between renderings. */
const GATHER_MS = 250
const CHECK_MS = 2000
/**
 * The router sends at most `MOST_EVENTS` within a second and leaves out the rest. Such a second may be in two intervals of `CHECK_MS`: one of
 * them has at least half of its events.
 */
const MANY = MOST_EVENTS / 2

/**
 * DNS queries since the screen was opened, newest first, in memory only. `readStored` reads the stored queries again: it is called when some
 * may be missing here.
 */
export function openFeed(onEvent: Live['onEvent'], readStored: () => Promise<unknown>) {
  const listeners = new Set<() => void>()
  let questions: readonly LoggedQuestion[] = []
  let fresh: LoggedQuestion[] = []
  let received = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined

  const emit = () => {
    timer = undefined
    questions = [...fresh.reverse(), ...questions].slice(0, 2 * MOST)
    fresh = []
    for (const listener of listeners) listener()
  }
  const check = async () => {
    const isTooMuch = received >= MANY || questions.length > MOST + SLACK
    received = 0
    if (isTooMuch) {
      await readStored()
      questions = questions.slice(0, MOST)
    }
    checkTimer = received > 0 && listeners.size > 0 ? setTimeout(check, CHECK_MS) : undefined
  }
  const receive = (topic: string, payload: unknown) => {
    if (!topic.startsWith(TOPIC) || payload === undefined) return
    fresh.push(questionOf(payload as DnsLogRecord))
    received++
    timer ??= setTimeout(emit, GATHER_MS)
    checkTimer ??= setTimeout(check, CHECK_MS)
  }
  return {
    questions: () => questions,
    subscribe(listener: () => void) {
      stop ??= onEvent(receive)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
        clearTimeout(timer)
        clearTimeout(checkTimer)
        timer = undefined
        checkTimer = undefined
        received = 0
        fresh = []
        questions = []
      }
    },
  }
}
