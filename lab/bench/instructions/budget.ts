import { readFileSync, writeFileSync } from 'node:fs'

/** Instructions of one operation, and of the same operation by the program `reference`. */
export interface Count {
  readonly what: string
  readonly ours: number
  readonly peer?: number
  readonly reference?: string
}

/** The counts of one run, and the kernel's version. */
export interface Report {
  readonly kernel: string
  readonly counts: readonly Count[]
}

/** How much a count may grow without the budget being changed in the same commit. */
const MAY_GROW = 1.02
const FILE = new URL('budget.json', import.meta.url)

export const readBudget = (): Report => JSON.parse(readFileSync(FILE, 'utf8'))
export const writeBudget = (report: Report): void => writeFileSync(FILE, `${JSON.stringify(report, undefined, 2)}\n`)

/**
 * What took more than its budget, a line each. Of work that the kernel does for both sides the ratio is compared under another
 * kernel: its own share of a packet changes with each version.
 */
export function exceeded(report: Report, budget: Report): string[] {
  const isSameKernel = report.kernel === budget.kernel
  return report.counts.flatMap(({ what, ours, peer }) => {
    const planned = budget.counts.find((count) => count.what === what)
    if (!planned) return [`${what}: has no budget; --save writes one`]
    const scale = isSameKernel || peer === undefined || planned.peer === undefined ? 1 : peer / planned.peer
    const most = Math.round(planned.ours * scale * MAY_GROW)
    return ours > most ? [`${what}: ${ours} instructions, and at most ${most} are in the budget`] : []
  })
}
