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

export interface Guest {
  readonly kernel: Kernel
  /** A statically linked busybox: the only program of the initial file system. */
  readonly busybox: string
  /** With an absolute path and without newlines. */
  readonly command: readonly string[]
  readonly timeoutMs: number
  readonly onLine: (line: string) => void
  /** Make the guest's clock advance by executed instructions, `NANOSECONDS_PER_INSTRUCTION` each, on one processor. */
  readonly isCounted?: boolean
}

/** 2^1: what `-icount shift=1` makes of an instruction. */
export const NANOSECONDS_PER_INSTRUCTION = 2
const COUNTED = ['-accel', 'tcg,thread=single', '-icount', 'shift=1,sleep=on', '-smp', '1']

/**
 * Boot a virtual machine that sees the files of this one, run a command in it as root, and give its exit status;
 * undefined when the machine ended without one, or not in time. Nothing that it does outlives it.
 *
 * Always emulated: /dev/kvm may be there and not work.
 */
export async function runInGuest({
  kernel,
  busybox,
  command,
  timeoutMs,
  onLine,
  isCounted = false,
}: Guest): Promise<number | undefined> {
  const work = mkdtempSync(join(tmpdir(), 'sallyport-vm-'))
  try {
    const result = join(work, 'result')
    const first = join(work, 'first.cpio')
    writeFileSync(first, cpio(firstFiles(kernel, busybox, command)))
    mkdirSync(result)
    const share = (tag: string, path: string, more: string): string[] => [
      '-fsdev',
      `local,id=${tag},path=${path},security_model=none,multidevs=remap${more}`,
      '-device',
      `virtio-9p-pci,fsdev=${tag},mount_tag=${tag}`,
    ]
    await run(
      [
        ...UNTIL_WE_END,
        EMULATOR,
        ...(isCounted ? COUNTED : ['-accel', 'tcg,thread=multi', '-smp', '2']),
        ...['-cpu', 'max', '-m', '1536'],
        ...['-display', 'none', '-serial', 'stdio', '-monitor', 'none', '-no-reboot'],
        // A NE2000 card (PCI) without a connection.
        ...['-nic', 'user,restrict=on,model=ne2k_pci'],
        ...['-kernel', kernel.image, '-initrd', first, '-append', 'console=ttyS0 quiet loglevel=1 panic=-1'],
        ...share('files', '/', ',readonly=on'),
        ...share('result', result, ''),
      ],
      timeoutMs,
      onLine,
    )
    return statusIn(join(result, 'status'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function firstFiles(kernel: Kernel, busybox: string, command: readonly string[]): Entry[] {
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
  ]
}

function statusIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Runs the emulator until it ends, or the time is over. */
function run(argv: readonly string[], timeoutMs: number, onLine: (line: string) => void): Promise<void> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
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
