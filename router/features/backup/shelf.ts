import { NotFound, Unavailable } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { byAge, isArchiveName } from './name.ts'

/** Archives kept at once; a further one takes the place of the oldest. */
export const MOST_KEPT = 10

/** The archives on this router's own disk. */
export interface Shelf {
  /** Names, the newest first. */
  list(): string[]
  /** Throws `NotFound`. */
  read(name: string): string
  /** Throws `Unavailable` when the disk will not take it; then what was there is still there. */
  keep(name: string, text: string): void
  /** Throws `NotFound`. */
  remove(name: string): void
}

type Files = Pick<Machine, 'listFiles' | 'readFile' | 'writeFile' | 'removeFile' | 'makeDirectory'>

export function openShelf(machine: Files, directory: string): Shelf {
  const pathOf = (name: string): string => `${directory}/${name}`
  const list = (): string[] => machine.listFiles(directory).filter(isArchiveName).sort(byAge)
  const demand = (name: string): void => {
    if (!list().includes(name)) throw new NotFound(`There is no archive ${name}.`)
  }
  return {
    list,
    read(name) {
      demand(name)
      return machine.readFile(pathOf(name)) ?? ''
    },
    keep(name, text) {
      try {
        machine.makeDirectory(directory)
        machine.writeFile(pathOf(name), text, 0o600)
      } catch (cause) {
        throw new Unavailable('The archive could not be kept: is the disk full?', { cause })
      }
      // Whatever the others say of their age, what was kept last is there: clocks go wrong, and names are anybody's.
      const others = list().filter((other) => other !== name)
      for (const old of others.slice(MOST_KEPT - 1)) machine.removeFile(pathOf(old))
    },
    remove(name) {
      demand(name)
      machine.removeFile(pathOf(name))
    },
  }
}
