import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { whenEnded } from '../process/program.ts'
import { findSeal, sealedArgv } from '../process/seal.ts'
import type { FromWorker } from './reporter.ts'

/** A test or a file in which one takes longer fails. The slowest file takes a tenth of this on an idle machine. */
const TIMEOUT_MS = 600_000

/** The compile cache that workers share. */
const COMPILED = join(ROOT, '.sallyport/compiled')

export interface WorkerOptions {
  /** Files that run at the same time, each worker one after another. */
  readonly atOnce: number
  /** Whether each worker is a sealed process tree, in which homes can be opened. */
  readonly sealed: boolean
  /** Only tests with this title. */
  readonly only?: string | undefined
}

/** Receives the results while files run. */
export interface Listener {
  passed(file: string, title: string): void
  skipped(file: string, title: string): void
  /** `output`: what was printed since the file began. */
  failed(file: string, title: string, reason: string, output: string): void
  ended(file: string, ms: number): void
}

/**
 * Runs test files (paths in the repository) in workers, in this order. Ends the workers when `signal` is aborted. Throws if a worker
 * cannot start.
 */
export async function runFiles(
  files: readonly string[],
  { atOnce, sealed, only }: WorkerOptions,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...files]
  const crew = Array.from({ length: Math.min(atOnce, files.length) }, async () => {
    // A worker that has ended, or in which a test hangs, is replaced.
    while (waiting.length > 0 && !signal.aborted)
      await work(start(sealed, only), () => waiting.shift(), listener, signal)
  })
  await Promise.all(crew)
}

function start(sealed: boolean, only: string | undefined): ChildProcess {
  const argv = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    `--test-reporter=${join(ROOT, 'lab/cli/reporter.ts')}`,
    `--test-timeout=${TIMEOUT_MS}`,
    ...(only === undefined || sealed ? [] : [`--test-name-pattern=/^${RegExp.escape(only)}$/`]),
    join(ROOT, 'lab/cli/worker.ts'),
    ...(sealed ? ['sealed'] : []),
  ]
  const [program = '', ...args] = sealed ? sealedArgv(findSeal(), argv) : argv
  return spawn(program, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      // Of a home's stories, those before it run as well (lab/home/story.ts).
      ...(only !== undefined && sealed ? { SALLYPORT_LAST_STORY: only } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true, // Ctrl-C reaches it as the end of its channel.
  })
}

/** Runs files in a worker until there are no more. Resolves when the worker has ended. */
function work(
  worker: ChildProcess,
  next: () => string | undefined,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  let file: string | undefined
  let began = 0
  let output = ''
  let isReady = false
  let isHung = false
  const end = (): void => void worker.kill('SIGKILL')
  signal.addEventListener('abort', end)
  for (const stream of [worker.stdout, worker.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))

  const proceed = (): void => {
    // It may have ended since its last message.
    file = worker.connected ? next() : undefined
    began = Date.now()
    output = ''
    if (file === undefined) end()
    else worker.send(join(ROOT, file))
  }
  const receive = (message: FromWorker): void => {
    if (message.kind === 'ready') {
      isReady = true
      proceed()
    } else if (file === undefined) return
    else if (message.kind === 'ended') {
      if (message.file !== join(ROOT, file)) return
      listener.ended(file, Date.now() - began)
      proceed()
    } else if (message.kind === 'failed') {
      // A file that could not be loaded is reported under its path.
      listener.failed(file, message.title === join(ROOT, file) ? file : message.title, message.reason, output)
      if (!message.hung) return
      isHung = true
      end()
    } else listener[message.kind](file, message.title)
  }
  // What a test prints is in the pipes before its result is sent, and has been read one turn of the event loop later.
  const afterOutput = (handle: () => void): void => void setImmediate(() => setImmediate(handle))
  worker.on('message', (message: FromWorker) => afterOutput(() => receive(message)))
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    const finish = (code: number | null): void => {
      signal.removeEventListener('abort', end)
      const status = worker.signalCode ?? code
      if (!isReady && !signal.aborted) reject(new Error(`a worker for test files cannot start (${status}): ${output}`))
      if (file !== undefined && !signal.aborted) {
        if (!isHung) listener.failed(file, file, `its process ended (${status})`, output)
        listener.ended(file, Date.now() - began)
      }
      resolve()
    }
    whenEnded(worker, (code) => afterOutput(() => finish(code)))
  })
}
