import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { openProgram } from './program.ts'

const PID_FILE = '/run/program.pid'

/** A program that goes into the background; its child writes the file when the test says so. */
function open() {
  const fake = fakeMachine()
  const killed: string[] = []
  const run = async (argv: readonly string[]): Promise<string> => {
    if (argv[0] === 'kill') killed.push(argv.join(' '))
    return ''
  }
  const background = (pid: number, ...argv: readonly string[]): void => {
    fake.files.set(`/proc/${pid}/cmdline`, argv.join('\0'))
    fake.writeFile(PID_FILE, `${pid}\n`, 0o600)
  }
  const ending = new Map<number, () => void>()
  const machine = {
    ...fake,
    run,
    watchProcess(pid: number, ended: () => void) {
      ending.set(pid, ended)
      return { [Symbol.dispose]: () => void ending.delete(pid) }
    },
  }
  return { fake, killed, background, ending, program: openProgram(machine, PID_FILE, '/run/program.conf') }
}

test('a program has started when its child has written its file, after its parent has returned', async () => {
  const { program, background } = open()
  const started = program.start(['program', '/run/program.conf'], 1000)
  await new Promise(setImmediate)
  background(7, 'program', '/run/program.conf')
  assert.equal(await started, 7)
})

test('a program that does not write its file is reported as not started', async () => {
  const { program, fake } = open()
  const started = program.start(['program', '/run/program.conf'], 1000)
  await new Promise(setImmediate)
  await fake.clock.step(5000)
  assert.equal(await started, undefined)
})

test('another program with the same process ID is not killed', async () => {
  const { program, background, killed } = open()
  background(7, 'sshd')
  assert.equal(program.running(), undefined)
  await program.end(async () => assert.fail('it was asked to end'))
  assert.deepEqual(killed, [])
})

test('a program that does not end on request is killed', async () => {
  const { program, background, killed, ending, fake } = open()
  background(7, 'program', '/run/program.conf')
  const ended = program.end(async () => undefined)
  await new Promise(setImmediate)
  assert.deepEqual(killed, [])
  await fake.clock.step(5000)
  assert.deepEqual(killed, ['kill -KILL 7'])
  ending.get(7)?.()
  await ended
  assert.equal(fake.files.has(PID_FILE), false)
})
