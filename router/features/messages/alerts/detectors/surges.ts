import type { Core } from '../../../../core.ts'
import { keyOfDevice } from '../../../../model/home/devices/device.ts'
import type { Counts } from '../../../../model/traffic/flows/change.ts'
import type { KeyValueLog } from '../../../../store/keyvaluelog.ts'
import type { Ip } from '../../../../values/ip.ts'

const PERIOD_MINUTES = 10
const DAY_MS = 86_400_000
/** Less than this within a period is never a surge: a video call or some photos. */
const FEWEST_BYTES = 100_000_000
/** So many times as much as ever before. */
const FACTOR = 3

interface Deps extends Pick<Core, 'bus' | 'clock' | 'onFailure' | 'facts'> {
  /** The bytes of each address since a time in milliseconds since 1970. */
  readonly since: (time: number) => Promise<ReadonlyMap<Ip, Counts>>
  /** The most that each device has sent in a period, and since when it is observed. */
  readonly log: Pick<KeyValueLog, 'read' | 'change'>
  /** Length of a minute in milliseconds. */
  readonly minuteMs?: number | undefined
}

interface Peak {
  readonly bytes: number
  readonly observedSince: number
}

/**
 * Publishes `traffic:surge` for a device that has sent more than 100 MB to the internet within ten minutes, and three times as much
 * as in any ten minutes before. A device is observed for a day first.
 */
export function watchSurges({ bus, clock, facts, since, log, onFailure, minuteMs = 60_000 }: Deps): Disposable {
  const periodMs = PERIOD_MINUTES * minuteMs
  const peaks = load()
  let closed = false
  let timer: Disposable | undefined

  function load(): Map<string, Peak> {
    try {
      return new Map([...log.read()].map(([identity, text]) => [identity, readPeak(text)]))
    } catch (error) {
      onFailure('the traffic of devices in the past cannot be read', error)
      return new Map()
    }
  }

  function compare(sent: ReadonlyMap<Ip, Counts>, now: number): void {
    const changes = new Map<string, string | undefined>()
    for (const [IP, [, , , bytes]] of sent) {
      const device = facts.devices.by('RecentIP', IP)
      if (!device) continue
      const identity = keyOfDevice(device)
      const peak = peaks.get(identity) ?? { bytes: 0, observedSince: now }
      const isSurge = bytes > FEWEST_BYTES && bytes > FACTOR * peak.bytes && now - peak.observedSince >= DAY_MS
      if (bytes > peak.bytes || !peaks.has(identity)) {
        const next = { bytes: Math.max(bytes, peak.bytes), observedSince: peak.observedSince }
        peaks.set(identity, next)
        changes.set(identity, writePeak(next))
      }
      const { MAC, Name } = device
      if (isSurge)
        bus.publish('traffic:surge', { MAC, Name, IP, Bytes: bytes, Usual: peak.bytes, Seconds: periodMs / 1000 })
    }
    for (const identity of peaks.keys())
      if (!facts.devices.has(identity)) {
        peaks.delete(identity)
        changes.set(identity, undefined)
      }
    if (changes.size > 0) log.change(changes)
  }

  async function check(): Promise<void> {
    const now = clock.now()
    try {
      const sent = await since(now - periodMs)
      if (!closed) compare(sent, now)
    } catch (error) {
      onFailure('the traffic of devices could not be compared', error)
    }
    wait()
  }
  function wait(): void {
    if (!closed) timer = clock.after(periodMs, () => void check())
  }

  wait()
  return {
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}

const writePeak = ({ observedSince, bytes }: Peak): string => `${observedSince} ${bytes}`

function readPeak(text: string): Peak {
  const [observedSince = 0, bytes = 0] = text.split(' ').map(Number)
  return { observedSince, bytes }
}
