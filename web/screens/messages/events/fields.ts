import { withoutDot } from '../../../../router/values/domain.ts'
import { shownName } from '../../../parts/values/name.ts'

/** The payload of an event. Stored ones may be from an earlier version: no field is certain. */
export type Payload = Readonly<Record<string, unknown>>

/** A payload, or an empty one for anything that is not an object. */
export const payloadFrom = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}

/** The value at a path such as `IP.SrcIP`; undefined if there is none. */
export const valueAt = (payload: Payload, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    const fields = payloadFrom(value)
    return Object.hasOwn(fields, name) ? fields[name] : undefined
  }, payload)

/** The text at the first of the paths that has one, for display; empty if there is none. */
export function textAt(payload: Payload, ...paths: readonly string[]): string {
  for (const path of paths) {
    const value = valueAt(payload, path)
    const text = typeof value === 'string' || typeof value === 'number' ? withoutDot(shownName(String(value))) : ''
    if (text !== '') return text
  }
  return ''
}

/** `192.0.2.7:51544` and `[2001:db8::1]:443` without the port. Reports of sign-ins may have it. */
export const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
