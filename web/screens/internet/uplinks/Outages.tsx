import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import type { Outage } from '../../../../router/model/internet/uplinks/status.ts'
import { query } from '../../../client/query.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { lengthOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { daysOf } from './days.ts'
import { uplinkFaultWords } from './faultWords.ts'
import styles from './Outages.module.css'

const AT_ONCE = 5

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** When the internet was away, how long, and as far as is known why. */
export function Outages() {
  const { data, error, refetch } = useQuery(query(wan.outages))
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? data : data?.slice(0, AT_ONCE)
  return (
    <Section title={linkTexts.outages.title} hint={linkTexts.outages.hint}>
      {data && <Days outages={data} />}
      {shown && shown.length > 0 ? (
        <ol className={styles.outages}>
          {shown.map((outage) => (
            <Away key={`${outage.Iface} ${outage.Start}`} outage={outage} />
          ))}
        </ol>
      ) : data ? (
        <p className={styles.none}>{linkTexts.outages.none}</p>
      ) : (
        <LoadState title={linkTexts.outages.failed} query={{ error, refetch }} height={48} />
      )}
      {data && !showsAll && data.length > AT_ONCE && (
        <Button variant="default" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          {linkTexts.outages.more}
        </Button>
      )}
    </Section>
  )
}

const Away = ({ outage }: { outage: Outage }) => {
  const { Iface, Start, End } = outage
  return (
    <li className={styles.outage} data-lasts={End === 0}>
      <time dateTime={new Date(Start * 1000).toISOString()}>{format.format(new Date(Start * 1000))}</time>
      <strong>{End === 0 ? linkTexts.outages.lasts : lengthOf(End - Start)}</strong>
      <span>
        <code>{Iface}</code> {uplinkFaultWords(outage)}
      </span>
    </li>
  )
}

const COUNT = 30
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** A month at a glance: a bar for each day, highlighted on days with outages. */
function Days({ outages }: { outages: readonly Outage[] }) {
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
              {dayFormat.format(at)}:{' '}
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
