import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plug } from '../home/cable.ts'
import { Namespace } from '../home/namespace.ts'
import { ROOT } from '../process/place.ts'
import { Program, run } from '../process/program.ts'
import { until } from '../process/until.ts'
import { changesOf } from './changes.ts'

/**
 * A Debian machine on which Sallyport is installed: systemd as its first process, with its own processes, links, mounts and control
 * groups, on a copy of the file system of this machine that is discarded at the end.
 */
export interface Debian extends AsyncDisposable {
  readonly namespace: Namespace
  /** How its files below a folder, such as `etc`, differ from those of this machine, one line a file. */
  changes(folder: string): string[]
  /** Turns it off without warning, and on again. Its files stay; its links are new, and connected by `connect`. */
  powerCycle(): Promise<void>
}

/** What a machine has when it is turned on. */
export interface DebianOptions {
  /** More files, by path: such as the configuration of its network. */
  readonly files: Readonly<Record<string, string>>
  /** Units that are enabled. */
  readonly units: readonly string[]
  /** Connects its links. Their names at the machine are those that the files contain. */
  readonly connect: (plug: (link: string) => Plug) => Promise<void>
}

/** $1 the directory of the machine, $2 that of this project, which it has at the same path. */
const BOOT = `
set -e
cd "$1"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" root
cd root
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mkdir -p ".$2"
mount --bind "$2" ".$2"
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty net/tun; do
  mkdir -p "$(dirname "dev/$name")"
  touch "dev/$name"
  [ ! -e "/dev/$name" ] || mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/pts dev/shm
mount -t devpts devpts dev/pts
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 groups sys/fs/cgroup
if grep -qs name=systemd /proc/self/mounts; then
  mkdir sys/fs/cgroup/systemd sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd groups sys/fs/cgroup/systemd
  mount -t cgroup2 groups sys/fs/cgroup/unified || true
else
  mount -t cgroup2 groups sys/fs/cgroup
fi
ip link set lo up
# What is enabled on this machine is not on that one.
if [ -d "$1/given" ]; then
  rm -rf etc/systemd/system/*.wants
  cp -r "$1/given/." .
  rm -r "$1/given"
fi
echo "ready"
read -r start
# Not by chroot(1): what runs in it cannot create user namespaces.
mkdir -p outside
pivot_root . outside
umount -l outside
exec env -i container=lab PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=multi-user.target
`
const OWN = [
  '--cgroup',
  '--fork',
  '--pid',
  '--mount',
  '--net',
  '--uts',
  '--ipc',
  '--propagation',
  'private',
  '--kill-child',
]

class Machine extends Namespace {
  readonly #first: () => number
  constructor(dir: string, anchor: Program, first: () => number) {
    super('debian', dir, anchor)
    this.#first = first
  }
  override get pid(): number {
    return this.#first()
  }
  override enter(argv: readonly string[]): string[] {
    const spaces = ['net', 'mount', 'uts', 'pid', 'cgroup', 'ipc', 'root'].map((name) => `--${name}`)
    return ['nsenter', `--target=${this.pid}`, ...spaces, '--', 'env', '--chdir=/', ...argv]
  }
}

/** The process that another one has started. */
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])

/** Turns on a machine whose files are in `dir`. */
export async function openDebian(dir: string, { files, units, connect }: DebianOptions): Promise<Debian> {
  mkdirSync(dir, { recursive: true })
  // Changes to a file system cannot be stored in the same one.
  await run(['mount', '-t', 'tmpfs', 'changes', dir])
  for (const name of ['changes', 'work', 'root', 'given']) mkdirSync(join(dir, name), { recursive: true })
  const wanted = 'etc/systemd/system/multi-user.target.wants'
  for (const unit of units) {
    mkdirSync(join(dir, 'given', wanted), { recursive: true })
    symlinkSync(`/lib/systemd/system/${unit}`, join(dir, 'given', wanted, unit))
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(dir, 'given', path, '..'), { recursive: true })
    writeFileSync(join(dir, 'given', path), content)
  }
  let anchor!: Program
  let first = 0
  const boot = async (): Promise<void> => {
    anchor = new Program(['unshare', ...OWN, '--', 'sh', '-c', BOOT, 'sh', dir, ROOT])
    await anchor.line('ready')
    first = childOf(anchor.pid)
    await connect((link) => ({ namespace, link }))
    anchor.write('start\n')
    await until('the machine is on', async () => {
      const { stdout } = await namespace.outcome(['systemctl', 'is-system-running'])
      return /running|degraded/.test(stdout) || undefined
    })
  }
  const namespace = new Machine(dir, undefined as never, () => first)
  await boot()
  return {
    namespace,
    changes: (folder) => (existsSync(join(dir, 'changes', folder)) ? changesOf(join(dir, 'changes'), '/', folder) : []),
    async powerCycle() {
      anchor.kill('SIGKILL')
      await anchor.exited
      await boot()
    },
    async [Symbol.asyncDispose]() {
      anchor.kill('SIGKILL')
      await anchor.exited
      await run(['umount', '--lazy', dir])
    },
  }
}
