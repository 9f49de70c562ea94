import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repairData } from '../../install/image/files.ts'
import { DATA } from '../../install/places.ts'
import { fakeMachine } from '../../router/machine/fake.fixture.ts'
import { openDatabase } from '../../router/store/database.ts'
import { openHistory } from '../../router/store/history.ts'
import { openLedger } from '../../router/store/ledger.ts'
import { run } from '../process/program.ts'
import type { Random } from '../safety/random.ts'
import { type Change, checkNames } from './cuts.ts'
import { applyWrite, type LoggedWrite, readLog } from './writes.ts'

/**
 * Every moment between two writes is one at which the power may be cut. From one run of a machine, the data partition is rebuilt as a cut at many
 * such points leaves it, repaired as the image does it when it starts, and opened by the code of the router.
 */

export interface Run {
  /** What the data partition was when the machine was started, and the byte of the disk where it begins. */
  readonly before: string
  readonly origin: number
  /** The log of the writes of the disk. The moments of the changes are sizes of it. */
  readonly log: string
  readonly changes: readonly Change[]
  /** The name of a device that was saved before. */
  readonly device: string
}

interface Options {
  /** About how many points, at equal distances. */
  readonly count: number
  /** Of the sectors that were not flushed, some are lost. */
  readonly random: Random
  /** A folder for what is rebuilt. */
  readonly folder: string
  readonly report: (line: string) => void
}

/** The data partition is mounted at /var. */
const SAVED = DATA.slice('/var'.length)
/** e2fsck(8): it had to repair something. */
const REPAIRED = 1

/** Checks a run, and returns the number of points. Throws at the first one where an acknowledged change is lost, or the state cannot be opened. */
export async function checkPoints(checked: Run, { count, random, folder, report }: Options): Promise<number> {
  const [flushed, cut] = [checked.before, join(folder, 'cut')]
  const [log, file] = [openSync(checked.log, 'r'), openSync(flushed, 'r+')]
  let points = 0
  try {
    const entries = readLog(log).filter(({ isFlush, write }) => isFlush || isOfData(write))
    const step = Math.max(1, Math.floor(entries.length / count))
    let open: LoggedWrite[] = []
    for (const [index, { isFlush, write, end }] of entries.entries()) {
      if (isFlush) {
        for (const each of open) applyWrite(log, each, file, checked.origin)
        open = []
      }
      if (isOfData(write)) open.push(write)
      if (index % step !== 0) continue
      await run(['cp', '--sparse=always', flushed, cut], { timeoutMs: 600_000 })
      rebuild(open)
      try {
        await openCut(end)
      } catch (error) {
        throw new Error(`a power cut after ${end} bytes of the log, with ${open.length} writes open`, { cause: error })
      }
      if (++points % 100 === 0) report(`${points} points, at ${index + 1} of ${entries.length} writes and flushes`)
    }
  } finally {
    closeSync(log)
    closeSync(file)
    rmSync(cut, { force: true })
  }
  return points

  function isOfData(write: LoggedWrite | undefined): write is LoggedWrite {
    return write !== undefined && write.to >= checked.origin
  }

  function rebuild(open: readonly LoggedWrite[]): void {
    const to = openSync(cut, 'r+')
    for (const write of open)
      applyWrite(log, write, to, checked.origin, write.isForced ? undefined : () => random.below(2) === 1)
    closeSync(to)
  }

  async function openCut(moment: number): Promise<void> {
    const { status, stdout } = spawnSync('sh', ['-c', `${repairData('"$0"')}; exit $status`, cut], { encoding: 'utf8' })
    assert.ok(status !== null && status <= REPAIRED, `e2fsck ended with ${status}: ${stdout}`)
    const saved = join(folder, 'saved')
    rmSync(saved, { recursive: true, force: true })
    mkdirSync(saved)
    await run(['debugfs', '-R', `rdump ${SAVED} ${saved}`, cut])
    const data = join(saved, 'sallyport')
    using database = openDatabase(join(data, 'state.db'))
    const ledger = openLedger()
    ledger.post(database.load())
    const { devices } = ledger.facts
    assert.ok([...devices.values()].some(({ Name }) => Name === checked.device))
    checkNames(checked.changes, moment, (mac) => devices.get(mac)?.Name)
    const onFailure = (what: string, error: unknown): void => assert.fail(`${what}: ${error}`)
    openHistory({ path: join(data, 'history.db'), clock: fakeMachine().clock, onFailure })[Symbol.dispose]()
  }
}
