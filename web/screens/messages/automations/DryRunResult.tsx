import type { DryRun } from '../../../../router/model/messages/automations/contract.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { automationTexts } from '../../../texts/messages/automations.ts'
import { Entries } from './AutomationLog.tsx'
import styles from './Automations.module.css'
import { startWords } from './startWords.ts'

const texts = automationTexts.dry

/** What a script would have done on the last day. */
export const DryRunResult = ({ result }: { result: DryRun }) => {
  const { Runs, Failed, Left, Calls, Notices, Log } = result
  return (
    <Section title={texts.title} hint={texts.hint}>
      <p role="status">{Runs === 0 ? texts.none : texts.runs(Runs, Failed)}</p>
      {Left > 0 && <p className="quiet">{texts.left(Left)}</p>}
      {Calls.length > 0 && (
        <>
          <h3>{texts.changes}</h3>
          <ul className={styles.calls}>
            {Calls.map(({ StartedBy, Operation, Body }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same call can be made several times
              <li key={index}>
                {startWords(StartedBy)}: <code>{Operation}</code>{' '}
                <code>{Body === null ? '' : JSON.stringify(Body)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {Notices.length > 0 && (
        <>
          <h3>{texts.notices}</h3>
          <ul className={styles.calls}>
            {Notices.map((notice, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same notice can be sent several times
              <li key={index}>{notice}</li>
            ))}
          </ul>
        </>
      )}
      {Log.length > 0 && (
        <>
          <h3>{automationTexts.log.title}</h3>
          <Entries entries={Log} label={automationTexts.log.title} />
        </>
      )}
    </Section>
  )
}
