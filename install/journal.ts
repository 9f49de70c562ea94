import { INSTALLATION } from './places.ts'
import { applyStep, beforeStep, isApplied, isReverted, type Kept, revertStep, type Step } from './steps.ts'
import type { System } from './system.ts'

/** Outside the releases and the data: it is needed to undo both. */
export const JOURNAL = `${INSTALLATION}/journal`

/** A line of the journal. A step is noted before it is applied, so that a power cut in the middle can be undone. */
type Line =
  | { readonly note: 'begun'; readonly step: Step; readonly before: Kept }
  | { readonly note: 'applied'; readonly after?: Kept }
  | { readonly note: 'reverted'; readonly index: number }

/** A step that has been begun and is not undone. */
interface Begun {
  readonly step: Step
  readonly before: Kept
  readonly after?: Kept
}

/** A step could not be applied or undone. */
export class StepFailed extends Error {
  readonly step: Step
  constructor(step: Step, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.step = step
  }
}

function read(system: System): (Begun | undefined)[] {
  const found = system.entry(JOURNAL)
  const steps: (Begun | undefined)[] = []
  if (found.kind !== 'file') return steps
  for (const text of found.content.split('\n')) {
    const line = parse(text)
    if (line?.note === 'begun') steps.push({ step: line.step, before: line.before })
    else if (line?.note === 'reverted') steps[line.index] = undefined
    else if (line?.after !== undefined && steps.at(-1))
      steps[steps.length - 1] = { ...steps.at(-1)!, after: line.after }
  }
  return steps
}

/** Undefined for a line that a power cut has cut off: what it would have noted had not begun. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

/** Whether there is an installation, complete or not. */
export const isInstalled = (system: System): boolean => read(system).some((begun) => begun !== undefined)

/** Applies the steps in order, and notes each in the journal with what was there before. Throws `StepFailed`; nothing is undone then. */
export function applySteps(system: System, steps: readonly Step[], onStep: (step: Step) => void): void {
  const note = (line: Line): void => system.append(JOURNAL, JSON.stringify(line))
  for (const step of steps) {
    if (isApplied(step)) onStep(step)
    try {
      note({ note: 'begun', step, before: beforeStep(system, step) })
      const after = applyStep(system, step)
      note({ note: 'applied', ...(after === undefined ? {} : { after }) })
    } catch (error) {
      throw new StepFailed(step, error)
    }
  }
}

/**
 * Undoes what the journal contains, the last step first, and then removes the journal. Continues after a step that cannot be undone,
 * and returns those; the journal keeps them for the next attempt.
 */
export function revertSteps(system: System, onStep: (step: Step) => void): StepFailed[] {
  const failed: StepFailed[] = []
  for (const [index, begun] of [...read(system).entries()].reverse()) {
    if (begun === undefined) continue
    // The command for another attempt stays.
    if (failed.length > 0 && ['release', 'link'].includes(begun.step.kind)) continue
    if (isReverted(begun.step)) onStep(begun.step)
    try {
      revertStep(system, begun.step, begun.before, begun.after)
      system.append(JOURNAL, JSON.stringify({ note: 'reverted', index } satisfies Line))
    } catch (error) {
      failed.push(new StepFailed(begun.step, error))
    }
  }
  if (failed.length === 0) system.remove(INSTALLATION)
  return failed
}
