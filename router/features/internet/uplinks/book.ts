import { z } from 'zod'
import { UplinkFault } from '../../../model/internet/uplinks/fault.ts'
import { Outage, Sample } from '../../../model/internet/uplinks/status.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import type { Past } from './record.ts'
import { SAMPLE_SCALES, type SampleScale } from './series.ts'

const MOST_OUTAGES = 1000
/** Samples of so many uplinks are kept. */
const MOST_UPLINKS = 8
const DAY_MS = 24 * 3600_000
const KEEP_MS = 90 * DAY_MS

/** Outages written by earlier versions have RFC 3339 times, or no codes. */
const WrittenTime = z.union([z.int(), z.iso.datetime().transform((text) => Math.floor(Date.parse(text) / 1000))])
const { Code, Connection } = UplinkFault.shape
const WrittenOutage = Outage.extend({
  ...{ Start: WrittenTime, End: WrittenTime },
  ...{ Code: Code.default(''), Connection: Connection.default([]) },
})
const WrittenSample = Sample.extend({ Iface: z.string() })

/** Outages that are over and samples of periods that have ended. */
export interface UplinkBook {
  of(link: string): Past
}

/** The history of the uplinks on the disk: outages for 90 days (at most 1000), samples as `SAMPLE_SCALES` has it. */
export function openUplinkBook(database: Pick<HistoryDatabase, 'log'>): UplinkBook {
  const outageLog = database.log<string>('outages', { most: MOST_OUTAGES, keepMs: KEEP_MS })
  const outages = read(() => outageLog.newest(MOST_OUTAGES), WrittenOutage)
  const open = (scale: SampleScale) => {
    const { seconds, most } = SAMPLE_SCALES[scale]
    const bounds = { most: most * MOST_UPLINKS, keepMs: most * seconds * 1000 }
    const log = database.log<string>(`uplink${scale}`, bounds)
    return { log, samples: () => read(() => log.newest(bounds.most), WrittenSample) }
  }
  const kept = { minutes: open('minutes'), hours: open('hours') }
  return {
    of: (link) => ({
      outages: outages.filter(({ Iface }) => Iface === link),
      samples: (scale) =>
        kept[scale]
          .samples()
          .filter(({ Iface }) => Iface === link)
          .map(({ Iface, ...sample }) => sample),
      keepOutage(outage) {
        outages.push(outage)
        if (outages.length > MOST_OUTAGES) outages.shift()
        outageLog.append(outage.End * 1000, JSON.stringify(outage))
      },
      keepSample(scale, sample) {
        kept[scale].log.append(sample.Time * 1000, JSON.stringify({ Iface: link, ...sample }))
      },
    }),
  }
}

/** What is on the disk, oldest first; nothing if it cannot be read: that was reported when the history was opened. */
function read<S extends z.ZodType>(newest: () => readonly { readonly value: string }[], schema: S): z.output<S>[] {
  try {
    return newest()
      .flatMap(({ value }) => schema.safeParse(JSON.parse(value)).data ?? [])
      .reverse()
  } catch {
    return []
  }
}
