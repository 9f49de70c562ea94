import type { Examination } from '../../../../router/model/dns/resolvers/examination.ts'
import { locale } from '../../../parts/values/locale.ts'
import { sentence } from '../../../parts/values/sentence.ts'
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
          <code>{result.IPAddress}</code> {wordsOf(result)}
        </p>
      ))}
  </div>
)

const stateOf = ({ Reachable, DNSSEC, Altered }: Examination): 'good' | 'doubtful' | 'bad' =>
  !Reachable || Altered === 'yes' ? 'bad' : DNSSEC === 'no' ? 'doubtful' : 'good'

function wordsOf({ Reachable, Failure, LatencyMs, DNSSEC, Altered, Remark }: Examination): string {
  if (!Reachable) return texts.fails(sentence(Failure))
  const { validates, alters } = texts.findings
  const altered = Remark === '' ? alters[Altered] : `${alters[Altered]} (${Remark})`
  return `${texts.works(millisecondsOf(LatencyMs))}, ${validates[DNSSEC]}, ${altered}.`
}

/** `0.8 ms`, `12 ms`. */
export const millisecondsOf = (ms: number): string =>
  texts.milliseconds(new Intl.NumberFormat(locale, { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms))
