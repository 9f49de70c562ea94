import { spawn as spawnProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { CommandFailed } from '../../errors.ts'
import type { Child, OutcomeOptions, ProgramOutcome, ProgramOutput, SpawnOptions } from '../machine.ts'

/** The maximum output of a program, in bytes. */
const OUTPUT_LIMIT = 64 << 20
const TIMEOUT_MS = 15_000

export function run(
  argv: readonly string[],
  options: { readonly input?: string; readonly timeoutMs?: number } = {},
): Promise<string> {
  const [program = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const child = spawnProcess(program, args, { stdio: 'pipe', timeout: options.timeoutMs ?? TIMEOUT_MS })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    let size = 0
    const collect = (into: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length
      if (size > OUTPUT_LIMIT) child.kill('SIGKILL')
      else into.push(chunk)
    }
    child.stdout.on('data', collect(output))
    child.stderr.on('data', collect(errors))
    child.stdin.on('error', () => undefined) // A program that exits early leaves its input unread; its exit code is reported.
    child.on('error', (error) => reject(new CommandFailed(argv, null, error.message)))
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output).toString())
      // hostapd reports its errors on its standard output.
      else reject(new CommandFailed(argv, code, Buffer.concat(errors.length === 0 ? output : errors).toString()))
    })
    child.stdin.end(options.input ?? '')
  })
}

export function outcome(
  argv: readonly string[],
  { input, timeoutMs, mostBytes }: OutcomeOptions,
): Promise<ProgramOutcome> {
  const [program = '', ...args] = argv
  return new Promise((resolve) => {
    const child = spawnProcess(program, args, { stdio: 'pipe', timeout: timeoutMs, killSignal: 'SIGKILL' })
    const collected = [child.stdout, child.stderr].map((stream) => {
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, mostBytes - size))
        size = Math.min(size + chunk.length, mostBytes)
      })
      return chunks
    })
    child.stdin.on('error', () => undefined) // A program that exits early leaves its input unread.
    child.on('error', ({ message }) => resolve({ code: undefined, output: message }))
    child.on('close', (code) =>
      resolve({ code, output: collected.map((chunks) => Buffer.concat(chunks).toString()).join('\n') }),
    )
    child.stdin.end(input)
  })
}

export function spawn(argv: readonly string[], options: SpawnOptions = {}): Child {
  const [program = '', ...args] = argv
  const child = spawnProcess(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => options.onLine?.(line))
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('exit', resolve)
  })
  return { pid: child.pid ?? -1, exited, [Symbol.dispose]: () => void child.kill() }
}

/** The maximum of stderr that is kept, in bytes. */
const COMPLAINT_LIMIT = 4096
/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 1000

export function stream(argv: readonly string[]): ProgramOutput {
  const [program = '', ...args] = argv
  const child = spawnProcess(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  let isUnwanted = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, COMPLAINT_LIMIT)
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      complaint = error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  const end = (): void => {
    if (isUnwanted || child.exitCode !== null) return
    isUnwanted = true
    child.kill()
    const impatience = setTimeout(() => {
      child.kill('SIGKILL')
      // Unread output would keep the pipe open.
      child.stdout.destroy()
    }, GRACE_MS)
    void ended.then(() => clearTimeout(impatience))
  }
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* child.stdout as AsyncIterable<Buffer>
        const code = await ended
        if (code !== 0 && !isUnwanted) throw new CommandFailed(argv, code, complaint)
      } catch (error) {
        if (!isUnwanted) throw error
      } finally {
        end()
      }
    },
    [Symbol.dispose]: end,
  }
}
