import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CommandFailed } from '../../errors.ts'
import { interactThrough, outcomeThrough, runThrough } from './outside.ts'

/** A socket that answers as systemd's instance of `router/root/main.ts` does. Returns its path. */
async function open(
  t: { after(run: () => void): void },
  answer: (stream: Socket, request: string) => void,
): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'outside-'))
  const path = join(dir, 'socket')
  const server = createServer((stream) => {
    stream.on('error', () => undefined)
    stream.once('data', (request) => answer(stream, String(request)))
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.after(() => {
    server.close()
    rmSync(dir, { recursive: true })
  })
  return path
}

const LIMITS = { mostLineBytes: 1000, mostUnreadBytes: 1000, descriptor3: new Uint8Array() }

test('what needs root goes through the socket, and everything else is run here', async (t) => {
  const asked: string[] = []
  const socket = await open(t, (stream, request) => {
    asked.push(request.trim())
    stream.end('{"code":1,"output":"not today"}\n')
  })
  await assert.rejects(
    runThrough(socket)(['date', '--utc']),
    (error) => error instanceof CommandFailed && error.exitCode === 1,
  )
  assert.equal(await runThrough(socket)(['echo', 'here']), 'here\n')
  assert.deepEqual(asked, ['{"argv":["date","--utc"]}'])
})

test('a sandbox that could not be started, and a helper that does not answer, have no code', async (t) => {
  const limits = { input: 'x', timeoutMs: 1000, mostBytes: 10 }
  const failing = await open(t, (stream) => stream.end('{"output":"spawn bwrap ENOENT"}\n'))
  assert.deepEqual(await outcomeThrough(failing)(['bwrap'], limits), { code: undefined, output: 'spawn bwrap ENOENT' })
  const silent = await open(t, (stream) => stream.end())
  assert.deepEqual(await outcomeThrough(silent)(['bwrap'], limits), { code: undefined, output: 'no answer' })
})

/** What is killed while a script that prints `lines` is ended. */
async function killedBy(t: Parameters<typeof open>[0], lines: string): Promise<unknown[]> {
  const kill = process.kill
  const killed: unknown[] = []
  process.kill = (...call) => {
    killed.push(call)
    return true
  }
  try {
    const socket = await open(t, (stream) => stream.write(lines))
    const { promise, resolve } = Promise.withResolvers<void>()
    const script = interactThrough(socket, ['bwrap'], { ...LIMITS, onLine: () => resolve() })
    await Promise.race([promise, script.ended])
    script[Symbol.dispose]()
    await script.ended
    return killed
  } finally {
    process.kill = kill
  }
}

test('a script cannot name another process that is killed in its place', async (t) => {
  assert.deepEqual(await killedBy(t, '!pid 4321\n!pid 1\n!pid 0\nready\n'), [[-4321, 'SIGKILL']])
  for (const first of ['!pid 1', '!pid 0', '!pid -5', '!pid x', '!oops'])
    assert.deepEqual(await killedBy(t, `${first}\n!pid 77\nready\n`), [], first)
})

test('the errors and the status of a script are not its output', async (t) => {
  const socket = await open(t, (stream) => stream.end('!pid 4321\n{"a":1}\n!out of memory\n!exit 137\n'))
  const lines: string[] = []
  const end = await interactThrough(socket, ['bwrap'], { ...LIMITS, onLine: (line) => lines.push(line) }).ended
  assert.deepEqual(lines, ['{"a":1}'])
  assert.deepEqual(end, { code: null, excess: undefined, errors: 'out of memory\n' })
})
