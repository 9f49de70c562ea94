import { z } from 'zod'
import type { KeyValueLog } from '../../store/keyvaluelog.ts'
import { COUNTERS, type CounterName } from './counters.ts'
import type { Reading, Readings } from './observe.ts'

const Kept = z.object({ packets: z.number(), bytes: z.number(), changedAt: z.number() })

/**
 * Idle counters and the time of their last change, across restarts, because the kernel does not report when a counter last
 * changed. Only counters that become idle are stored.
 */
export interface IdleCounters {
  /** The last readings of the idle counters of a set. */
  readings(name: CounterName): Readings
  /** Given all readings, stores those that have not changed since that time, and removes those that no longer exist. */
  note(all: ReadonlyMap<CounterName, Readings>, since: number): void
}

export function openIdleCounters(saved: KeyValueLog): IdleCounters {
  const known = new Map(COUNTERS.map((name) => [name, new Map<string, Reading>()]))
  for (const [key, text] of saved.read()) {
    const [name, ip] = key.split(' ')
    const reading = readingOf(text)
    if (ip && reading) known.get(name as CounterName)?.set(ip, reading)
  }
  return {
    readings: (name) => known.get(name)!,
    note(all, since) {
      const changes = new Map<string, string | undefined>()
      for (const [name, readings] of all) {
        const silent = known.get(name)!
        for (const ip of silent.keys()) {
          if (readings.has(ip)) continue
          silent.delete(ip)
          changes.set(`${name} ${ip}`, undefined)
        }
        for (const [ip, reading] of readings) {
          if (reading.packets === 0 || reading.changedAt > since) continue
          if (silent.get(ip)?.changedAt === reading.changedAt) continue
          silent.set(ip, reading)
          changes.set(`${name} ${ip}`, JSON.stringify(reading))
        }
      }
      saved.change(changes)
    },
  }
}

/** Undefined for a damaged text; its counter then counts as just changed. */
function readingOf(text: string): Reading | undefined {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
