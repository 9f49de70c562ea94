import type { AuditEntry } from '../../../router/features/audit/entry.ts'

/** One value before a change and after it, as text; undefined where there was or is nothing. */
export interface FieldChange {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Words {
  readonly yes: string
  readonly no: string
  readonly secret: string
}

/** What the router shows in place of a secret. */
const MASK = '**'

/** A value in the words of a person; undefined for what is nothing at all. */
export function valueWords(value: unknown, words: Words): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (value === MASK) return words.secret
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) {
    const items = value.map((item) => valueWords(item, words) ?? '')
    return items.length === 0 ? undefined : items.join(', ')
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([name, item]) => {
      const text = valueWords(item, words)
      return text === undefined ? [] : [`${name} ${text}`]
    })
    return parts.length === 0 ? undefined : parts.join(' · ')
  }
  return String(value)
}

type Sides = Pick<AuditEntry, 'Before' | 'After'>

/** What a change did, field by field, side by side. What was and is nothing is left out. */
export function fieldsOf({ Before, After }: Sides, words: Words): FieldChange[] {
  const [before, after] = [sideOf(Before), sideOf(After)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const change = { field, before: valueWords(before[field], words), after: valueWords(after[field], words) }
    return change.before === undefined && change.after === undefined ? [] : [change]
  })
}

/** A row by its fields; a value that has none stands under no name. */
const sideOf = (side: unknown): Readonly<Record<string, unknown>> =>
  typeof side === 'object' && side !== null && !Array.isArray(side)
    ? (side as Record<string, unknown>)
    : side === undefined || side === null
      ? {}
      : { '': side }

export type Deed = 'added' | 'removed' | 'changed' | 'done'

const isNothing = (side: unknown): boolean => side === null || side === undefined

/** What was done, in one word. An act that leaves no trace has neither side. */
export function deedOf({ Before, After }: Sides): Deed {
  if (isNothing(Before)) return isNothing(After) ? 'done' : 'added'
  return isNothing(After) ? 'removed' : 'changed'
}
