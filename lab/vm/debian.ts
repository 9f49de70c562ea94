import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { say } from '../../bin/progress.js'

/** The reason why a virtual machine is impossible here. */
export class Unavailable extends Error {}

/** Runs a tool of this machine. Throws `Unavailable` with its last line. */
export function tool(argv: readonly string[], cwd?: string): string {
  const [command = '', ...args] = argv
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd, maxBuffer: 64 << 20 })
  if (status === 0) return stdout
  throw new Unavailable(`${argv.join(' ')}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`)
}

/** The package that a metapackage depends on, such as the kernel of `linux-image-amd64`. */
export function currently(name: string): string {
  const [, depends] = /^Depends: ([\w.+-]+)/m.exec(tool(['apt-cache', 'show', '--no-all-versions', name])) ?? []
  if (depends === undefined) throw new Unavailable(`apt knows of no ${name}`)
  return depends
}

/**
 * The directory with what a Debian package holds at these paths (globs), fetched and unpacked once: nothing is installed.
 * Throws `Unavailable` when apt cannot give it.
 */
export function unpacked(name: string, base: string, paths: readonly string[]): string {
  const directory = join(base, `${name}-${createHash('sha256').update(paths.join()).digest('hex').slice(0, 8)}`)
  if (existsSync(directory)) return directory
  mkdirSync(base, { recursive: true })
  const work = mkdtempSync(join(base, 'unpacking-'))
  say(`downloading ${name} (once)`)
  try {
    tool(['apt-get', '-q', 'download', name], work)
    const file = readdirSync(work).find((entry) => entry.endsWith('.deb')) ?? ''
    tool(['dpkg-deb', '--extract', file, 'all'], work)
    const wanted = join(work, 'wanted')
    for (const path of globSync([...paths], { cwd: join(work, 'all') })) {
      mkdirSync(dirname(join(wanted, path)), { recursive: true })
      renameSync(join(work, 'all', path), join(wanted, path))
    }
    // Renamed when complete: an interrupted start leaves nothing that looks complete.
    renameSync(wanted, directory)
    return directory
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
