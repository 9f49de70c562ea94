import { useSyncExternalStore } from 'react'
import type { DnsLogRecord } from '../../../../router/features/dnslog/record.ts'
import { live } from '../../../client/client.ts'
import type { Live } from '../../../client/live.ts'
import { type Question, questionOf } from './question.ts'

const TOPIC = 'dns:serve:'
const MOST = 1000
/** Minimum interval between renderings. */
const GATHER_MS = 250

/** DNS queries since the screen was opened, newest first, kept in memory only. */
export function openFeed(onEvent: Live['onEvent']) {
  const listeners = new Set<() => void>()
  let questions: readonly Question[] = []
  let fresh: Question[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined

  const emit = () => {
    timer = undefined
    questions = [...fresh.reverse(), ...questions].slice(0, MOST)
    fresh = []
    for (const listener of listeners) listener()
  }
  const receive = (topic: string, payload: unknown) => {
    if (!topic.startsWith(TOPIC) || payload === undefined) return
    fresh.push(questionOf(payload as DnsLogRecord))
    timer ??= setTimeout(emit, GATHER_MS)
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
        timer = undefined
        fresh = []
        questions = []
      }
    },
  }
}

const feed = openFeed(live.onEvent)
export const useFeed = (): readonly Question[] => useSyncExternalStore(feed.subscribe, feed.questions)
