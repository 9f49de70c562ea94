import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { query } from '../../../client/query.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { chartOf, SHORT, shortMs } from './latency.ts'
import styles from './Uplinks.module.css'

const LOOK_AGAIN_MS = 20_000

/** The latency of the last rounds of pings as a line, with a bar for each round without a response. */
export function LinkLatency({ link }: { link: string }) {
  const [isLong, setLong] = useState(false)
  const { data: samples } = useQuery({
    ...query(wan.history, { params: { interface: link }, query: {} }),
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const data = samples && chartOf(samples, isLong)
  if (!data) return <NoAnswers words={samples ? linkTexts.uplinks.noChart : ''} />
  const minutes = Math.max(1, Math.round(data.seconds / 60))
  return (
    <figure className={styles.latency}>
      <svg
        viewBox={`0 0 ${data.width} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={linkTexts.uplinks.chart(shortMs(data.least), shortMs(data.most), minutes)}
      >
        {data.silent.map((x) => (
          <rect key={x} className={styles.silent} x={x} y="0" width="1" height="100" />
        ))}
        <path className={styles.line} d={data.line} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        {linkTexts.uplinks.chartHint(lengthOf(minutes * 60))}
        {(isLong || samples.length > SHORT) && (
          <UnstyledButton onClick={() => setLong(!isLong)}>
            {isLong ? linkTexts.uplinks.shorter : linkTexts.uplinks.longer}
          </UnstyledButton>
        )}
      </figcaption>
    </figure>
  )
}

/** As high as the chart, so that nothing moves when that is there. */
const NoAnswers = ({ words }: { words: string }) => (
  <figure className={styles.latency}>
    <svg aria-hidden="true" />
    <figcaption>{words || '\u00a0'}</figcaption>
  </figure>
)
