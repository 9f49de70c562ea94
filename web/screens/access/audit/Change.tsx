import { UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '../../../../router/model/access/audit/entry.ts'
import { locale } from '../../../parts/values/locale.ts'
import { texts } from '../../../texts/machine/logs.ts'
import styles from './Changes.module.css'
import { type Deed, deedOf, type FieldChange, fieldsOf, fieldWords, titleOf } from './fields.ts'

/** The number of values that are shown before the rest is opened. */
const AT_ONCE = 4

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

interface ChangeProps {
  entry: AuditEntry
  /** Whether the user name is a button that filters by this user. */
  onWho?: (who: string) => void
}

/** One change: what changed, its author, and the previous values. */
export function Change({ entry, onWho }: ChangeProps) {
  const deed = deedOf(entry)
  const fields = fieldsOf(entry, texts.change)
  return (
    <li className={styles.change}>
      <div className={styles.head}>
        <span className={styles.deed} data-deed={deed}>
          {texts.change[deed]}
        </span>
        <strong>{titleOf(entry, texts.change)}</strong>
      </div>
      <p className={styles.by}>
        <time dateTime={entry.Time}>{format.format(new Date(entry.Time))}</time>
        <Person entry={entry} onWho={onWho} />
        <code>{entry.Operation}</code>
      </p>
      {fields.length > AT_ONCE ? (
        <details className={styles.more}>
          <summary>{texts.change.details(fields.length)}</summary>
          <Values fields={fields} deed={deed} />
        </details>
      ) : (
        fields.length > 0 && <Values fields={fields} deed={deed} />
      )}
    </li>
  )
}

function Person({ entry: { Who, Kind, From }, onWho }: ChangeProps) {
  const how = [texts.change.kinds[Kind], From && texts.change.from(From)].filter(Boolean).join(' ')
  const name = Kind === 'router' ? texts.change.router : Who === '' ? texts.change.nobody : Who
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
        <th scope="col">{texts.change.field}</th>
        {deed !== 'added' && <th scope="col">{texts.change.before}</th>}
        {deed !== 'removed' && <th scope="col">{texts.change.after}</th>}
      </tr>
    </thead>
    <tbody>
      {fields.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{field === '' ? texts.change.value : fieldWords(field, texts.change.fields)}</th>
          {deed !== 'added' && <td data-side={before !== undefined && 'before'}>{before ?? texts.change.nothing}</td>}
          {deed !== 'removed' && <td data-side={after !== undefined && 'after'}>{after ?? texts.change.nothing}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
