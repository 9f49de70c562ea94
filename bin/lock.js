import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** The fields of /proc/<pid>/stat after the name; undefined when there is no such process. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** The start time of a process, in clock ticks since boot. Process IDs are reused; an ID with its start time is unique. */
const startOf = (pid) => statOf(pid)?.[19]

const idOf = (pid) => ({ pid, start: startOf(pid) })
const isAlive = (id) => id?.start !== undefined && startOf(id.pid) === id.start

/** The launchers of this process: npm, its shell, and the front end that runs on any Node. */
function launchers() {
  const chain = []
  // Without /proc, as on macOS, there are none.
  for (let pid = process.ppid; pid > 1 && statOf(pid) !== undefined; pid = Number(statOf(pid)?.[1] ?? 0)) {
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (!/^(npm|npx) |bin\/sallyport/.test(argv)) break
    chain.push(idOf(pid))
  }
  return chain
}

function holderOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Take the lock at `path` for this process, or return its holder. A lock whose holder has ended is replaced. `orphan` is true
 * when the holder still runs although what started it has ended, as after a kill -9 of npm.
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, JSON.stringify({ self: idOf(process.pid), launchers: launchers() }))
  closeSync(file)
  try {
    const holder = take(path, draft)
    return holder
      ? { taken: false, pid: holder.self.pid, orphan: !holder.launchers.every(isAlive) }
      : { taken: true, release: () => rmSync(path, { force: true }) }
  } finally {
    unlinkSync(draft)
  }
}

/** Puts a link to `draft` at `path`. Returns the holder instead if another process holds it, or is about to. */
function take(path, draft) {
  for (;;) {
    try {
      linkSync(draft, path) // Atomic: fails if the file exists, and never shows an incomplete one.
      return undefined
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = holderOf(path)
    if (isAlive(holder?.self)) return holder
    // Of several processes that find the lock of an ended process, only the one with this lock replaces it.
    const ended = `${path}.ended`
    const other = take(ended, draft)
    if (other) return other
    try {
      if (!existsSync(path) || isAlive(holderOf(path)?.self)) continue
      linkSync(draft, `${draft}.new`)
      renameSync(`${draft}.new`, path)
      return undefined
    } finally {
      rmSync(ended)
    }
  }
}

/** Commands that run at the same time wait less than this, and print only their results. */
const SILENT_MS = 3000

/** Takes the lock. Waits while another process holds it, and calls `onWait` once if that takes long. */
export async function waitForLock(path, onWait) {
  const began = performance.now()
  for (let reported = false; ; ) {
    const lock = takeLock(path)
    if (lock.taken) return lock
    if (!reported && performance.now() - began > SILENT_MS) {
      reported = true
      onWait(lock.pid)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
