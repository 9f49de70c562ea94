import type { Examination } from '../../../../router/model/dns/resolvers/examination.ts'
import type { ResolverHealth } from '../../../../router/model/dns/resolvers/health.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { countOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { resolverTexts as texts } from '../../../texts/dns/resolvers.ts'
import styles from './Providers.module.css'

/** What a test has shown of each server. The element is always there, so that screen readers announce its text. */
export const TestResults = ({
  results,
  isTesting,
}: {
  results: readonly Examination[] | undefined
  isTesting: boolean
}) => (
  <div role="status" aria-label={texts.results} className={styles.results}>
    {isTesting && <p className={styles.none}>{texts.testing}</p>}
    {!isTesting &&
      results?.map((result) => (
        <p key={`${result.IPAddress} ${result.TLSHost}`} data-state={stateOf(result)}>
          <code>{result.IPAddress}</code> <Words of={result} />
        </p>
      ))}
  </div>
)

const stateOf = ({ Reachable, DNSSEC, Altered }: Examination): 'good' | 'doubtful' | 'bad' =>
  !Reachable || Altered === 'yes' ? 'bad' : DNSSEC === 'no' ? 'doubtful' : 'good'

function Words({ of: { Reachable, Failure, LatencyMs, DNSSEC, Altered, Remark, Coded } }: { of: Examination }) {
  if (!Reachable)
    return <TranslatedMessage of={Failure} coded={Coded} within={(failure) => texts.fails(capitalized(failure))} />
  const { validates, alters } = texts.findings
  const within = (remark: string): string => {
    const altered = remark === '' ? alters[Altered] : `${alters[Altered]} (${remark})`
    return `${texts.works(millisecondsOf(LatencyMs))}, ${validates[DNSSEC]}, ${altered}.`
  }
  return <TranslatedMessage of={Remark} coded={Coded} within={within} />
}

/** `0.8 ms`, `12 ms`. */
const millisecondsOf = (ms: number): string =>
  texts.milliseconds(new Intl.NumberFormat(locale, { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms))

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
