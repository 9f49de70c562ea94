import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findNamespaces } from '../../bin/namespaces.js'

/** How namespaces can be created on this machine. */
export interface Seal {
  readonly flags: readonly string[]
  /** False inside an unprivileged user namespace: no tun device, no tcpdump, no global settings. */
  readonly trueRoot: boolean
}

/** Namespaces as root, else in an unprivileged user namespace. Throws with the reason if neither works. */
export function findSeal(): Seal {
  const { flags, trueRoot, reason } = findNamespaces()
  if (flags) return { flags, trueRoot }
  const advice = remedy(process.getuid?.() === 0)
  throw new Error(`this machine refuses the namespaces that a virtual home is made of (${reason}). ${advice}`)
}

function remedy(isRoot: boolean): string {
  if (isRoot) return 'Inside a container, give it --privileged, or run the home outside of it.'
  const reads = (path: string) => {
    try {
      return readFileSync(`/proc/sys/${path}`, 'utf8').trim()
    } catch {
      return undefined
    }
  }
  if (reads('kernel/unprivileged_userns_clone') === '0')
    return 'Allow them with "sudo sysctl kernel.unprivileged_userns_clone=1", or start the home with sudo.'
  if (reads('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor forbids them here: "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0", or start the home with sudo.'
  if (reads('user/max_user_namespaces') === '0')
    return 'Allow them with "sudo sysctl user.max_user_namespaces=10000", or start the home with sudo.'
  return 'Start the home with sudo.'
}

/**
 * Run a module of ours as the first process of a sealed tree: when it ends, the kernel ends every process in there and takes
 * back every namespace and mount. The module ends itself when the channel to us closes (`openInside`), so not even a
 * `kill -9` of this process leaves anything behind. It has a separate session: Ctrl-C reaches it only through us.
 */
export function startSealed(
  seal: Seal,
  module: string,
  args: readonly string[],
  output: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  const [program = '', ...words] = sealedArgv(seal, [process.execPath, module, ...args])
  return spawn(program, words, { stdio: ['ignore', output, output, 'ipc'], detached: true })
}

/**
 * Runs a module as `startSealed` does, and returns its exit status. The module is ended when this process receives a signal to end, or when the
 * process that started it does.
 */
export function runSealed(module: string, args: readonly string[]): Promise<number> {
  const child = startSealed(findSeal(), module, args)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
  process.on('disconnect', () => child.disconnect())
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

/** The kernel has one clock for all namespaces: no router in a sealed tree may set that of this machine. */
const WITHOUT_CLOCK = ['setpriv', '--bounding-set=-sys_time', '--inh-caps=-sys_time', '--']

/** The command line that runs `argv` as the first process of a sealed tree. */
export const sealedArgv = ({ flags }: Seal, argv: readonly string[]): string[] => [
  'unshare',
  ...flags,
  '--',
  ...WITHOUT_CLOCK,
  ...argv,
]
