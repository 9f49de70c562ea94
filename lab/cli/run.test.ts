import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRun } from './run.ts'

const UNITS = { title: 'units', names: ['a.test.ts', 'b.test.ts'], atOnce: 2 }
const STORIES = { title: 'stories', names: ['c.test.ts'], atOnce: 1 }
const STAGES = [[UNITS], [STORIES]]
const DURATIONS = {
  'a.test.ts': { seconds: 60, tests: 1 },
  'b.test.ts': { seconds: 60, tests: 1 },
  'c.test.ts': { seconds: 90, tests: 2 },
}

test('each step says which of how many it is, and the expected time that is left', () => {
  const lines: string[] = []
  const run = openRun(STAGES, DURATIONS, (line) => lines.push(line))
  run.begin(UNITS)
  run.finish()
  assert.equal(lines[0], '\n== 1 of 2: units, 2 files; about 2:30 left in all')
})

test('a failure is printed when it happens, with the command that repeats it, and again at the end', () => {
  const lines: string[] = []
  const run = openRun(STAGES, DURATIONS, (line) => lines.push(line))
  const units = run.begin(UNITS)
  units.passed()
  units.failed('a.test.ts: adds', 'expected 2', "npm test -- a.test.ts --only 'adds'")
  assert.equal(lines.at(-1), "\n✖ a.test.ts: adds\n  expected 2\n  repeat it: npm test -- a.test.ts --only 'adds'\n")
  assert.ok(!run.finish())
  assert.equal(lines.filter((line) => line.includes('expected 2')).length, 2)
  assert.equal(lines.at(-1), '1 passed, 1 failed')
})

test('the last line has the counts of all steps', () => {
  const lines: string[] = []
  const run = openRun(STAGES, DURATIONS, (line) => lines.push(line))
  for (const step of [UNITS, STORIES]) run.begin(step).passed()
  run.begin(STORIES).skipped()
  assert.ok(run.finish())
  assert.equal(lines.at(-1), '2 passed, 0 failed, 1 skipped')
})

test('steps that run side by side have separate counts, and share the time', () => {
  const lines: string[] = []
  const run = openRun([[UNITS, STORIES]], DURATIONS, (line) => lines.push(line))
  const [units, stories] = [run.begin(UNITS), run.begin(STORIES)]
  assert.match(lines[0] ?? '', /about 1:10 left in all$/)
  units.passed()
  stories.passed(2)
  stories.close()
  units.failed('a.test.ts', 'no', 'npm test -- a.test.ts')
  units.close()
  run.finish()
  assert.match(lines.at(-2) ?? '', /^\nstories: 2 passed, 0 failed .*\nunits: 1 passed, 1 failed /)
})
