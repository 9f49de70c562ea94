import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { outcome, Program } from '../process/program.ts'
import { until } from '../process/until.ts'
import { serveExecution } from './execution.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-exec-'))
const path = join(folder, 'control')
const server = createServer()
serveExecution(server, (device, argv) => {
  if (device !== 'laptop') throw new Error(`there is no device "${device}"`)
  return ['env', 'DEVICE=laptop', ...argv]
})
await once(server.listen(path), 'listening')
after(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const REMOTE = fileURLToPath(new URL('remote.ts', import.meta.url))
const MODULE = `
  const { executeRemotely } = await import(${JSON.stringify(REMOTE)})
  const [path, device, ...argv] = process.argv.slice(1)
  process.exitCode = await executeRemotely(path, device, argv).catch((error) => (console.error(error.message), 99))`
const words = (device: string, ...argv: string[]) => [
  process.execPath,
  '--input-type=module',
  '-e',
  MODULE,
  '--',
  path,
  device,
  ...argv,
]

test('a command runs in a device, with its input, both outputs and its status', async () => {
  const { code, stdout, stderr } = await outcome(
    words('laptop', 'sh', '-c', 'echo "$DEVICE"; cat; echo wrong >&2; exit 7'),
    { input: 'a\nlast' },
  )
  assert.deepEqual([code, stdout, stderr], [7, 'laptop\na\nlast', 'wrong\n'])
})

test('much output arrives whole', async () => {
  const { stdout } = await outcome(words('laptop', 'head', '-c', '3000000', '/dev/zero'))
  assert.equal(stdout.length, 3_000_000)
})

test('an unknown device and a missing program are refused with the reason', async () => {
  const unknown = await outcome(words('nobody', 'true'))
  assert.deepEqual([unknown.code, unknown.stderr], [99, 'there is no device "nobody"\n'])
  assert.equal((await outcome(words('laptop', 'no-such-program'))).code, 127)
})

test('a command ends when its client is killed', async () => {
  const mark = `${process.pid}.5`
  const runs = () => spawnSync('pgrep', ['-f', `^sleep ${mark}`]).status === 0
  const client = new Program(words('laptop', 'sleep', mark))
  await until('the command to start', runs)
  client.kill('SIGKILL')
  await until('the command to end', () => !runs())
})

test('with a terminal, a command has one of the same size', async () => {
  const line = words('laptop', 'stty', 'size')
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ')
  const { stdout } = await outcome(['script', '-qefc', `stty cols 97 rows 31; ${line}`, '/dev/null'])
  assert.match(stdout, /31 97/)
})
