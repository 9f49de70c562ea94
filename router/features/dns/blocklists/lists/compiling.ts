import { z } from 'zod'
import type { Machine } from '../../../../machine/machine.ts'
import { routerProgram } from '../../../../machine/place.ts'
import type { BlockTable } from './blocktable.ts'
import type { KeptLists } from './kept.ts'

/** Compiles lists in a separate process; the program's file lists the operations. */
const PROGRAM = routerProgram('features/dns/blocklists/lists/program.ts')
export const listProgram = (verb: 'compile' | 'dump', directory: string, ...more: readonly string[]): string[] => [
  process.execPath,
  PROGRAM,
  verb,
  directory,
  ...more,
]

/** A million names take a second; a small board with many lists has more time. */
const COMPILE_MS = 300_000
const RETRY_MS = 600_000

/** What the program prints: the URIs of lists whose text cannot be read any more. */
const Damaged = z.array(z.string())

export interface Compiling extends Disposable {
  /** Compiles the stored lists into the table. One run at a time; changes during a run start another one. */
  settle(): void
  readonly isCompiling: boolean
}

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'run'>
  readonly directory: string
  readonly kept: KeptLists
  readonly blockTable: BlockTable
  /** It begins, or has ended. */
  readonly changed: () => void
  /** The text of this list is lost. */
  readonly lost: (uri: string) => void
  readonly onFailure: (what: string, error: unknown) => void
}

export function openCompiling({ machine, directory, kept, blockTable, changed, lost, onFailure }: Deps): Compiling {
  let isCompiling = false
  let isClosed = false
  let retry: Disposable | undefined

  const isCurrent = (): boolean => {
    const have = blockTable.table?.directory.lists ?? []
    const want = kept.all()
    return (
      have.length === want.length &&
      want.every(({ URI, version }, index) => have[index]!.URI === URI && have[index]!.version === version)
    )
  }

  const compile = async (): Promise<void> => {
    const printed = await machine.run(listProgram('compile', directory), { timeoutMs: COMPILE_MS })
    if (isClosed) return
    if (!blockTable.load()) throw new Error('the table that was made cannot be read')
    for (const uri of Damaged.parse(JSON.parse(printed))) lost(uri)
  }

  const settle = (): void => {
    if (isCompiling || isClosed || isCurrent()) return
    isCompiling = true
    retry?.[Symbol.dispose]()
    changed()
    void compile().then(
      () => {
        isCompiling = false
        changed()
        settle()
      },
      (error) => {
        isCompiling = false
        changed()
        if (isClosed) return
        onFailure('block lists could not be compiled', error)
        retry = machine.clock.after(RETRY_MS, settle)
      },
    )
  }
  return {
    settle,
    get isCompiling() {
      return isCompiling
    },
    [Symbol.dispose]() {
      isClosed = true
      retry?.[Symbol.dispose]()
    },
  }
}
