import { useEffect, useState } from 'react'
import { live } from '../../../client/client.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../texts/device.ts'
import { useDevicePage } from '../devicePage.ts'
import styles from './Events.module.css'
import { type Happening, happeningOf } from './event.ts'

const words = deviceTexts.happening
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** Live events of the device, since the page was opened. */
export function Happenings() {
  const { entry } = useDevicePage()
  const happenings = useHappenings(entry.device.MAC, entry.device.RecentIP)
  return (
    <Section title={words.title} hint={happenings.length === 0 ? words.none : words.hint}>
      <div role="log" aria-label={words.title}>
        <ol className={styles.list}>
          {happenings.map(({ key, at, kind, words: line }) => (
            <li key={key} className={styles.line} data-kind={kind}>
              <span>{line}</span>
              <time dateTime={at.toISOString()}>{clock.format(at)}</time>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

const MOST = 30

/** Events of the device since the page was opened, newest first. The router does not store them. */
function useHappenings(mac: string, ip: string): readonly Happening[] {
  const [events, setEvents] = useState<readonly Happening[]>([])
  useEffect(
    () =>
      live.onEvent((topic, payload) => {
        const happening = happeningOf(topic, payload, { mac, ip }, new Date())
        if (happening) setEvents((known) => [{ ...happening, key: (known[0]?.key ?? 0) + 1 }, ...known].slice(0, MOST))
      }),
    [mac, ip],
  )
  return events
}
