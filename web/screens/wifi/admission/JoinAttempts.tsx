import { Link } from '@tanstack/react-router'
import type { WifiFailure } from '../../../../router/model/wifi/admission/failure.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { shownName } from '../../../parts/values/name.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { attemptTexts as texts } from '../../../texts/wifi/admission.ts'
import { ago } from '../../home/devices/ago.ts'
import styles from './JoinAttempts.module.css'
import { useAttempts } from './useAttempts.ts'

const MOST = 10

/** Devices that could not join, and why. */
export function JoinAttempts() {
  const { data, error, refetch } = useAttempts()
  return (
    <Section title={texts.title} hint={data?.length === 0 ? texts.none : texts.hint}>
      {data ? (
        <ul className={styles.attempts}>
          {data.slice(0, MOST).map((attempt) => (
            <Attempt key={attempt.MAC} attempt={attempt} />
          ))}
        </ul>
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={48} />
      )}
    </Section>
  )
}

function Attempt({ attempt: { MAC, Name, Cause, Time, Count } }: { attempt: WifiFailure }) {
  return (
    <li className={styles.attempt}>
      {Name === '' ? (
        <code className={styles.sender}>{MAC}</code>
      ) : (
        <Link to="/admin/devices/$identity" params={{ identity: MAC }} className={styles.sender}>
          {shownName(Name)}
        </Link>
      )}
      <time className={styles.when} dateTime={new Date(Time * 1000).toISOString()}>
        {ago(new Date(Time * 1000), new Date(useNow()))}
      </time>
      <span className={styles.why}>{texts.because(texts.causes[Cause], Count)}</span>
    </li>
  )
}
