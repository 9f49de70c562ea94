import { type ChildProcess, spawn } from 'node:child_process'
import { until } from './until.ts'

/** How a program ended, and what it printed. `code` is null when a signal or our time limit ended it. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly timeoutMs?: number
}

/** The environment of the household's programs, some of which are in /sbin. Nothing else of the caller's environment is passed. */
export const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

/**
 * Calls back when a child has ended and what it printed has been read. A program that continues
 * in the background keeps the pipe open after its parent has ended: its output is not awaited.
 */
export function whenEnded(child: ChildProcess, ended: (code: number | null) => void): void {
  child.once('exit', (code) => {
    const abandon = setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, 100)
    child.once('close', () => {
      clearTimeout(abandon)
      ended(code)
    })
  })
}

/** Runs a program until it ends, with any status. */
export function outcome(
  argv: readonly string[],
  { input = '', timeoutMs = 30_000 }: RunOptions = {},
): Promise<Outcome> {
  const [command = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environment, stdio: 'pipe', timeout: timeoutMs, killSignal: 'SIGKILL' })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('error', (cause) => reject(new Error(`cannot start ${command}`, { cause })))
    whenEnded(child, (code) => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {}) // It may end before it has read everything.
    child.stdin.end(input)
  })
}

/** Runs a program that must succeed; returns its output. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await outcome(argv, options)
  if (code === 0) return stdout
  throw new Error(`${argv.join(' ')} ended with ${code ?? 'a signal'}: ${stderr.trim() || stdout.trim()}`)
}

const REMEMBERED_LINES = 2000

/** A program that runs until it is stopped. Keeps the last lines of its output. */
export class Program implements AsyncDisposable {
  readonly lines: string[] = []
  readonly exited: Promise<number | null>
  readonly #child: ChildProcess
  readonly #name: string
  #ended = false

  constructor(argv: readonly string[], onLine: (line: string) => void = () => {}) {
    const [command = '', ...args] = argv
    this.#name = argv[argv.indexOf('--') + 1] ?? command // What runs in a namespace, not what takes it there.
    this.#child = spawn(command, args, { env: environment, stdio: 'pipe' })
    this.#child.stdin?.on('error', () => {})
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      let rest = ''
      stream?.setEncoding('utf8').on('data', (text: string) => {
        const parts = (rest + text).split('\n')
        rest = parts.pop() ?? ''
        for (const line of parts) {
          this.lines.push(line)
          if (this.lines.length > REMEMBERED_LINES) this.lines.shift()
          onLine(line)
        }
      })
    }
    this.exited = new Promise((resolve) => {
      const ended = (code: number | null) => {
        this.#ended = true
        resolve(code)
      }
      this.#child.on('error', () => ended(null))
      whenEnded(this.#child, ended)
    })
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`cannot start ${this.#name}`)
    return this.#child.pid
  }

  /** How it ended. */
  get #end(): string {
    const { exitCode, signalCode } = this.#child
    return signalCode ?? `status ${exitCode ?? 'unknown'}`
  }

  get running(): boolean {
    return !this.#ended
  }

  write(text: string): void {
    this.#child.stdin?.write(text)
  }

  /** The first line that contains `text`; waits for it if necessary. */
  async line(text: string, timeoutMs = 60_000): Promise<string> {
    return await until(
      `"${text}" from ${this.#name}`,
      () => {
        const found = this.lines.find((line) => line.includes(text))
        if (found === undefined && this.#ended)
          throw new Error(`${this.#name} ended (${this.#end}):\n${this.lines.slice(-20).join('\n')}`)
        return found
      },
      timeoutMs,
    )
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    this.#child.kill(signal)
  }

  /** Sends SIGTERM, and SIGKILL after `patienceMs`. */
  async stop(patienceMs = 3000): Promise<void> {
    this.kill()
    const insist = setTimeout(() => this.kill('SIGKILL'), patienceMs)
    await this.exited
    clearTimeout(insist)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}
