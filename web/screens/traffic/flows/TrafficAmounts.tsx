import { bytesOf } from '../../../parts/values/amount.ts'
import { trafficTexts } from '../../../texts/traffic/traffic.ts'
import type { Amount } from './slice.ts'
import styles from './TrafficAmounts.module.css'
import type { AmountRow } from './topRows.ts'

const { chart, devices, other: otherWord } = trafficTexts

interface TrafficAmountsProps {
  /** The heading of the first column. */
  heading: string
  rows: readonly AmountRow[]
  /** The traffic that belongs to none of the rows. */
  other?: Amount
}

/** How much each of them received and sent; the bar, for the eye alone, compares a row with the first one. */
export function TrafficAmounts({ heading, rows, other }: TrafficAmountsProps) {
  const all = other && other.down + other.up > 0 ? [...rows, { key: ':other', label: otherWord, amount: other }] : rows
  const most = Math.max(1, ...all.map(({ amount: { down, up } }) => down + up))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <td className={styles.share} aria-hidden="true">
            {devices.share}
          </td>
          <th scope="col">{chart.down}</th>
          <th scope="col">{chart.up}</th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ key, label, amount: { down, up } }) => (
          <tr key={key}>
            <th scope="row">
              <span className={styles.label}>{label}</span>
            </th>
            <td className={styles.share} aria-hidden="true">
              <meter className={styles.bar} min={0} max={most} value={down + up} />
            </td>
            <td>{bytesOf(down)}</td>
            <td>{bytesOf(up)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
