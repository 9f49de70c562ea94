import type { ResolverHealth } from '../../../../router/model/dns/resolvers/health.ts'
import { countOf } from '../../../parts/values/amount.ts'
import { resolverTexts as texts } from '../../../texts/dns/resolvers.ts'
import styles from './Providers.module.css'
import { millisecondsOf } from './TestResults.tsx'

/** How fast each server answers the queries of devices, and how many had no answer. */
export const ServerHealth = ({ servers }: { servers: ResolverHealth['Upstreams'] }) => (
  <ul className={styles.health} aria-label={texts.healthTitle}>
    {servers.map(({ IPAddress, TLSHost, Asked, Failed, MedianMs, P95Ms, LastAnswer }) => (
      <li key={`${IPAddress} ${TLSHost}`}>
        <code>{IPAddress}</code>{' '}
        {[
          LastAnswer > 0 ? texts.health(millisecondsOf(MedianMs), millisecondsOf(P95Ms)) : texts.noAnswer,
          texts.counts(countOf(Failed), countOf(Asked)),
        ].join(' · ')}
      </li>
    ))}
  </ul>
)
