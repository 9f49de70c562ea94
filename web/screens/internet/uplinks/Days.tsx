import type { Outage } from '../../../../router/model/internet/uplinks/status.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import styles from './Days.module.css'
import { daysOf } from './days.ts'

const COUNT = 30
const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** A month at a glance: a bar for each day, highlighted on days with outages. */
export function Days({ outages }: { outages: readonly Outage[] }) {
  const days = daysOf(outages, COUNT, useNow())
  const bad = days.filter(({ awaySeconds }) => awaySeconds > 0).length
  return (
    <figure className={styles.days}>
      <svg
        viewBox={`0 0 ${COUNT} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={linkTexts.outages.days(bad, COUNT)}
      >
        {days.map(({ at, awaySeconds }, index) => (
          <rect key={at.getTime()} x={index + 0.15} y="0" width="0.7" height="10" data-away={awaySeconds > 0}>
            <title>
              {format.format(at)}:{' '}
              {awaySeconds > 0 ? linkTexts.outages.away(lengthOf(awaySeconds)) : linkTexts.outages.never}
            </title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>{linkTexts.outages.since(COUNT)}</span>
        <span>{linkTexts.outages.today}</span>
      </figcaption>
    </figure>
  )
}
