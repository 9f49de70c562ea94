import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { rateOf } from '../../parts/amount.ts'
import { Failed } from '../../parts/Face.tsx'
import { Section } from '../../parts/Section.tsx'
import { homeTexts } from '../../texts/home.ts'
import { ratesOf } from '../traffic/slice.ts'
import { useLive } from '../traffic/useLive.ts'
import styles from './TrafficNow.module.css'

const words = homeTexts.now

/** What goes to and from the internet now. */
export function TrafficNow() {
  const live = useLive('wan')
  if (live.error && !live.data)
    return <Failed title={words.failed} error={live.error} onRetry={() => void live.refetch()} />
  const { down, up } = ratesOf(live.data?.slices.slice(-1) ?? [])
  return (
    <Section title={words.title}>
      <dl className={styles.rates}>
        <Rate name={words.down} icon={<IconArrowDown size={18} stroke={2} aria-hidden />} bytes={down[0]} />
        <Rate name={words.up} icon={<IconArrowUp size={18} stroke={2} aria-hidden />} bytes={up[0]} />
      </dl>
    </Section>
  )
}

const Rate = ({ name, icon, bytes }: { name: string; icon: React.ReactNode; bytes: number | undefined }) => (
  <div className={styles.rate}>
    <dt>
      {icon} {name}
    </dt>
    <dd>{bytes === undefined ? words.waiting : rateOf(bytes)}</dd>
  </div>
)
