import { spawnSync } from 'node:child_process'

/** Programs that make a package, with the Debian packages that contain them. */
const TOOLS: Readonly<Record<string, string>> = {
  'dpkg-deb': 'dpkg',
  strip: 'binutils',
  gpg: 'gpg gpg-agent',
  gpgconf: 'gpgconf',
}

/** Runs a program, and returns its standard output. Throws its errors, or the Debian package that it is in if it is missing. */
export function runTool(argv: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  const [program = '', ...args] = argv
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  })
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error(`${program} is missing: sudo apt-get install ${TOOLS[program] ?? program}`)
  if (error) throw error
  if (status !== 0) throw new Error(`${program} failed: ${stderr.trim() || stdout.trim()}`)
  return stdout
}
