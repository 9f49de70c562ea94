import { stdout } from 'node:process'
import { type Durations, durationOf } from './durations.ts'

/** One step of a run: a tool, or test files of one kind. `names` are those under which durations are kept. */
export interface Step {
  readonly title: string
  readonly names: readonly string[]
  /** How many of its names run at the same time. */
  readonly atOnce: number
}

/** Steps that run side by side. */
export type Stage<S extends Step = Step> = readonly S[]

/** The results of a step. */
export interface StepRun {
  passed(tests?: number): void
  skipped(): void
  /** `repeat`: the command that repeats only this test. `tests`: how many have failed, by default one. */
  failed(title: string, reason: string, repeat: string, tests?: number): void
  /** A file or tool of the step has ended. */
  ended(name: string, ms: number): void
  /** The whole step has ended. */
  close(): void
}

/** The counts of a run, and what it prints: the step, the progress every few seconds, and each failure when it happens. */
export interface Run {
  begin(step: Step): StepRun
  /** Prints the summary, and returns whether nothing failed. */
  finish(): boolean
}

const EVERY_MS = 15_000
const clock = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

export function openRun(
  stages: readonly Stage[],
  durations: Durations,
  print: (line: string) => unknown = (line) => stdout.write(`${line}\n`),
): Run {
  const expected = (names: Iterable<string>): number =>
    Array.from(names).reduce((sum, name) => sum + durationOf(durations, name).seconds, 0)
  const steps = stages.flat()
  const total = steps.flatMap(({ names }) => names).reduce((sum, name) => sum + durationOf(durations, name).tests, 0)
  const began = performance.now()
  const summary: string[] = []
  const failures: string[] = []
  const waiting = new Map(steps.map((step) => [step, new Set(step.names)]))
  const count = { passed: 0, failed: 0, skipped: 0 }
  // What has ended so far, as expected and in fact, in seconds of one of the processes that run at the same time.
  let expectedSoFar = 0
  let spentSoFar = 0

  const seconds = (): number => (performance.now() - began) / 1000
  /** The time that is left, at the speed of the machine so far. */
  const left = (): number => {
    const pace = expectedSoFar > 20 ? spentSoFar / expectedSoFar : 1
    let sum = 0
    for (const stage of stages) {
      const open = stage.filter((step) => waiting.has(step))
      const names = open.flatMap((step) => [...(waiting.get(step) ?? [])])
      if (open.length > 0) sum += expected(names) / open.reduce((atOnce, step) => atOnce + step.atOnce, 0)
    }
    return sum * pace
  }
  const show = (): void => {
    const done = count.passed + count.failed + count.skipped
    const failed = count.failed > 0 ? `, ${count.failed} failed` : ''
    print(
      `  ${clock(seconds())}  ${done} of about ${Math.max(total, done)} tests done${failed}; about ${clock(left())} left`,
    )
  }
  const timer = setInterval(show, EVERY_MS)

  return {
    begin(step) {
      const stepBegan = performance.now()
      const own = { passed: 0, failed: 0 }
      const files = step.names.length > 1 ? `, ${step.names.length} files` : ''
      print(
        `\n== ${steps.indexOf(step) + 1} of ${steps.length}: ${step.title}${files}; about ${clock(left())} left in all`,
      )
      return {
        passed(tests = 1) {
          own.passed += tests
          count.passed += tests
        },
        skipped() {
          count.skipped++
        },
        failed(title, reason, repeat, tests = 1) {
          own.failed += tests
          count.failed += tests
          const text = `\n✖ ${title}\n${reason.replace(/^/gm, '  ')}\n  repeat it: ${repeat}\n`
          failures.push(text)
          print(text)
        },
        ended(name, ms) {
          expectedSoFar += durationOf(durations, name).seconds
          spentSoFar += ms / 1000
          waiting.get(step)?.delete(name)
        },
        close() {
          const took = (performance.now() - stepBegan) / 1000
          summary.push(`${step.title}: ${own.passed} passed, ${own.failed} failed (${took.toFixed(1)} s)`)
          waiting.delete(step)
        },
      }
    },
    finish() {
      clearInterval(timer)
      if (failures.length > 0) print(`\nThe failures again:\n${failures.join('')}`)
      const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
      print(`\n${summary.join('\n')}\nin all: ${clock(seconds())}`)
      print(`${count.passed} passed, ${count.failed} failed${skipped}`)
      return count.failed === 0
    },
  }
}
