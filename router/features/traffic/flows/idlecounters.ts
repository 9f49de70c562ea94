import { z } from 'zod'
import { nextTurn } from '../../../machine/turns.ts'
import { COUNTERS, type CounterName } from '../../../model/traffic/flows/counters.ts'
import type { Reading, Readings } from '../../../model/traffic/flows/observe.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import type { Ip } from '../../../values/ip.ts'

/** So many rows are written in one transaction, which takes about a millisecond. */
const WRITTEN_AT_ONCE = 200

const Kept = z.object({ packets: z.number(), bytes: z.number(), changedAt: z.number() })

/**
 * Idle counters and the time of their last change, across restarts, because the kernel does not report when a counter last
 * changed. Only counters that become idle are stored.
 */
export interface IdleCounters extends Disposable {
  /** The last readings of the idle counters of a set. */
  readings(name: CounterName): Readings
  /**
   * Given all readings, stores those that have not changed since that time, and removes those that no longer exist, in turns
   * of the event loop: after a busy minute, all counters of all devices become idle together.
   */
  note(all: ReadonlyMap<CounterName, Readings>, since: number): Promise<void>
}

export function openIdleCounters(saved: Pick<KeyValueLog, 'read' | 'change'>): IdleCounters {
  const known = new Map(COUNTERS.map((name) => [name, new Map<string, Reading>()]))
  for (const [key, text] of saved.read()) {
    const { name, ip } = readKey(key)
    const reading = readingOf(text)
    if (ip && reading) known.get(name as CounterName)?.set(ip, reading)
  }
  let closed = false
  let changes = new Map<string, string | undefined>()
  /** What is not written when this is closed counts as just changed at the next start. */
  const write = (): void => {
    if (!closed) saved.change(changes)
    changes = new Map()
  }
  return {
    readings: (name) => known.get(name)!,
    async note(all, since) {
      for (const [name, readings] of all) {
        const silent = known.get(name)!
        for (const ip of silent.keys()) {
          if (readings.has(ip)) continue
          silent.delete(ip)
          changes.set(writeKey(name, ip), undefined)
        }
        for (const [ip, reading] of readings) {
          if (reading.packets === 0 || reading.changedAt > since) continue
          if (silent.get(ip)?.changedAt === reading.changedAt) continue
          silent.set(ip, reading)
          changes.set(writeKey(name, ip), JSON.stringify(reading))
          if (changes.size < WRITTEN_AT_ONCE) continue
          write()
          await nextTurn()
        }
      }
      write()
    },
    [Symbol.dispose]() {
      closed = true
    },
  }
}

const writeKey = (name: CounterName, ip: Ip): string => `${name} ${ip}`

function readKey(key: string): { readonly name: string; readonly ip: Ip } {
  const [name = '', ip = ''] = key.split(' ')
  return { name, ip }
}

/** Undefined for a damaged text; its counter then counts as just changed. */
function readingOf(text: string): Reading | undefined {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
