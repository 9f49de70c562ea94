import type { Notice } from '../drivers/superd/output.ts'
import type { PluginLimits } from '../model/plugins/installed/superd.ts'
import { type Container, type Engine, isJob, PROJECT_LABEL, SERVICE_LABEL } from './engine.ts'
import type { SuperdMachine } from './machine.ts'
import type { Projects } from './projects.ts'
import { projectName, type SuperdState } from './state.ts'

interface Deps {
  readonly machine: Pick<SuperdMachine, 'clock' | 'tree' | 'diskSpace'>
  /** The router's data directory. */
  readonly data: string
  readonly engine: Pick<Engine, 'ping' | 'containersOf'>
  readonly state: Pick<SuperdState, 'projects'>
  readonly projects: Pick<Projects, 'revive' | 'stop' | 'directories'>
  readonly notify: (notice: Notice) => void
  readonly note: (line: string) => void
}

const TICK_MS = 10_000
/** The disk use of plugins is measured at this interval, and earlier if free space decreases. */
const MEASURE_MS = 60_000
const DECREASE_BYTES = 32 << 20
const MOST_ENTRIES = 200_000
const MIB = 2 ** 20

/** A container is started again after this time, then after twice as long, and so on. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000
/** A container that has run this long without an end begins with the first pause again. */
const STEADY_MS = 10 * 60_000
/** The owner is notified after so many ends. */
const CRASHES = 5

interface Crashes {
  count: number
  /** When it was last started, in milliseconds since 1970. */
  started: number
  /** When it is started again. Undefined while it runs. */
  due: number | undefined
}

/**
 * Starts containers of running plugins that have ended again, at increasing intervals, and stops plugins that occupy more of
 * the disk than they may. Not left to the engine's restart policy: superd checks mounts before each start.
 */
export function openSupervision(deps: Deps): Disposable & { tick(): Promise<void> } {
  const { machine, data, engine, state, projects, notify, note } = deps
  const { clock } = machine
  const crashes = new Map<string, Crashes>()
  let measured = Number.NEGATIVE_INFINITY
  let free = 0
  let timer: Disposable | undefined
  let isClosed = false

  async function supervise(composeFile: string, container: Container): Promise<void> {
    const now = clock.monotonic()
    const service = container.Labels[SERVICE_LABEL] ?? ''
    const key = `${composeFile} ${service}`
    const known = crashes.get(key) ?? { count: 0, started: now, due: undefined }
    crashes.set(key, known)
    if (container.State === 'running') {
      known.due = undefined
      if (now - known.started > STEADY_MS) known.count = 0
      return
    }
    if (!['exited', 'dead', 'created'].includes(container.State)) return
    if (known.due === undefined) {
      known.count += 1
      known.due = now + Math.min(FIRST_PAUSE_MS * 2 ** (known.count - 1), LONGEST_PAUSE_MS)
      if (known.count === CRASHES)
        notify({
          Kind: 'crashing',
          ComposeFile: composeFile,
          Service: service,
          Reason: `It has ended ${CRASHES} times (${container.Status}), and is started again at increasing intervals.`,
        })
    }
    if (now < known.due) return
    known.due = undefined
    known.started = now
    await projects.revive(composeFile, container.Id)
  }

  /** Why a plugin occupies too much of the disk with its writable layers, directories and volumes; undefined if it does not. */
  async function excess(composeFile: string, { DiskMiB }: PluginLimits): Promise<string | undefined> {
    const layers = await engine.containersOf(projectName(composeFile), { withSize: true })
    let bytes = layers.reduce((sum, { SizeRw = 0 }) => sum + SizeRw, 0)
    for (const directory of await projects.directories(composeFile)) {
      const size = await machine.tree.sizeOf(directory, MOST_ENTRIES)
      if (size.entries > MOST_ENTRIES) return `It has more than ${MOST_ENTRIES} files.`
      bytes += size.bytes
    }
    if (bytes <= DiskMiB * MIB) return undefined
    return `It occupies ${Math.ceil(bytes / MIB)} MiB of the disk, and may use ${DiskMiB} MiB.`
  }

  async function measure(): Promise<void> {
    const now = clock.monotonic()
    const { free: current } = machine.diskSpace(data)
    const isDue = now - measured >= MEASURE_MS || current < free - DECREASE_BYTES
    if (!isDue) {
      // Other programs may have deleted something.
      free = Math.max(free, current)
      return
    }
    measured = now
    free = current
    for (const [composeFile, { Running, Limits }] of Object.entries(state.projects())) {
      if (!Running || !Limits) continue
      const reason = await excess(composeFile, Limits)
      if (reason === undefined) continue
      await projects.stop(composeFile)
      const Reason = `${reason} It was stopped.`
      notify({ Kind: 'over_limit', ComposeFile: composeFile, Service: '', Reason })
    }
  }

  async function tick(): Promise<void> {
    const running = Object.entries(state.projects()).filter(([, { Running }]) => Running)
    if (running.length === 0 || !(await engine.ping())) return
    const containers = (await engine.containersOf()).filter((one) => !isJob(one))
    for (const [composeFile] of running)
      for (const container of containers.filter(({ Labels }) => Labels[PROJECT_LABEL] === projectName(composeFile)))
        await supervise(composeFile, container).catch((error) => note(`${composeFile}: ${messageOf(error)}`))
    await measure()
  }

  const again = (): void => {
    timer = clock.after(TICK_MS, () => {
      void tick()
        .catch((error) => note(`plugins cannot be supervised: ${messageOf(error)}`))
        .finally(() => {
          if (!isClosed) again()
        })
    })
  }
  again()
  return {
    tick,
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
