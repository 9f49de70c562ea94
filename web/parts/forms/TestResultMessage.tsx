import type { PhraseJson } from '../../../router/phrases/phrase.ts'
import { capitalized } from '../../../router/values/capitalized.ts'
import styles from './TestResultMessage.module.css'

/** The result of a test of the router. */
export interface Tested {
  readonly Ok: boolean
  /** The field that is probably wrong; empty if unknown. */
  readonly Field: string
  readonly Message: string
  /** The same as a code with its values, where the router sends it. */
  readonly Coded?: PhraseJson
}

/** The result of a test in words. The element is always there, so that screen readers announce its text. */
export const TestResultMessage = ({ result }: { result: Tested | undefined }) => (
  <p className={styles.result} role="status" data-failed={(result && !result.Ok) || undefined}>
    {result && capitalized(result.Message)}
  </p>
)
