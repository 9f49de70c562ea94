import { demandUnchanged } from '../../sentback.ts'
import type { InterfaceConfig } from './interface.ts'

type Field = Exclude<keyof InterfaceConfig, 'Name'>
type Entry = { readonly [F in Field]?: unknown }

/** As `demandUnchanged`, for the entry of a link. Throws `Invalid`. */
export const demandUnchangedLink = (now: Entry, given: Entry, call: string, ...fields: readonly Field[]): void =>
  demandUnchanged(comparable(now), comparable(given), fields, call)

/** `ethernet` is the Subtype of every wired link, and an address without a gateway may leave that out. */
const comparable = (entry: Entry): Entry => ({
  ...entry,
  Subtype: entry.Subtype === 'ethernet' ? '' : entry.Subtype,
  AdditionalIPs: ((entry.AdditionalIPs ?? []) as { IP: string; Router?: string | null }[]).map(({ IP, Router }) => ({
    IP,
    Router: Router ?? '',
  })),
})
