import type { Machine } from '../machine/machine.ts'
import type { FileTree } from '../machine/tree.ts'

/** What superd uses of the operating system. */
export interface SuperdMachine
  extends Pick<
    Machine,
    | 'clock'
    | 'outcome'
    | 'spawn'
    | 'requestUnix'
    | 'readFile'
    | 'writeFile'
    | 'listDirectories'
    | 'makeDirectory'
    | 'removeFile'
    | 'removeDirectory'
    | 'diskSpace'
  > {
  readonly tree: FileTree
}
