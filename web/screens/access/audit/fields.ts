import type { AuditEntry } from '../../../../router/model/access/audit/entry.ts'
import { DEFAULT_LIST } from '../../../../router/model/dns/blocklists/key.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { locale } from '../../../parts/values/locale.ts'
import { changedTexts } from '../../../texts/access/audit.ts'

/** A value before and after a change, as text; undefined if it is empty. */
export interface FieldChange {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Words {
  readonly yes: string
  readonly no: string
  readonly secret: string
  readonly everyName: string
  readonly own: Readonly<Record<'block' | 'permit' | 'lead' | 'changed', (name: string) => string>>
  readonly forOne: (who: string) => string
  readonly inSet: (set: string) => string
}

/** The mask of secrets. */
const MASK = '**'

/** `IntervalSeconds` becomes `Interval seconds`. Words in capitals are kept. */
export function fieldWords(field: string, known: Readonly<Record<string, string>>): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return known[field] ?? words.replace(/ [A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** The title of a change. The key of a custom rule is its domain, device and list; its row has the action. */
export function titleOf(
  { What, Before, After }: Pick<AuditEntry, 'What'> & Sides,
  words: Pick<Words, 'everyName' | 'own' | 'forOne' | 'inSet'>,
): string {
  const [, domain, client = '', set = ''] = /^own rule for (\S*)\. (\S+) (.+)$/.exec(What) ?? []
  const parts =
    domain === undefined
      ? [subjectOfChange(What)]
      : [
          words.own[wayOf({ ...sideOf(Before), ...sideOf(After) })](domain || words.everyName),
          ...(client === '*' ? [] : [words.forOne(client)]),
          ...(set === DEFAULT_LIST ? [] : [words.inSet(set)]),
        ]
  return capitalized(parts.join(' '))
}

/** The router's words for what was changed, such as `device laptop`, with the noun of the app. */
export function subjectOfChange(what: string): string {
  const [, count, names] = /^(\d+) devices: (.*)$/.exec(what) ?? []
  if (count !== undefined && names !== undefined) return changedTexts.devices(Number(count), names)
  return changedTexts.subject(what)
}

/** The action of a rule; unknown if only other fields changed. */
function wayOf({ Type, ResultIP, ResultCNAME }: Readonly<Record<string, unknown>>): keyof Words['own'] {
  if (Type === undefined) return 'changed'
  if (Type === 'block') return 'block'
  return ResultIP || ResultCNAME ? 'lead' : 'permit'
}

/** A value as text for display; undefined if it is empty. */
export function valueWords(value: unknown, words: Pick<Words, 'yes' | 'no' | 'secret'>): string | undefined {
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
      return text === undefined || item === false ? [] : [`${fieldWords(name, {})} ${text}`]
    })
    return parts.length === 0 ? undefined : parts.join(' · ')
  }
  return String(value)
}

type Sides = Pick<AuditEntry, 'Before' | 'After'>

/** The changed fields with both values. Empty fields are left out. */
export function changedFieldsOf({ Before, After }: Sides, words: Pick<Words, 'yes' | 'no' | 'secret'>): FieldChange[] {
  const [before, after] = [sideOf(Before), sideOf(After)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const say = (value: unknown) => valueWords(isTime(field, value) ? whenOf(value) : value, words)
    const change = { field, before: say(before[field]), after: say(after[field]) }
    return change.before === undefined && change.after === undefined ? [] : [change]
  })
}

/** Names of fields with seconds since 1970. */
const isTime = (field: string, value: unknown): value is number =>
  /^(Begun|Expires?|Expiration|LastUsed|Until)$/.test(field) && typeof value === 'number' && value > 0

const whenOf = (seconds: number): string => new Date(seconds * 1000).toLocaleString(locale)

/** The fields of a row; a plain value has an empty field name. */
const sideOf = (side: unknown): Readonly<Record<string, unknown>> =>
  typeof side === 'object' && side !== null && !Array.isArray(side)
    ? (side as Record<string, unknown>)
    : side === undefined || side === null
      ? {}
      : { '': side }

export type Deed = 'added' | 'removed' | 'changed' | 'done'

const isNothing = (side: unknown): boolean => side === null || side === undefined

/** Added, changed or removed. An operation without stored data has neither value. */
export function deedOf({ Before, After }: Sides): Deed {
  if (isNothing(Before)) return isNothing(After) ? 'done' : 'added'
  return isNothing(After) ? 'removed' : 'changed'
}
