import type { z } from 'zod'
import { Invalid } from '../errors.ts'
import { phrase } from '../phrases/phrase.ts'

/**
 * A field that clients send back with the whole entry, and that this operation does not change: absent, empty or the present
 * value. `call` changes it; undefined if no call does. The handler checks it with `demandUnchanged`.
 */
export const sentBack = (schema: z.ZodType, call?: string) =>
  schema.nullish().meta({
    description: `Absent, empty or the present value; ${call ? `${call} changes it` : 'read only'}`,
    'x-sent-back': true,
  })

/**
 * Throws `Invalid` for a field of `given` that is neither empty nor equal to the value in `now`: ignoring it would look like
 * success. `call` names the operation that changes it.
 */
export function demandUnchanged<F extends string>(
  now: { readonly [Field in F]?: unknown },
  given: { readonly [Field in F]?: unknown },
  fields: readonly F[],
  call?: string,
): void {
  for (const field of fields) {
    if (isEmpty(given[field]) || JSON.stringify(given[field]) === JSON.stringify(now[field])) continue
    const present = isEmpty(now[field]) ? phrase('field.valueNotSet') : JSON.stringify(now[field])
    throw new Invalid(call ? phrase('field.changedElsewhere', present, call) : phrase('field.readOnly', present), field)
  }
}

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0)
