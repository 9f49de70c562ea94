import type { Core } from '../../../core.ts'
import { generatePassphrase } from '../../../model/home/devices/passphrase.ts'
import { type Moment, nextTime } from '../../../model/machine/localtime/moments.ts'
import type { Radio } from '../../../model/wifi/radios/radio.ts'
import { openExpiry } from '../../../store/expiry.ts'
import type { Entry } from '../../../store/table.ts'
import { zoneOf } from '../../../store/timezone.ts'

/** The time of the change: few guests are awake. */
const TIME = '04:00'

export interface DailyPassphrase extends Disposable {
  /** Call with every change of the facts, after it is in force. */
  learn(entries: readonly Entry[]): void
}

/** The next change of a daily passphrase after `now`, at 4:00 in the time zone. Both in milliseconds since 1970. */
export const nextChange = ({ now, zone }: Moment): number => nextTime(TIME, now, zone)

/** Replaces the passphrase of the guest network every day, if the owner chose so: the same new one for all radios. */
export function openDailyPassphrase(deps: Pick<Core, 'facts' | 'change' | 'clock' | 'bus'>): DailyPassphrase {
  const { facts, change, clock } = deps
  const expiry = openExpiry(deps, {
    what: 'the daily passphrase of the guest network',
    async due() {
      const now = clock.now()
      if (nextEnd(facts.radios.values()) <= now)
        await change((draft) => {
          const Passphrase = generatePassphrase()
          const Until = nextChange({ now, zone: zoneOf(facts) }) / 1000
          for (const [link, radio] of [...draft.radios.rows()])
            if (radio.Guest && endOf(radio) <= now)
              draft.radios.put(link, { ...radio, Guest: { ...radio.Guest, Passphrase, Until } })
        })
      return nextEnd(facts.radios.values())
    },
  })
  expiry.expect(clock.now())
  return {
    learn(entries) {
      for (const { table, after } of entries) if (table === 'radios' && after) expiry.expect(endOf(after as Radio))
    },
    [Symbol.dispose]: () => expiry[Symbol.dispose](),
  }
}

/** When the passphrase of a radio's guest network ends, in milliseconds since 1970. */
const endOf = ({ Guest }: Radio): number => (Guest?.Until ? Guest.Until * 1000 : Number.POSITIVE_INFINITY)

const nextEnd = (radios: Iterable<Radio>): number => Math.min(...Array.from(radios, endOf))
