import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '../../bin/lock.js'
import type { Running } from '../process/messages.ts'
import { type Place, ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'

const lockOf = (place: Place) => join(place.home, 'lock')
const noteOf = (place: Place) => join(place.home, 'running.json')

export const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** Locks a home. Processes that a killed start left behind are ended first. Throws if it is in use. */
export async function holdHome(place: Place, say: (text: string) => void): Promise<void> {
  let lock = takeLock(lockOf(place))
  if (!lock.taken && lock.orphan) {
    const { pid } = lock
    say('the last start of this home was killed; what it left is being removed')
    process.kill(pid, 'SIGTERM')
    await until('the old home to close', () => !isAlive(pid), 8000).catch(() => process.kill(pid, 'SIGKILL'))
    lock = takeLock(lockOf(place))
  }
  if (!lock.taken)
    throw new Error(`this home is already running (process ${lock.pid}); set SALLYPORT_PORT to start another one`)
  process.on('exit', lock.release)
  process.on('exit', () => rmSync(noteOf(place), { force: true }))
  const left = readRunning(place)
  if (left) await until('the old home to end', () => !isInside(left.inside), 8000)
  rmSync(noteOf(place), { force: true })
}

/** Whether the process is ours, and not another one with the same ID. */
function isInside(pid: number): boolean {
  try {
    return /lab\/(home\/open|vm\/home|cli\/start)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

/** The first process inside a sealed tree, by its parent. */
export const firstInside = (sealed: number): number =>
  Number(readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && parentOf(pid) === sealed))

/** Saves how to enter the home. */
export function writeRunning(place: Place, running: Omit<Running, 'port'>): void {
  writeFileSync(noteOf(place), JSON.stringify({ ...running, port: place.port } satisfies Running), { mode: 0o600 })
}

function readRunning(place: Place): Running | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(place), 'utf8'))
  } catch {
    return undefined
  }
}

/** The home that a command is for: the one named by port or data directory, else the only one that is running. */
export function findRunning(place: Place): { place: Place; running: Running } {
  const named = process.env.SALLYPORT_PORT || process.env.SALLYPORT_DATA
  const folder = join(ROOT, '.sallyport')
  const others = named || !existsSync(folder) ? [] : readdirSync(folder).filter((name) => /^\d+$/.test(name))
  const places = [
    place,
    ...others.map((port) => ({
      ...place,
      port: Number(port),
      base: join(folder, port),
      home: join(folder, port, 'home'),
    })),
  ]
  for (const candidate of places) {
    const running = readRunning(candidate)
    if (running && isInside(running.inside)) return { place: candidate, running }
  }
  throw new Error('no virtual home is running; start one with "npm start"')
}

/** Deletes the saved state of a home. Throws while it is running. */
export function resetHome(place: Place): void {
  if (!existsSync(place.base)) throw new Error(`there is nothing in ${place.base}`)
  const lock = takeLock(lockOf(place))
  if (!lock.taken) throw new Error('this home is running; stop it first (Ctrl-C in its terminal)')
  rmSync(place.base, { recursive: true })
}
