import { Button } from '@mantine/core'
import { useState } from 'react'
import { trafficTexts } from '../../../texts/traffic/traffic.ts'
import type { Amount } from './slice.ts'
import { TrafficAmounts } from './TrafficAmounts.tsx'
import { type AmountRow, topRows } from './topRows.ts'

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
