import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'

/** Reports that are kept; a further one replaces the oldest. */
const MOST_KEPT = 10
/** By then, everything that is opened with the router receives events. */
const PUBLISH_MS = 1000

interface Deps extends Pick<Core, 'data' | 'version' | 'onFailure' | 'bus'> {
  readonly machine: Pick<Machine, 'clock' | 'readFile' | 'writeFile' | 'removeFile' | 'listFiles'>
  /** The directory of this boot: a power failure is not a crash of the router. */
  readonly runDirectory: string
}

/**
 * Writes a file that exists while the router runs, and removes it at an orderly end. If the last run of this boot has left one, that
 * run was killed or has failed: it is described in `crashlog/` of the data directory, and published.
 */
export function openCrashLog({ machine, bus, data, runDirectory, version, onFailure }: Deps): Disposable {
  const { clock } = machine
  const marker = `${runDirectory}/running`
  const directory = `${data}/crashlog`
  const now = new Date(clock.now()).toISOString()
  let timer: Disposable | undefined

  try {
    const left = machine.readFile(marker)
    if (left !== undefined) {
      const name = `crash-${now.replace(/[-:.]/g, '')}.txt`
      machine.writeFile(`${directory}/${name}`, describe(left, now), 0o600)
      const older = machine.listFiles(directory).filter((file) => file !== name)
      for (const file of older.sort().slice(0, -(MOST_KEPT - 1))) machine.removeFile(`${directory}/${file}`)
      timer = clock.after(PUBLISH_MS, () => bus.publish('crashlog:event', { Filename: `crashlog/${name}` }))
    }
    machine.writeFile(marker, `Sallyport ${version}, started at ${now}\n`, 0o600)
  } catch (error) {
    onFailure('the end of the last run could not be recorded', error)
  }
  return {
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      machine.removeFile(marker)
    },
  }
}

const describe = (marker: string, now: string): string =>
  `${marker.slice(0, 1000).trim()}\n` +
  `It did not stop in an orderly way: it was killed, ran out of memory, or failed. The next run started at ${now}.\n` +
  'The log of the system may have the reason: journalctl --boot\n'
