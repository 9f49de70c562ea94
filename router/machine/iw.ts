import { CommandFailed } from '../errors.ts'
import { parseInterfaces } from '../wire/iw.ts'
import type { Machine } from './machine.ts'

/** The output of `iw` with these arguments; empty without the program, or without a radio. */
export type Iw = (...words: readonly string[]) => Promise<string>

export const openIw =
  ({ run }: Pick<Machine, 'run'>): Iw =>
  (...words) =>
    run(['iw', ...words]).catch((error) => {
      if (error instanceof CommandFailed) return ''
      throw error
    })

/** The name of the radio that a link is on; undefined if that is unknown. */
export const phyOf = async (iw: Iw, link: string): Promise<string | undefined> =>
  Object.entries(parseInterfaces(await iw('dev'))).find(([, links]) => link in links)?.[0]
