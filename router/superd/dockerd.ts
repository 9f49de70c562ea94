import { Unavailable } from '../errors.ts'
import type { Child } from '../machine/machine.ts'
import { type Obstacle, obstacleMessage } from '../model/plugins/installed/obstacle.ts'
import { phrase } from '../phrases/phrase.ts'
import { findCompose } from './compose/runner.ts'
import { type Engine, openEngine } from './engine.ts'
import { argumentsOf, groupArguments, limitProcesses, removeGroups } from './groups.ts'
import type { SuperdMachine } from './machine.ts'

/** Where the engine comes from. */
export interface EngineHost extends AsyncDisposable {
  /** The path of its socket. */
  readonly socket: string
  readonly engine: Engine
  /** Starts the engine unless it runs. Throws `Unavailable` with the reason if it cannot run. */
  ensure(): Promise<void>
  /** Why containers cannot run here; undefined if they can. Does not start the engine. */
  obstacle(): Promise<Obstacle | undefined>
}

interface Deps {
  readonly machine: SuperdMachine
  /** The directory of images, containers and volumes. */
  readonly data: string
  /** A directory that is empty after a reboot of the machine. */
  readonly run: string
  /** A name for its control groups, which no other engine of the machine has. */
  readonly cgroup: string
  /** The process may create namespaces, mounts and control groups: it is root, not only within a user namespace. */
  readonly isRoot: boolean
  readonly onLine: (line: string) => void
}

const START_TIMEOUT_MS = 60_000
const POLL_MS = 100
const STOP_TIMEOUT_MS = 10_000
const KILL_TIMEOUT_MS = 5000

/** The service of the package would change the firewall of the machine. */
const INSTALL =
  'sudo apt-get install --no-install-recommends docker.io docker-compose git; sudo systemctl disable --now docker.socket docker containerd'

/**
 * An engine of the router alone, so that its settings are known and other containers of the machine are not affected. It does
 * not change the firewall: the router forwards and translates packets of plugins like those of other links.
 */
export function ownEngine({ machine, data, run, cgroup, isRoot, onLine }: Deps): EngineHost {
  const socket = `${run}/docker.sock`
  const pidFile = `${run}/dockerd.pid`
  const engine = openEngine(machine, socket)
  const pause = () => new Promise<void>((resolve) => void machine.clock.after(POLL_MS, resolve))
  let child: Child | undefined
  let starting: Promise<void> | undefined

  let isInstalled = false
  async function obstacle(): Promise<Obstacle | undefined> {
    if (isInstalled) return undefined
    if (!isRoot) return { Code: 'not_root', Detail: '' }
    const engine = await machine.outcome(['dockerd', '--version'], { input: '', timeoutMs: 10_000, mostBytes: 1000 })
    if (engine.code !== 0) return { Code: 'no_docker', Detail: INSTALL }
    if (!(await findCompose(machine))) return { Code: 'no_compose', Detail: INSTALL }
    isInstalled = true
    return undefined
  }

  const pidIn = (): number => Number(machine.readFile(pidFile)?.trim() || 0)
  /** Checked by its arguments: the number may belong to another program by now. */
  const isEngine = (pid: number): boolean => argumentsOf(machine, pid).includes(pidFile)
  const send = (signal: string, pid: number) =>
    machine.outcome(['kill', `-${signal}`, String(pid)], { input: '', timeoutMs: 1000, mostBytes: 1000 })

  /** Ends the engine, also one that an earlier superd has started: its output would be read by no process. */
  async function end(): Promise<void> {
    const pid = child?.pid ?? pidIn()
    if (isEngine(pid)) await send('TERM', pid)
    for (let waited = 0; isEngine(pid); waited += POLL_MS) {
      if (waited === STOP_TIMEOUT_MS) await send('KILL', pid)
      if (waited >= STOP_TIMEOUT_MS + KILL_TIMEOUT_MS) break
      await pause()
    }
    await removeGroups(machine, cgroup)
  }

  async function start(): Promise<void> {
    if (child) return
    const found = await obstacle()
    if (found) throw new Unavailable(obstacleMessage(found))
    await end()
    machine.makeDirectory(run)
    machine.makeDirectory(data)
    machine.removeFile(pidFile)
    // The settings of the machine's own engine do not apply to this one.
    machine.writeFile(`${run}/daemon.json`, '{}\n', 0o600)
    let last = ''
    let hasEnded = false
    const started = machine.spawn(
      [
        'dockerd',
        ...['--config-file', `${run}/daemon.json`, '--data-root', data, '--exec-root', `${run}/exec`],
        ...['--pidfile', pidFile, '--host', `unix://${socket}`, '--group', 'root', '--log-level', 'warn'],
        ...['--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false', '--bridge=none'],
        ...[...groupArguments(cgroup), '--exec-opt', 'native.cgroupdriver=cgroupfs'],
        ...['--default-cgroupns-mode', 'private', '--no-new-privileges', '--shutdown-timeout', '3'],
      ],
      {
        onLine(line) {
          last = line
          if (/level=(error|fatal)/.test(line)) onLine(line)
        },
      },
    )
    child = started
    void started.exited.then(() => {
      hasEnded = true
      if (child === started) child = undefined
    })
    for (let waited = 0; !(await engine.ping()); waited += POLL_MS) {
      if (hasEnded) throw new Unavailable(phrase('plugins.engineNotStarting', last))
      if (waited >= START_TIMEOUT_MS) {
        started[Symbol.dispose]()
        throw new Unavailable(phrase('plugins.engineNoAnswer', last))
      }
      await pause()
    }
  }

  return {
    socket,
    engine,
    obstacle,
    async ensure() {
      starting ??= start().finally(() => {
        starting = undefined
      })
      await starting
      await limitProcesses(machine, cgroup)
      await leaveBridges(machine)
    },
    async [Symbol.asyncDispose]() {
      await starting?.catch(() => undefined)
      await end()
    },
  }
}

/**
 * Frames of a plugin's bridge are no packets for the firewall: it gets those that the router forwards. Where another program has
 * loaded `br_netfilter`, packets between the services of a plugin would be in the chain `forward`, and rejections of translated
 * connections would have the translated address, which the plugin ignores (`nf_send_reset`). Without the module there is no such setting.
 */
async function leaveBridges(machine: Pick<SuperdMachine, 'outcome'>): Promise<void> {
  const argv = ['sysctl', '-qw', 'net.bridge.bridge-nf-call-iptables=0']
  await machine.outcome(argv, { input: '', timeoutMs: 5000, mostBytes: 1000 })
}

/** The engine of the machine. */
export function machineEngine({ machine, socket }: { machine: SuperdMachine; socket: string }): EngineHost {
  const engine = openEngine(machine, socket)
  const obstacle = async (): Promise<Obstacle | undefined> =>
    (await engine.ping()) ? undefined : { Code: 'no_engine', Detail: socket }
  return {
    socket,
    engine,
    obstacle,
    async ensure() {
      const found = await obstacle()
      if (found) throw new Unavailable(obstacleMessage(found))
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
