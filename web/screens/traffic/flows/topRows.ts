import type { ReactNode } from 'react'
import type { Amount } from './slice.ts'

export interface AmountRow {
  readonly key: string
  readonly label: ReactNode
  readonly amount: Amount
}

const NOTHING: Amount = { down: 0, up: 0 }

/**
 * The first rows that have bytes, and the bytes of all others with those that belong to no row (`rest`): together they are
 * always the same total.
 */
export function topRows(
  rows: readonly AmountRow[],
  most: number,
  rest: Amount = NOTHING,
): { all: number; shown: readonly AmountRow[]; other: Amount } {
  const some = rows.filter(({ amount: { down, up } }) => down + up > 0)
  const other = some
    .slice(most)
    .reduce((sum, { amount }) => ({ down: sum.down + amount.down, up: sum.up + amount.up }), rest)
  return { all: some.length, shown: some.slice(0, most), other }
}
