import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basic } from '../contract/call.ts'
import { ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'

export const SALLYPORT = join(ROOT, 'bin/sallyport.js')

/** A process as `ps` lists it. */
export interface OpenedProcess {
  readonly pid: number
  readonly parent: number
  readonly argv: string
}

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
  async put(path: string, body: unknown): Promise<void> {
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

  /** Processes of this machine that belong to it: the one that `npm start` runs, and all below it. */
  processes(): readonly OpenedProcess[] {
    const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
    const all = lines.flatMap((line) => {
      const [, pid, parent, argv = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return pid && parent ? [{ pid: Number(pid), parent: Number(parent), argv }] : []
    })
    const children = Map.groupBy(all, ({ parent }) => parent)
    const tree = (root: OpenedProcess): OpenedProcess[] => [root, ...(children.get(root.pid) ?? []).flatMap(tree)]
    return all.filter(({ pid, argv }) => argv.includes('lab/cli/start.ts') && this.#names(pid)).flatMap(tree)
  }

  #names(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(
        `SALLYPORT_DATA=${this.environment.SALLYPORT_DATA}\0`,
      )
    } catch {
      return false
    }
  }
}
