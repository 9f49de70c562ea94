import { Button } from '@mantine/core'
import { useState } from 'react'
import { bytesOf } from '../../../parts/values/amount.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import type { Amount } from './slice.ts'
import styles from './TrafficAmounts.module.css'
import { type AmountRow, topRows } from './topRows.ts'

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

const SHOWN_FIRST = 12

interface TopAmountsProps {
  /** The heading of the first column. */
  heading: string
  rows: readonly AmountRow[]
  /** Bytes that belong to no row. */
  rest?: Amount | undefined
}

/** The rows with the most bytes, and all others in one row until they are shown. */
export function TopAmounts({ heading, rows, rest }: TopAmountsProps) {
  const [isWhole, setWhole] = useState(false)
  const { all, shown, other } = topRows(rows, isWhole ? Number.POSITIVE_INFINITY : SHOWN_FIRST, rest)
  return (
    <>
      <TrafficAmounts heading={heading} rows={shown} other={other} />
      {shown.length < all && (
        <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
          {trafficTexts.more(all)}
        </Button>
      )}
    </>
  )
}
