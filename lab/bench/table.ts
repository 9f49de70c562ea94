/** One figure: ours, the peer's in the same run, and what we aim for. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly peer: string
  /** Ours compared with the peer's, or with the aim where there is no peer. */
  readonly ratio: string
  readonly aim: string
}

export function printRows(rows: readonly Row[]): void {
  const lines = [
    ['figure', 'ours', 'peer', 'ratio', 'aim'],
    ...rows.map(({ what, ours, peer, ratio, aim }) => [what, ours, peer, ratio, aim]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const spell = (line: string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = lines.map(spell)
  console.log(`\n${head}\n|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|\n${body.join('\n')}`)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The median ratio of paired runs: noise that lasts longer than a pair cancels out. */
export const pairedRatio = (ours: readonly number[], peer: readonly number[]): number =>
  median(ours.map((value, i) => value / peer[i]!))
