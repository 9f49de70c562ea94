import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../process/program.ts'
import { cpio, type Entry } from './cpio.ts'
import { type Kernel, withDependencies } from './kernel.ts'

export const EMULATOR = 'qemu-system-x86_64'
/** Ends the virtual machine with this process: setpriv(1). */
const UNTIL_WE_END = ['setpriv', '--pdeathsig', 'KILL', '--']
const FIRST_MODULES = ['virtio_pci', '9pnet_virtio', '9p', 'overlay']
const script = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))

/** `kvm` runs at the speed of the processor; `tcg`, which works everywhere, at about a twentieth of it. */
export type Accelerator = 'kvm' | 'tcg'

/** In the environment of its programs: under emulation, with other programs on the same two processors, tests wait longer. */
export const SLOWNESS: Readonly<Record<Accelerator, readonly string[]>> = { kvm: [], tcg: ['SALLYPORT_SLOWNESS=5'] }

/** Of the guest, in the network of the emulator. */
export const ADDRESS = '10.0.2.15'

export interface Guest {
  readonly kernel: Kernel
  /** A statically linked busybox: the only program of the initial file system. */
  readonly busybox: string
  /** With an absolute path and without newlines. */
  readonly command: readonly string[]
  /** Directories of this machine that it may write, by their paths in the guest. */
  readonly shares?: Readonly<Record<string, string>>
  /** A file that is its disk, /dev/vda. */
  readonly disk?: string
  /** Ports of 127.0.0.1 that lead to the same ports of the guest, at `ADDRESS`. */
  readonly ports?: readonly number[]
  readonly accelerator?: Accelerator
  /**
   * Emulate two processors. With QEMU 7.2 that takes two to three times the processor time, since each change to a page table interrupts the
   * other one; programs that run side by side, such as tests, are finished earlier.
   */
  readonly hasTwo?: boolean
  /** Without a limit if it is not set. */
  readonly timeoutMs?: number | undefined
  readonly onLine: (line: string) => void
  /** Make the guest's clock advance by executed instructions, `NANOSECONDS_PER_INSTRUCTION` each, on one processor. */
  readonly isCounted?: boolean
}

/** The kernel's messages go to the console, and are next to none. */
const KERNEL = 'console=ttyS0 quiet loglevel=1 panic=-1'
/**
 * More for the kernel of an emulated machine. Programs read the time from the time stamp counter: without these options the kernel does not
 * use it, and each reading of another clock is a system call and a message to the emulator. All programs in the machine are ours, so that
 * it needs no mitigations of faults of processors.
 */
const EMULATED = 'clocksource=tsc tsc=reliable no_timer_check mitigations=off'

/** 2^1: what `-icount shift=1` makes of an instruction. */
export const NANOSECONDS_PER_INSTRUCTION = 2
const COUNTED = [
  ...['-accel', 'tcg,thread=single', '-icount', 'shift=1,sleep=on', '-smp', '1', '-cpu', 'max'],
  ...['-append', KERNEL],
]
/** The processors of a machine, and the arguments of its kernel. */
export const PROCESSORS: Readonly<Record<Accelerator, readonly string[]>> = {
  kvm: ['-accel', 'kvm', '-cpu', 'host', '-smp', '2', '-append', KERNEL],
  tcg: ['-accel', 'tcg', '-cpu', 'max', '-smp', '1', '-append', `${KERNEL} ${EMULATED}`],
}
/** Two emulated processors: their time stamp counters are not compared, so that the kernel chooses its clock. */
const TWO = ['-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-append', KERNEL]

/** The guest's console is the output. */
const CONSOLE = ['-display', 'none', '-serial', 'stdio', '-monitor', 'none', '-no-reboot']

/** One for the ports; otherwise a NE2000 card (PCI) without a connection. Neither leads out. */
const card = (ports: readonly number[]): string[] =>
  ports.length === 0
    ? ['-nic', 'user,restrict=on,model=ne2k_pci']
    : [
        '-nic',
        `user,restrict=on,model=virtio-net-pci${ports.map((port) => `,hostfwd=tcp:127.0.0.1:${port}-${ADDRESS}:${port}`).join('')}`,
      ]

const share = (tag: string, path: string, more: string): string[] => [
  '-fsdev',
  `local,id=${tag},path=${path},security_model=none,multidevs=remap${more}`,
  '-device',
  `virtio-9p-pci,fsdev=${tag},mount_tag=${tag}`,
]

/**
 * Boot a virtual machine that sees the files of this one, run a command in it as root, and give its exit status;
 * undefined when the machine ended without one, or not in time. Only what it writes to `shares` and `disk` outlives it.
 */
export async function runInGuest({
  kernel,
  busybox,
  command,
  shares = {},
  disk,
  ports = [],
  accelerator = 'tcg',
  hasTwo = false,
  timeoutMs,
  onLine,
  isCounted = false,
}: Guest): Promise<number | undefined> {
  const work = mkdtempSync(join(tmpdir(), 'sallyport-vm-'))
  try {
    const result = join(work, 'result')
    const first = join(work, 'first.cpio')
    mkdirSync(result)
    const writable = Object.entries({ '/guest/result': result, ...shares })
    const places = writable.map(([path], index) => `share${index} ${path}`)
    writeFileSync(first, cpio(firstFiles(kernel, busybox, command, places)))
    await runEmulator(
      [
        ...(isCounted ? COUNTED : accelerator === 'tcg' && hasTwo ? TWO : PROCESSORS[accelerator]),
        ...['-m', '1536'],
        ...card(ports),
        ...(disk === undefined ? [] : ['-drive', `file=${disk},format=raw,if=virtio`]),
        ...['-kernel', kernel.image, '-initrd', first],
        ...share('files', '/', ',readonly=on'),
        ...writable.flatMap(([, path], index) => share(`share${index}`, path, '')),
      ],
      { timeoutMs, onLine },
    )
    return statusIn(join(result, 'status'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function firstFiles(kernel: Kernel, busybox: string, command: readonly string[], shares: readonly string[]): Entry[] {
  const modules = withDependencies(kernel, FIRST_MODULES)
  const file = (path: string, content: Uint8Array | string, mode = 0o644): Entry => ({
    path,
    mode,
    content: Buffer.from(content),
  })
  const lines = (words: readonly string[]): string => words.map((word) => `${word}\n`).join('')
  return [
    { path: 'bin', mode: 0o755 },
    { path: 'dev', mode: 0o755 },
    file('bin/busybox', readFileSync(busybox), 0o755),
    file('init', script('init'), 0o755),
    file('last', script('last')),
    ...modules.map((module, index) => file(`${index}.ko`, readFileSync(module))),
    file('modules', lines(modules.map((_, index) => `/${index}.ko`))),
    file('directory', lines([kernel.modules])),
    file('command', lines(command)),
    file('shares', lines(shares)),
  ]
}

function statusIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

interface Run {
  readonly timeoutMs?: number | undefined
  readonly onLine: (line: string) => void
  /** What becomes of its error messages. */
  readonly errors?: 'inherit' | 'ignore'
}

/** Runs the emulator with these arguments until it ends, or the time is over. */
export function runEmulator(argv: readonly string[], { timeoutMs, onLine, errors = 'inherit' }: Run): Promise<void> {
  const [program = '', ...args] = [...UNTIL_WE_END, EMULATOR, ...CONSOLE, ...argv]
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', errors],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r*\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}
