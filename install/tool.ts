import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** The Debian packages of programs whose name differs from that of their package. */
const PACKAGES: Readonly<Record<string, string>> = {
  'dpkg-deb': 'dpkg',
  strip: 'binutils',
  'x86_64-linux-gnu-strip': 'binutils-x86-64-linux-gnu',
  'aarch64-linux-gnu-strip': 'binutils-aarch64-linux-gnu',
  gpg: 'gpg gpg-agent',
  mksquashfs: 'squashfs-tools',
  'grub-mkimage': 'grub-common',
  'mkfs.vfat': 'dosfstools',
  'mkfs.ext4': 'e2fsprogs',
  mcopy: 'mtools',
  mmd: 'mtools',
}

interface Running {
  /** Its standard input: a text, or the contents of a file. */
  readonly input?: string
  readonly from?: string
  /** Whether its errors are shown while it runs. */
  readonly isShown?: boolean
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Runs a program that makes a package or an image. Returns its standard output. Throws the last lines of its errors if it fails, and the
 * Debian package that contains it if it is missing.
 */
export function runTool(
  argv: readonly string[],
  { input = '', from, isShown = false, environment = {} }: Running = {},
): string {
  const [program = '', ...args] = argv
  const file = from === undefined ? undefined : openSync(from, 'r')
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 26,
    stdio: [file ?? 'pipe', 'pipe', isShown ? 'inherit' : 'pipe'],
    // Some of them are only in the search path of root.
    env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin`, ...environment },
  })
  if (file !== undefined) closeSync(file)
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error(`${program} is missing: sudo apt-get install ${PACKAGES[program] ?? program}`)
  if (error) throw error
  if (status === 0) return stdout
  const reason = (stderr?.trim() || stdout.trim()).split('\n').slice(-3).join('\n')
  throw new Error(`${program} failed: ${reason || `status ${status}`}`)
}
