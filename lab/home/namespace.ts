import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { networkPeersOf } from '../process/proc.ts'
import { type Outcome, outcome, Program, type RunOptions, run } from '../process/program.ts'

/**
 * A machine of the virtual home: its own network, host name, mounts and /etc, held open by one sleeping process. The home
 * runs in a sealed process tree (lab/process/seal.ts), so nothing here outlives it.
 */
export class Namespace implements AsyncDisposable {
  readonly name: string
  /** Directory of its files, such as `etc/resolv.conf`. */
  readonly dir: string
  readonly #anchor: Program
  readonly #programs = new Set<Program>()

  constructor(name: string, dir: string, anchor: Program) {
    this.name = name
    this.dir = dir
    this.#anchor = anchor
  }

  /** ID of the process that keeps the namespace, for `ip link … netns`. */
  get pid(): number {
    return this.#anchor.pid
  }

  /** The command line that runs `argv` in the namespace. */
  enter(argv: readonly string[]): string[] {
    return ['nsenter', `--target=${this.pid}`, '--net', '--mount', '--uts', '--', ...argv]
  }

  run(argv: readonly string[], options?: RunOptions): Promise<string> {
    return run(this.enter(argv), options)
  }

  outcome(argv: readonly string[], options?: RunOptions): Promise<Outcome> {
    return outcome(this.enter(argv), options)
  }

  start(argv: readonly string[], onLine?: (line: string) => void): Program {
    const program = new Program(this.enter(argv), onLine)
    this.#programs.add(program)
    program.exited.then(() => this.#programs.delete(program))
    return program
  }

  /** Starts an echo server on a TCP port. With a short queue it would miss connections while the machine is busy. */
  listen(port: number): Program {
    return this.start(['socat', `TCP4-LISTEN:${port},fork,reuseaddr,backlog=128`, 'PIPE'])
  }

  /** Whether a TCP connection opens within a second. It is not closed in order, which would take long on a cut line. */
  async connects(ip: string, port: number): Promise<boolean> {
    return (await this.outcome(['busybox', 'nc', '-w', '1', ip, String(port), '-e', 'true'])).code === 0
  }

  /** Several `ip` commands in order, stopping at the first that fails. */
  async ip(...commands: string[]): Promise<void> {
    await this.run(['ip', '-batch', '-'], { input: commands.join('\n') })
  }

  async sysctl(name: string, value: string): Promise<void> {
    await this.run(['sysctl', '-qw', `${name}=${value}`])
  }

  /** Ends all processes in it, except `kept`, and restores its files and its name. */
  async clear(kept: readonly Program[]): Promise<void> {
    const stays = [this.#anchor, ...kept]
    const pids = stays.map(({ pid }) => pid)
    for (const pid of networkPeersOf([this.pid])) if (!pids.includes(pid)) kill(pid)
    await Promise.all([...this.#programs].filter((program) => !kept.includes(program)).map(({ exited }) => exited))
    for (const entry of readdirSync(join(this.dir, 'etc'))) rmSync(join(this.dir, 'etc', entry), { recursive: true })
    makeEtc(this.dir, this.name)
    await this.run(['hostname', this.name])
  }

  /** Ends all processes in it, also those in the background; the kernel then removes its links and mounts. */
  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#programs, this.#anchor]
    // After it has ended, its process ID may be that of another process.
    if (this.#anchor.running) for (const pid of networkPeersOf([this.pid])) kill(pid)
    for (const program of all) program.kill('SIGKILL')
    await Promise.all(all.map((program) => program.exited))
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const OWN = ['resolv.conf', 'hostname', 'hosts']

/**
 * The /etc of this namespace: links to the real one, except for the few files that a network client writes. So DHCP
 * clients may replace resolv.conf in any way they like.
 */
function makeEtc(dir: string, name: string): string {
  const etc = join(dir, 'etc')
  mkdirSync(etc, { recursive: true })
  for (const entry of readdirSync('/run/etc'))
    if (!OWN.includes(entry)) symlinkSync(join('/run/etc', entry), join(etc, entry))
  writeFileSync(join(etc, 'resolv.conf'), '')
  writeFileSync(join(etc, 'hostname'), `${name}\n`)
  writeFileSync(join(etc, 'hosts'), `127.0.0.1 localhost ${name}\n`)
  return etc
}

// resolvconf would change the resolver of the machine that the home runs on, so devices must not find it.
const HIDE_RESOLVCONF = existsSync('/sbin/resolvconf') ? 'mount --bind /dev/null /sbin/resolvconf' : ':'
// Sockets of wireguard-go are named after the link, and links of several machines have the same name.
const OWN_SOCKETS = 'mkdir -p /run/wireguard && mount -t tmpfs wireguard /run/wireguard'
const SETTLE = `${OWN_SOCKETS} && mount --bind "$1" /etc && ${HIDE_RESOLVCONF} && hostname "$2" && ip link set lo up && echo settled && exec sleep infinity`

/** Creates a machine of that name, with its own files in `dir`. */
export async function openNamespace(name: string, dir: string): Promise<Namespace> {
  const own = join(dir, name)
  const etc = makeEtc(own, name)
  const anchor = new Program(['unshare', '--net', '--mount', '--uts', '--', 'sh', '-c', SETTLE, 'sh', etc, name])
  await anchor.line('settled')
  return new Namespace(name, own, anchor)
}
