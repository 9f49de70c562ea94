import { closeSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** When a process began, in clock ticks since boot; undefined when there is none. A process id is used again, this pair is not. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

const idOf = (pid) => ({ pid, start: startOf(pid) })
const isAlive = (id) => id?.start !== undefined && startOf(id.pid) === id.start

function holderOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Take the lock at `path` for this process, or say who has it. A holder that has ended holds nothing. `orphan` is true when the
 * holder runs on although whoever started it is gone, as after a kill -9.
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, JSON.stringify({ self: idOf(process.pid), parent: idOf(process.ppid) }))
  closeSync(file)
  try {
    for (;;) {
      try {
        linkSync(draft, path) // The one way to create it that fails when it is there, and is never seen half written.
        return { taken: true, release: () => rmSync(path, { force: true }) }
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holder = holderOf(path)
      if (isAlive(holder?.self)) return { taken: false, pid: holder.self.pid, orphan: !isAlive(holder.parent) }
      rmSync(path, { force: true })
    }
  } finally {
    unlinkSync(draft)
  }
}

/** Take the lock, waiting for whoever has it. */
export async function waitForLock(path, onWait) {
  for (let told = false; ; told = true) {
    const lock = takeLock(path)
    if (lock.taken) return lock
    if (!told) onWait(lock.pid)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
