import { useState } from 'react'
import { chartTexts } from '../../texts/chart.ts'
import styles from './Chart.module.css'

interface BarsTableProps {
  /** The caption. */
  label: string
  /** The headings of the columns: of the period first. */
  headings: readonly string[]
  rows: readonly { readonly key: string; readonly name: string; readonly values: readonly string[] }[]
}

/** The numbers of a chart of periods as a table, the latest period first. It is made when it is opened. */
export function BarsTable({ label, headings, rows }: BarsTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{chartTexts.table}</summary>
      {isOpen && (
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ key, name, values }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={headings[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
