import type { Core } from '../../../core.ts'
import { CommandFailed, Locked, phraseOf } from '../../../errors.ts'
import { DEFAULT_SPEED_TEST } from '../../../model/internet/uplinks/config.ts'
import type { SpeedTest } from '../../../model/internet/uplinks/status.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** A tenth of a second at a gigabit is too short to measure; ten seconds at any speed are enough. */
const MOST_BYTES = 100e6
const MOST_MS = 10_000

export interface SpeedTests {
  /** Fetches `url`, or the default for an empty one. One at a time, or they would slow each other down. Throws `Locked`. */
  run(link: string, url: string): Promise<SpeedTest>
  /** The last result of each link. */
  results(): SpeedTest[]
}

/** Measures uplinks by downloading from one address over each. Runs only on request, since traffic may cost money. */
export function openSpeedTests({
  machine,
  resolve,
  bus,
  authorities,
}: Pick<Core, 'machine' | 'resolve' | 'bus' | 'authorities'>): SpeedTests {
  const last = new Map<string, SpeedTest>()
  let running = false

  const fetchOver = async (
    link: string,
    url: string,
  ): Promise<Pick<SpeedTest, 'Bytes' | 'Seconds' | 'Error' | 'Coded'>> => {
    try {
      const ip = await resolve(new URL(url).hostname)
      const fetched = { url, ip, link, mostBytes: MOST_BYTES, timeoutMs: MOST_MS, authorities }
      const { bytes, ms } = await machine.download(fetched)
      return { Bytes: bytes, Seconds: ms / 1000 }
    } catch (error) {
      const reason = error instanceof CommandFailed ? error.reason : phraseOf(error)
      return { Bytes: 0, Seconds: 0, Error: String(reason), Coded: reason.toJSON() }
    }
  }

  return {
    async run(link, chosen) {
      const url = chosen || DEFAULT_SPEED_TEST
      if (running) throw new Locked(phrase('internet.speedTestRunning'), MOST_MS / 1000)
      running = true
      const Time = Math.floor(machine.clock.now() / 1000)
      const fetched = await fetchOver(link, url).finally(() => {
        running = false
      })
      const { Bytes, Seconds } = fetched
      const DownMbps = Seconds > 0 ? Math.round((Bytes * 8) / Seconds / 1e4) / 100 : 0
      const test = { Iface: link, Time, DownMbps, URL: url, ...fetched }
      last.set(link, test)
      bus.publish('wan:speedtest', test)
      return test
    },
    results: () => [...last.values()],
  }
}
