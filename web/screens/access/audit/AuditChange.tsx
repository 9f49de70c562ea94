import { UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '../../../../router/model/access/audit/entry.ts'
import { locale } from '../../../parts/values/locale.ts'
import { logTexts } from '../../../texts/machine/logs.ts'
import styles from './AuditChange.module.css'
import { changedFieldsOf, type Deed, deedOf, type FieldChange, fieldWords, titleOf } from './fields.ts'

/** The number of values that are shown before the rest is opened. */
const AT_ONCE = 4

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

interface AuditChangeProps {
  entry: AuditEntry
  /** Whether the user name is a button that filters by this user. */
  onWho?: (who: string) => void
}

/** One change: what changed, its author, and the previous values. */
export function AuditChange({ entry, onWho }: AuditChangeProps) {
  const deed = deedOf(entry)
  const fields = changedFieldsOf(entry, logTexts.change)
  return (
    <li className={styles.change}>
      <div className={styles.head}>
        <span className={styles.deed} data-deed={deed}>
          {logTexts.change[deed]}
        </span>
        <strong>{titleOf(entry, logTexts.change)}</strong>
      </div>
      <p className={styles.by}>
        <time dateTime={entry.Time}>{format.format(new Date(entry.Time))}</time>
        <Person entry={entry} onWho={onWho} />
        <code>{entry.Operation}</code>
      </p>
      {fields.length > AT_ONCE ? (
        <details className={styles.more}>
          <summary>{logTexts.change.details(fields.length)}</summary>
          <Values fields={fields} deed={deed} />
        </details>
      ) : (
        fields.length > 0 && <Values fields={fields} deed={deed} />
      )}
    </li>
  )
}

function Person({ entry: { Who, Kind, From }, onWho }: AuditChangeProps) {
  const how = [logTexts.change.kinds[Kind], From && logTexts.change.from(From)].filter(Boolean).join(' ')
  const name = Kind === 'router' ? logTexts.change.router : Who === '' ? logTexts.change.anonymous : Who
  return (
    <span>
      {Who === '' || !onWho ? name : <UnstyledButton onClick={() => onWho(Who)}>{name}</UnstyledButton>} {how}
    </span>
  )
}

/** One side alone for added and removed rows. */
const Values = ({ fields, deed }: { fields: readonly FieldChange[]; deed: Deed }) => (
  <table className={styles.values} data-deed={deed}>
    <thead>
      <tr>
        <th scope="col">{logTexts.change.field}</th>
        {deed !== 'added' && <th scope="col">{logTexts.change.before}</th>}
        {deed !== 'removed' && <th scope="col">{logTexts.change.after}</th>}
      </tr>
    </thead>
    <tbody>
      {fields.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{field === '' ? logTexts.change.value : fieldWords(field, logTexts.change.fields)}</th>
          {deed !== 'added' && (
            <td data-side={before !== undefined && 'before'}>{before ?? logTexts.change.nothing}</td>
          )}
          {deed !== 'removed' && <td data-side={after !== undefined && 'after'}>{after ?? logTexts.change.nothing}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
