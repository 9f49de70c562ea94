import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basic } from './call.ts'
import { ROOT } from './place.ts'
import { until } from './until.ts'

export const SALLYPORT = join(ROOT, 'bin/sallyport.js')

/** A home that a person has opened, with a port and data of its own, and what `npm start` printed. */
export class OpenedHome {
  readonly environment: NodeJS.ProcessEnv
  readonly url: string
  child: ChildProcess | undefined
  printed = ''

  constructor(port: number, folder: string) {
    this.url = `http://127.0.0.1:${port}`
    this.environment = { ...process.env, SALLYPORT_PORT: String(port), SALLYPORT_DATA: join(folder, String(port)) }
    delete this.environment.SALLYPORT_ADMIN_PASSWORD
  }

  async start(...flags: string[]): Promise<void> {
    this.printed = ''
    this.child = spawn(process.execPath, [SALLYPORT, 'start', ...flags], { env: this.environment })
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
    const headers = login ? { Authorization: basic(login) } : {}
    return (await fetch(this.url + path, { headers })).status
  }

  /** Change something as the administrator. Throws unless the router agrees. */
  async tell(path: string, body: unknown): Promise<void> {
    const headers = { Authorization: basic(`admin:${this.password}`), 'Content-Type': 'application/json' }
    const { ok, status } = await fetch(this.url + path, { method: 'PUT', headers, body: JSON.stringify(body) })
    if (!ok) throw new Error(`PUT ${path} gave ${status}`)
  }

  command(...words: string[]) {
    return spawnSync(process.execPath, [SALLYPORT, 'home', ...words], { env: this.environment, encoding: 'utf8' })
  }

  /** The same as `command`, while it runs. */
  spawn(...words: string[]): ChildProcess {
    return spawn(process.execPath, [SALLYPORT, 'home', ...words], { env: this.environment })
  }

  argvOf = (pid: string): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

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
