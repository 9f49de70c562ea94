import type { SuperdMachine } from './machine.ts'

/**
 * Control groups of engines: `/sys/fs/cgroup/NAME`, or one for each controller, `/sys/fs/cgroup/pids/NAME`. cgroups(7).
 */

const CGROUPS = '/sys/fs/cgroup'
const ABANDONED = 'sallyport-*'
/** As an argument of an engine. Programs of plugins may have any arguments: one of this form does nothing but keep a group. */
const NAMED = /^\/(sallyport-\w{1,32})$/
const KILL_TIMEOUT_MS = 5000
const POLL_MS = 100

/** For the containers of all plugins and builds together. Each container has its own limit; a build has none. */
const MOST_PROCESSES = 4096

type Needs = Pick<SuperdMachine, 'outcome' | 'readFile' | 'listDirectories' | 'clock'>

const OPTIONS = { input: '', timeoutMs: 10_000, mostBytes: 1 << 20 }

/** Removes the groups without programs, from the innermost on. Returns the paths of the others. */
async function removeEmpty(machine: Needs, name: string, kept: readonly string[] = []): Promise<string[]> {
  const remove = ['-not', '-exec', 'rmdir', '{}', ';', '-print']
  const find = ['find', CGROUPS, '-depth', '-type', 'd']
  const matching = (one: string) => ['(', '-name', one, '-o', '-path', `*/${one}/*`, ')']
  const others = kept.flatMap((one) => ['-not', ...matching(one)])
  const { output } = await machine.outcome([...find, ...matching(name), ...others, ...remove], OPTIONS)
  return output.split('\n').filter((path) => path.startsWith(CGROUPS))
}

/** Removes the groups of an engine that has ended, and ends the programs in them: an engine that was killed leaves its containers. */
export async function removeGroups(machine: Needs, name: string): Promise<void> {
  for (let waited = 0; waited < KILL_TIMEOUT_MS; waited += POLL_MS) {
    const occupied = await removeEmpty(machine, name)
    if (occupied.length === 0) return
    const pids = occupied.flatMap((path) => machine.readFile(`${path}/cgroup.procs`)?.match(/[1-9]\d*/g) ?? [])
    if (pids.length > 0) await machine.outcome(['kill', '-KILL', ...pids], { ...OPTIONS, timeoutMs: 1000 })
    await new Promise<void>((resolve) => void machine.clock.after(POLL_MS, resolve))
  }
}

/**
 * Removes the groups without programs that engines of other data directories have left, whose superd was killed. The group of an engine
 * that runs stays, with its limit: it has no programs before the first container.
 */
export async function removeAbandonedGroups(machine: Needs): Promise<void> {
  const running = machine.listDirectories('/proc').flatMap((pid) => groupIn(argumentsOf(machine, pid)))
  await removeEmpty(machine, ABANDONED, [...new Set(running)])
}

/** The argument of an engine that names the group of its containers: `--cgroup-parent /NAME`. */
export const groupArguments = (name: string): string[] => ['--cgroup-parent', `/${name}`]

function groupIn(argv: readonly string[]): string[] {
  const at = argv.indexOf('--cgroup-parent')
  const [, name] = NAMED.exec((at >= 0 && argv[at + 1]) || '') ?? []
  return name === undefined ? [] : [name]
}

/** The arguments of a process, none of one that has ended. */
export const argumentsOf = (machine: Pick<SuperdMachine, 'readFile'>, pid: number | string): string[] =>
  (machine.readFile(`/proc/${pid}/cmdline`) ?? '').split('\0')

/** Limits the processes in the group of an engine. Without the controller `pids`, only containers are limited. */
export async function limitProcesses(machine: Needs, name: string): Promise<void> {
  const isUnified = machine.readFile(`${CGROUPS}/cgroup.controllers`) !== undefined
  const group = isUnified ? `${CGROUPS}/${name}` : `${CGROUPS}/pids/${name}`
  await machine.outcome(['mkdir', group], OPTIONS)
  await machine.outcome(['tee', `${group}/pids.max`], { ...OPTIONS, input: `${MOST_PROCESSES}\n` })
}
