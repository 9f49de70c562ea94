import type { PppoeSession } from '../../compiler/network.ts'
import { CommandFailed, Unavailable } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { routerFile } from '../../machine/place.ts'
import { openQueue } from '../../machine/queue.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import { optionsFile, type PppdFiles } from './options.ts'

const script = (name: string): string => routerFile(`drivers/ppp/${name}`)

/** pppd reads its options, loads its plugin and detaches itself within this time. */
const START_TIMEOUT_MS = 10_000
/** It ends the session with a message to the provider, and waits for the answer for up to six seconds. */
const STOP_TIMEOUT_MS = 8000
/** With a provider that does not answer, pppd writes some hundred bytes a minute. */
const LONGEST_LOG = 64 << 10

export type PppdMachine = Pick<
  Machine,
  | 'run'
  | 'readLinks'
  | 'watchProcess'
  | 'watchFile'
  | 'readFile'
  | 'writeFile'
  | 'removeFile'
  | 'listDirectories'
  | 'clock'
>

export interface PppdOptions {
  readonly machine: PppdMachine
  readonly link: string
  /** The directory of its files. It outlives restarts of the router, but not a reboot of the machine. */
  readonly directory: string
  /** The file that pppd's scripts write. */
  readonly lease: string
  /** Its log or its lease has changed. */
  readonly onNews: () => void
  /** It ended without being stopped. */
  readonly onEnd: () => void
}

/**
 * pppd for one session. It detaches itself and outlives this process, so that the session stays open while the router
 * restarts; one that runs with the wanted options is adopted. It opens the session again whenever that ends.
 */
export interface Pppd extends Disposable {
  /** Runs it with these settings. Throws `Unavailable` or `CommandFailed` with the reason. */
  apply(session: Omit<PppoeSession, 'parent' | 'vlan'>): Promise<void>
  /** Ends the session, and removes its files. */
  stop(): Promise<void>
  /** The log since it was started. */
  log(): string
}

export function openPppd({ machine, link, directory, lease, onNews, onEnd }: PppdOptions): Pppd {
  const inTurn = openQueue()
  const path = (name: string): string => `${directory}/ppp-${link}.${name}`
  const places: PppdFiles = { log: path('log'), lease, up: script('ppp-up'), down: script('ppp-down') }
  let running: Disposable | undefined

  const log = (): string => machine.readFile(places.log) ?? ''

  function attach(pid: number): void {
    const stack = new DisposableStack()
    stack.use(machine.watchFile(lease, onNews))
    stack.use(
      machine.watchFile(places.log, () => {
        // pppd appends to it.
        if (log().length > LONGEST_LOG) void machine.run(['truncate', '--size', '0', places.log]).catch(() => undefined)
        onNews()
      }),
    )
    stack.use(
      machine.watchProcess(pid, () => {
        release()
        onEnd()
      }),
    )
    running = stack
  }

  function release(): void {
    running?.[Symbol.dispose]()
    running = undefined
  }

  async function start(options: string): Promise<void> {
    for (const file of [places.log, lease]) machine.removeFile(file)
    machine.writeFile(path('options'), options, 0o600)
    try {
      await machine.run(['pppd', 'file', path('options')], { timeoutMs: START_TIMEOUT_MS })
    } catch (error) {
      throw error instanceof CommandFailed ? new Unavailable(verbatim(failureOf(error))) : error
    }
    const pid = processOf()
    if (pid === undefined) {
      const last = log().trim().split('\n').at(-1)
      throw new Unavailable(last ? verbatim(last) : phrase('internet.pppdEnded'))
    }
    attach(pid)
  }

  /** pppd writes its pid to a directory that depends on its version. A child that it has just forked has a higher number. */
  function processOf(): number | undefined {
    const pids = machine
      .listDirectories('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
    return pids.sort((a, b) => a - b).find(isOurs)
  }

  function isOurs(pid: number): boolean {
    try {
      const argv = machine.readFile(`/proc/${pid}/cmdline`)?.split('\0') ?? []
      return argv[1] === 'file' && argv[2] === path('options')
    } catch {
      // It has ended since it was listed.
      return false
    }
  }

  async function stop(): Promise<void> {
    release()
    const pid = processOf()
    if (pid === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    using _ended = machine.watchProcess(pid, resolve)
    const kill = (signal: string): void => void machine.run(['kill', signal, String(pid)]).catch(() => undefined)
    using _late = machine.clock.after(STOP_TIMEOUT_MS, () => kill('-KILL'))
    kill('-TERM')
    await promise
  }

  return {
    apply: (session) =>
      inTurn(async () => {
        const links = await machine.readLinks()
        if (!links.some(({ name }) => name === session.carrier))
          throw new Unavailable(phrase('field.partMissing', session.carrier))
        const options = optionsFile(session, places)
        const pid = processOf()
        const isAsWanted = pid !== undefined && machine.readFile(path('options')) === options
        if (isAsWanted && running) return
        if (isAsWanted) {
          attach(pid)
          return
        }
        await stop()
        await start(options)
      }),
    stop: () =>
      inTurn(async () => {
        await stop()
        for (const file of [path('options'), places.log, lease]) machine.removeFile(file)
      }),
    log,
    [Symbol.dispose]: release,
  }
}

/** pppd prints the reason on its last line. */
function failureOf({ stderr }: CommandFailed): string {
  if (stderr.includes('ENOENT')) return 'pppd is not installed (Debian package ppp)'
  if (/does not support PPP|\/dev\/ppp/.test(stderr)) return 'this kernel has no PPPoE (modules ppp_generic and pppoe)'
  return stderr.trim().split('\n').at(-1) || 'pppd failed'
}
