import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { callSocket, callWell } from '../contract/call.ts'
import { ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'

export const SALLYPORT = join(ROOT, 'bin/sallyport.js')

/** A port of 127.0.0.1 that the kernel picked and that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A process as `ps` lists it. */
export interface OpenedProcess {
  readonly pid: number
  readonly parent: number
  readonly argv: string
}

/** A virtual home that `npm start` runs, with its port, its data and its output. */
export class OpenedHome {
  readonly environment: NodeJS.ProcessEnv
  readonly host = '127.0.0.1'
  readonly port: number
  readonly data: string
  child: ChildProcess | undefined
  printed = ''

  constructor(port: number, folder: string) {
    this.port = port
    this.data = join(folder, String(port))
    this.environment = { ...process.env, SALLYPORT_PORT: String(port), SALLYPORT_DATA: this.data }
    delete this.environment.SALLYPORT_ADMIN_PASSWORD
  }

  async start(...flags: string[]): Promise<void> {
    // Without KVM, a virtual machine takes minutes, and twice that where others keep the processors busy.
    await this.open([SALLYPORT, 'start', ...flags], flags.includes('--vm') ? 900_000 : 300_000)
  }

  /** Runs a program of Node that opens the home, and waits until it has. */
  async open(argv: readonly string[], timeoutMs: number): Promise<void> {
    this.printed = ''
    this.child = spawn(process.execPath, argv, { env: this.environment })
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (text) => (this.printed += text))
    await until(
      'the home to start',
      () => {
        if (this.child?.exitCode !== null) throw new Error(this.printed)
        return /The (virtual|demonstration) home is running/.test(this.printed)
      },
      timeoutMs,
    )
  }

  /** Sends a signal to the process that was started, and waits until it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const ended = new Promise((resolve) => this.child?.once('exit', resolve))
    this.child?.kill(signal)
    await ended
  }

  get password(): string {
    return /password {2}(\S+)/.exec(this.printed)?.[1] ?? ''
  }

  async status(path: string, login?: string): Promise<number> {
    return (await callSocket(this, { path, login })).status
  }

  /** Changes something as the administrator, and returns the body of the response. Throws unless the status is 200. */
  async put(path: string, body: unknown): Promise<unknown> {
    return await callWell(this, { method: 'PUT', path, body, login: `admin:${this.password}` })
  }

  /** The devices, as the administrator sees them. */
  async devices(): Promise<unknown> {
    return await callWell(this, { path: '/devices', login: `admin:${this.password}` })
  }

  command(...words: string[]) {
    return this.sallyport('home', ...words)
  }

  /** Runs `sallyport` with these arguments, for this home. */
  sallyport(...words: string[]) {
    return spawnSync(process.execPath, [SALLYPORT, ...words], { env: this.environment, encoding: 'utf8' })
  }

  /** Like `command`, but returns the running process. */
  spawn(...words: string[]): ChildProcess {
    return spawn(process.execPath, [SALLYPORT, 'home', ...words], { env: this.environment })
  }

  /** Its processes: the one that `npm start` runs, and all its descendants. */
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
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`SALLYPORT_DATA=${this.data}\0`)
    } catch {
      return false
    }
  }
}

/** A home in a temporary folder, for the tests of a file. */
export async function openTemporaryHome(): Promise<{ home: OpenedHome; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-'))
  const home = new OpenedHome(await freePort(), folder)
  after(() => {
    home.child?.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  return { home, folder }
}
