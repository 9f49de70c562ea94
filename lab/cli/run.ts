import { stdout } from 'node:process'
import { type Durations, durationOf } from './durations.ts'

/** One step of a run: a tool, or test files of one kind. `names` are those under which durations are kept. */
export interface Step {
  readonly title: string
  readonly names: readonly string[]
  /** How many of its names run at the same time. */
  readonly atOnce: number
}

/** The counts of a run, and what it prints: the step, the progress every few seconds, and each failure when it happens. */
export interface Run {
  /** Starts a step. */
  begin(step: Step): void
  passed(): void
  skipped(): void
  /** `repeat`: the command that repeats only this test. `tests`: how many have failed, by default one. */
  failed(title: string, reason: string, repeat: string, tests?: number): void
  /** A file or tool of the step has ended. */
  ended(name: string, ms: number): void
  /** Prints the summary, and returns whether nothing failed. */
  finish(): boolean
}

const EVERY_MS = 15_000
const clock = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

export function openRun(
  steps: readonly Step[],
  durations: Durations,
  print: (line: string) => unknown = (line) => stdout.write(`${line}\n`),
): Run {
  const expected = (names: Iterable<string>): number =>
    Array.from(names).reduce((sum, name) => sum + durationOf(durations, name).seconds, 0)
  const total = steps.flatMap(({ names }) => names).reduce((sum, name) => sum + durationOf(durations, name).tests, 0)
  const began = performance.now()
  const summary: string[] = []
  const failures: string[] = []
  const waiting = new Map(steps.map((step) => [step, new Set(step.names)]))
  const count = { passed: 0, failed: 0, skipped: 0 }
  let step: Step | undefined
  let stepBegan = began
  let before = { ...count }
  // What has ended so far, as expected and in fact, in seconds of one of the processes that run at the same time.
  let expectedSoFar = 0
  let spentSoFar = 0

  const seconds = (): number => (performance.now() - began) / 1000
  /** The time that is left, at the speed of the machine so far. */
  const left = (): number => {
    const pace = expectedSoFar > 20 ? spentSoFar / expectedSoFar : 1
    let sum = 0
    for (const [{ atOnce }, names] of waiting) sum += expected(names) / atOnce
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

  const close = (): void => {
    if (!step) return
    const took = (performance.now() - stepBegan) / 1000
    const [passed, failed] = [count.passed - before.passed, count.failed - before.failed]
    summary.push(`${step.title}: ${passed} passed, ${failed} failed (${took.toFixed(1)} s)`)
    waiting.delete(step)
    step = undefined
  }

  return {
    begin(next) {
      close()
      step = next
      stepBegan = performance.now()
      before = { ...count }
      const files = next.names.length > 1 ? `, ${next.names.length} files` : ''
      print(
        `\n== ${steps.indexOf(next) + 1} of ${steps.length}: ${next.title}${files}; about ${clock(left())} left in all`,
      )
    },
    passed() {
      count.passed++
    },
    skipped() {
      count.skipped++
    },
    failed(title, reason, repeat, tests = 1) {
      count.failed += tests
      const text = `\n✖ ${title}\n${reason.replace(/^/gm, '  ')}\n  repeat it: ${repeat}\n`
      failures.push(text)
      print(text)
    },
    ended(name, ms) {
      expectedSoFar += durationOf(durations, name).seconds
      spentSoFar += ms / 1000
      if (step) waiting.get(step)?.delete(name)
    },
    finish() {
      close()
      clearInterval(timer)
      if (failures.length > 0) print(`\nThe failures again:\n${failures.join('')}`)
      const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
      print(`\n${summary.join('\n')}\nin all: ${clock(seconds())}`)
      print(`${count.passed} passed, ${count.failed} failed${skipped}`)
      return count.failed === 0
    },
  }
}
