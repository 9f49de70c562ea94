import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from './place.ts'
import { until } from './until.ts'

const SALLYPORT = join(ROOT, 'bin/sallyport.js')
const folder = mkdtempSync(join(tmpdir(), 'sallyport-'))
const started: ChildProcess[] = []
after(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** A home of its own for the test: port, data, and what `npm start` printed. */
class Home {
  readonly environment: NodeJS.ProcessEnv
  readonly url: string
  child: ChildProcess | undefined
  printed = ''

  constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`
    this.environment = { ...process.env, SALLYPORT_PORT: String(port), SALLYPORT_DATA: join(folder, String(port)) }
    delete this.environment.SALLYPORT_ADMIN_PASSWORD
  }

  async start(...flags: string[]): Promise<void> {
    this.printed = ''
    this.child = spawn(process.execPath, [SALLYPORT, 'start', ...flags], { env: this.environment })
    started.push(this.child)
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (text) => (this.printed += text))
    await until(
      'the home to open',
      () => {
        if (this.child?.exitCode !== null) throw new Error(this.printed)
        return this.printed.includes('The home is open')
      },
      60_000,
    )
  }

  /** End it, and wait for the process that was started. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const ended = new Promise((resolve) => this.child?.once('exit', resolve))
    this.child?.kill(signal)
    await ended
  }

  get password(): string {
    return /password {2}(\S+)/.exec(this.printed)?.[1] ?? ''
  }

  async status(path: string, login?: string): Promise<number> {
    const headers = login ? { Authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}
    return (await fetch(this.url + path, { headers })).status
  }

  command(...words: string[]) {
    return spawnSync(process.execPath, [SALLYPORT, 'home', ...words], { env: this.environment, encoding: 'utf8' })
  }

  /** Processes of this machine that belong to it: all of them name its data, or were started by one that does. */
  processes(): string[] {
    const all = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
    const rows = all.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((row) => row !== null)
    const ours = new Set<string>()
    for (const [, pid = '', parent = '', argv = ''] of rows)
      if (ours.has(parent) || (argv.includes('lab/start.ts') && this.#names(pid))) ours.add(pid)
    return [...ours]
  }

  #names(pid: string): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(
        `SALLYPORT_DATA=${this.environment.SALLYPORT_DATA}\0`,
      )
    } catch {
      return false
    }
  }
}

const first = new Home(18_431)
const second = new Home(18_432)

test('a home opens: the printed password signs in, devices are there, commands run inside them', {
  timeout: 120_000,
}, async () => {
  await first.start('--quiet')
  assert.equal(await first.status('/devices', `admin:${first.password}`), 200)
  assert.equal(await first.status('/devices'), 401, 'the local port is no way around the password')
  assert.equal(await first.status('/setup'), 400, 'it is set up')
  assert.match(first.command('list').stdout, /^laptop +wlan0\.\d+ +192\.168\.2\.\d+ +02:/m)
  const run = first.command('exec', 'laptop', '--', 'sh', '-c', 'hostname; curl -s http://www.test/whoami; exit 7')
  assert.match(run.stdout, /^laptop\n81\.2\.69\.\d+\n$/)
  assert.equal(run.status, 7)
})

test('a device leaves and joins at a word', () => {
  assert.match(first.command('leave', 'phone').stdout, /^phone +away/m)
  assert.match(first.command('join', 'phone').stdout, /^phone +wlan0\.\d+ +192\.168\.2\.\d+/m)
  assert.equal(first.command('join', 'nobody').status, 1)
})

test('a second home opens beside it; the same one does not open twice', { timeout: 120_000 }, async () => {
  await second.start('--unset', '--uplink', 'private')
  assert.equal(await second.status('/setup'), 200, 'it waits for its wizard')
  assert.equal(await first.status('/setup'), 400)
  const again = spawnSync(process.execPath, [SALLYPORT, 'start'], { env: first.environment, encoding: 'utf8' })
  assert.equal(again.status, 1)
  assert.match(again.stderr, /open already/)
  assert.match(first.command('reset').stderr, /is open/)
})

test('Ctrl-C leaves nothing behind', { timeout: 60_000 }, async () => {
  assert.ok(second.processes().length > 5)
  await second.end('SIGINT')
  await until('the end of all its processes', () => second.processes().length === 0)
  assert.equal(second.command('reset').status, 0)
})

test('after a kill -9 the next start works within five seconds, and knows what the last one knew', {
  timeout: 60_000,
}, async () => {
  const { password } = first
  await first.end('SIGKILL')
  const began = Date.now()
  await first.start('--quiet')
  assert.ok(Date.now() - began < 5000, `it took ${Date.now() - began} ms`)
  assert.equal(first.password, password)
  assert.equal(await first.status('/devices', `admin:${password}`), 200)
  await first.end('SIGTERM')
  await until('the end of all its processes', () => first.processes().length === 0)
})
