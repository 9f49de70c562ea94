import { NotFound, Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { byAge, isArchiveName } from '../../../model/machine/backup/name.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** Maximum number of archives; a further one replaces the oldest. */
export const MOST_KEPT = 10

/** The archives on this router's own disk. */
export interface ArchiveDirectory {
  /** Names, newest first. */
  list(): string[]
  /** Throws `NotFound`. */
  read(name: string): string
  /** Stores an archive in place of another one, if given. Throws `Unavailable` if it cannot be written; existing archives are kept then. */
  keep(name: string, text: string, replaces?: string): void
  /** Throws `NotFound`. */
  remove(name: string): void
}

type Files = Pick<Machine, 'listFiles' | 'readFile' | 'writeFile' | 'removeFile' | 'makeDirectory'>

export function openArchiveDirectory(machine: Files, directory: string): ArchiveDirectory {
  const pathOf = (name: string): string => `${directory}/${name}`
  const list = (): string[] => machine.listFiles(directory).filter(isArchiveName).sort(byAge)
  const demand = (name: string): void => {
    if (!list().includes(name)) throw new NotFound(phrase('machine.archiveUnknown', name))
  }
  return {
    list,
    read(name) {
      demand(name)
      return machine.readFile(pathOf(name)) ?? ''
    },
    keep(name, text, replaces) {
      try {
        machine.makeDirectory(directory)
        machine.writeFile(pathOf(name), text, 0o600)
      } catch (cause) {
        throw new Unavailable(phrase('machine.archiveNotSaved'), { cause })
      }
      // The newest file is always kept, regardless of the time in its name: clocks can be wrong, and names come from callers.
      const others = list().filter((other) => other !== name && other !== replaces)
      const replaced = list().filter((other) => other === replaces && other !== name)
      for (const old of [...replaced, ...others.slice(MOST_KEPT - 1)]) machine.removeFile(pathOf(old))
    },
    remove(name) {
      demand(name)
      machine.removeFile(pathOf(name))
    },
  }
}
