import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { aptInstall, aptPurge } from '../bin/apt.js'

/** How a program ended. */
export interface Ended {
  /** Null if it could not be started. */
  readonly status: number | null
  /** Its standard output. */
  readonly stdout: string
  /** The same with its errors, or why it could not be started. */
  readonly output: string
}

/** What is at a path. */
export type Entry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly content: string; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'directory' }

/** The machine that is changed by an installation. Paths are absolute. */
export interface System {
  entry(path: string): Entry
  /** The names in a directory, sorted; none if it is absent. */
  list(path: string): string[]
  /** Replaces the file by one that is complete and on the disk. Creates its directory. */
  write(path: string, content: string, mode?: number): void
  /** Adds a line to a file that only root may read, and waits until it is on the disk. */
  append(path: string, line: string): void
  /** Replaces a link by one that is on the disk. Creates its directory. */
  link(path: string, target: string): void
  /** Also a whole directory. What is absent is ignored. */
  remove(path: string): void
  /** A directory and those in it, unless one contains a file. */
  removeEmpty(path: string): void
  /** Creates a directory; `owner` is a user, whose group it gets. */
  makeDirectory(path: string, options?: { readonly mode?: number; readonly owner?: string }): void
  copyTree(from: string, to: string): void
  /** Runs a program and waits for it. Its standard input is empty. */
  run(argv: readonly string[]): Ended
  /** Returns whether apt succeeded. */
  aptInstall(packages: readonly string[]): boolean
  /** Those that packages of others need stay. Returns whether apt succeeded. */
  aptPurge(packages: readonly string[]): boolean
}

/** This machine. With `root`, files are below that directory, as in an image; programs run without it. */
export function openSystem(root = '/'): System {
  const at = (path: string): string => join(root, path)

  function entry(path: string): Entry {
    const found = lstatSync(at(path), { throwIfNoEntry: false })
    if (found === undefined) return { kind: 'absent' }
    if (found.isSymbolicLink()) return { kind: 'link', target: readlinkSync(at(path)) }
    if (found.isDirectory()) return { kind: 'directory' }
    return { kind: 'file', content: readFileSync(at(path), 'utf8'), mode: found.mode & 0o7777 }
  }

  function run(argv: readonly string[]): Ended {
    const [program = '', ...args] = argv
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', input: '' })
    return error
      ? { status: null, stdout: '', output: error.message }
      : { status, stdout: stdout.trim(), output: `${stdout}${stderr}`.trim() }
  }

  return {
    entry,
    list: (path) => (existsSync(at(path)) ? readdirSync(at(path)).sort() : []),
    write(path, content, mode = 0o644) {
      mkdirSync(dirname(at(path)), { recursive: true })
      const draft = `${at(path)}.sallyport-new`
      writeFileSync(draft, content, { mode, flush: true })
      renameSync(draft, at(path))
      flush(dirname(at(path)))
    },
    append(path, line) {
      mkdirSync(dirname(at(path)), { recursive: true, mode: 0o700 })
      const file = openSync(at(path), 'a', 0o600)
      // Also after a line that a power cut has cut off.
      writeSync(file, `\n${line}\n`)
      fsyncSync(file)
      closeSync(file)
    },
    link(path, target) {
      mkdirSync(dirname(at(path)), { recursive: true })
      const draft = `${at(path)}.sallyport-new`
      rmSync(draft, { force: true })
      symlinkSync(target, draft)
      renameSync(draft, at(path))
      flush(dirname(at(path)))
    },
    remove: (path) => rmSync(at(path), { recursive: true, force: true }),
    removeEmpty(path) {
      run(['find', at(path), '-depth', '-type', 'd', '-empty', '-delete'])
    },
    makeDirectory(path, { mode = 0o755, owner } = {}) {
      mkdirSync(at(path), { recursive: true, mode })
      if (owner === undefined) return
      const { uid, gid } = userOf(run, owner)
      chownSync(at(path), uid, gid)
    },
    copyTree(from, to) {
      mkdirSync(dirname(at(to)), { recursive: true })
      cpSync(from, at(to), { recursive: true, verbatimSymlinks: true })
    },
    run,
    aptInstall,
    aptPurge,
  }
}

/** The names in a directory are on the disk. */
function flush(directory: string): void {
  const opened = openSync(directory, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** The numbers of a user, by getent(1). Throws if there is none of that name. */
function userOf(run: System['run'], name: string): { readonly uid: number; readonly gid: number } {
  const [, , uid, gid] = run(['getent', 'passwd', name]).stdout.split(':')
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name}`)
  return { uid: Number(uid), gid: Number(gid) }
}
