import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { applySteps, isInstalled, JOURNAL, revertSteps, StepFailed } from './journal.ts'
import type { Step } from './steps.ts'
import { openSystem, type System } from './system.ts'

interface Fixture {
  readonly root: string
  readonly system: System
  /** The programs that were run. */
  readonly ran: string[]
  /** Programs that fail from now on. */
  readonly failing: Set<string>
}

function open(t: { after(run: () => void): void }): Fixture {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-journal-'))
  t.after(() => rmSync(root, { recursive: true }))
  const ran: string[] = []
  const failing = new Set<string>()
  const real = openSystem(root)
  const run: System['run'] = (argv) => {
    if (argv[0] === 'find') return real.run(argv)
    if (argv[0] === 'sync') return { status: 0, stdout: '', output: '' }
    ran.push(argv.join(' '))
    return failing.has(argv[0] ?? '')
      ? { status: 1, stdout: '', output: 'it does not work' }
      : { status: 0, stdout: '', output: '' }
  }
  return { root, system: { ...real, run }, ran, failing }
}

const STEPS: readonly Step[] = [
  { kind: 'file', path: '/etc/sallyport/a', content: 'new' },
  { kind: 'command', when: 'reverted', effect: 'read it again', argv: ['reread'] },
  { kind: 'file', path: '/etc/known', content: 'changed' },
  { kind: 'link', path: '/opt/current', target: '/opt/1' },
  { kind: 'command', when: 'applied', effect: 'read it', argv: ['read'] },
]
const quiet = (): void => undefined
const filesOf = (system: System) => ({
  etc: system.list('/etc'),
  opt: system.list('/opt'),
  known: system.entry('/etc/known'),
})

test('what was applied is undone in the reverse order, with the files and directories of before', (t) => {
  const { system, ran } = open(t)
  system.write('/etc/known', 'old', 0o640)
  const before = filesOf(system)
  applySteps(system, STEPS, quiet)
  assert.deepEqual(ran, ['read'])
  assert.deepEqual(system.entry('/opt/current'), { kind: 'link', target: '/opt/1' })
  assert.ok(isInstalled(system))
  const shown: string[] = []
  assert.deepEqual(
    revertSteps(system, (step) => shown.push(step.kind)),
    [],
  )
  assert.deepEqual(shown, ['link', 'file', 'command', 'file'])
  assert.deepEqual(ran, ['read', 'reread'])
  assert.deepEqual(filesOf(system), before)
  assert.ok(!isInstalled(system))
})

test('a step that fails stops the installation, and the steps before it can be undone', (t) => {
  const { system, failing } = open(t)
  failing.add('read')
  assert.throws(
    () => applySteps(system, STEPS, quiet),
    (error) => error instanceof StepFailed && /it does not work/.test(error.message),
  )
  failing.clear()
  assert.deepEqual(revertSteps(system, quiet), [])
  assert.deepEqual(system.list('/'), ['var'])
})

/** Whether a line of the journal is complete, and notes that a step has begun. */
function isBegun(line: string): boolean {
  try {
    return JSON.parse(line).note === 'begun'
  } catch {
    return false
  }
}

test('after a power cut at any byte of the journal, everything can be undone', (t) => {
  const whole = open(t)
  applySteps(whole.system, STEPS, quiet)
  const journal = readFileSync(join(whole.root, JOURNAL))
  for (let length = 1; length < journal.length; length += 7) {
    const { root, system } = open(t)
    applySteps(system, STEPS, quiet)
    writeFileSync(join(root, JOURNAL), journal.subarray(0, length))
    // What is not in the journal had not begun.
    const begun = journal.subarray(0, length).toString().split('\n').filter(isBegun).length
    for (const step of STEPS.slice(begun)) if ('path' in step) system.remove(step.path)
    assert.deepEqual(revertSteps(system, quiet), [])
    assert.deepEqual(
      system.list('/etc').filter((name) => name !== 'sallyport'),
      [],
      `cut at ${length}`,
    )
  }
})

test('what cannot be undone is reported, the rest is undone, and the command and the journal stay for another attempt', (t) => {
  const { system, failing } = open(t)
  applySteps(system, STEPS, quiet)
  failing.add('reread')
  const failed = revertSteps(system, quiet)
  assert.deepEqual(
    failed.map(({ message }) => message),
    ['reread: it does not work'],
  )
  assert.ok(isInstalled(system))
  assert.equal(system.entry('/etc/known').kind, 'absent')
  failing.clear()
  assert.deepEqual(revertSteps(system, quiet), [])
  assert.ok(!isInstalled(system))
})
