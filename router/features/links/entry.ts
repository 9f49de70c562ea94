import { isDeepStrictEqual } from 'node:util'
import { Invalid } from '../../errors.ts'
import type { InterfaceConfig } from './interface.ts'

type Field = Exclude<keyof InterfaceConfig, 'Name'>

/**
 * Clients send back the whole entry of a link that they have read. Throws `Invalid` for a field that another call changes,
 * unless it is absent, empty or as it is now: to ignore it would look like success.
 */
export function demandUnchanged(
  now: Partial<InterfaceConfig>,
  given: { readonly [F in Field]?: unknown },
  call: string,
  ...fields: readonly Field[]
): void {
  for (const field of fields) {
    const value = given[field]
    if (isEmpty(value) || isDeepStrictEqual(comparable(value), comparable(now[field]))) continue
    throw new Invalid(`is ${shown(now[field])} and cannot be changed here, but with ${call}`, field)
  }
}

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/** `ethernet` is what a wired link has in any case, and an address without a gateway may leave that out. */
function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return value === 'ethernet' ? '' : (value ?? '')
  return value.map(({ IP, Router }: { IP: string; Router?: string | null }) => [IP, Router ?? ''])
}

const shown = (value: unknown): string => (isEmpty(value) ? 'not set' : JSON.stringify(value))
