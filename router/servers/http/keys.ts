import type { z } from 'zod'
import { Invalid } from '../../errors.ts'
import { phrase } from '../../phrases/phrase.ts'

/** No document of ours goes half as deep; an endless one would overflow the stack. */
const DEEPEST = 32

/**
 * The names that are allowed at one place of a document. Places below are worked out when a document first reaches
 * them, so a schema may contain itself.
 */
interface Place {
  /** The spelling by its lower-case form, and every spelling there is. */
  readonly spellings: ReadonlyMap<string, string>
  readonly names: ReadonlySet<string>
  readonly keepsUnknown: boolean
  below(name: string): Place
  readonly items: () => Place
}

/**
 * Spell the keys of a JSON document as the schema does: clients write `Mac` for `MAC`. A key spelt exactly right is that
 * key; of several that come to the same one the last wins; keys the schema does not know are left out. The document
 * itself is not touched. Throws `Invalid` for one that is nested too deeply to be any of ours.
 */
export function keyFolder(schema: z.ZodType): (document: unknown) => unknown {
  const root = placeOf([schema])
  return (document) => fold(root, document, 0)
}

function fold(place: Place, value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new Invalid(phrase('request.nestingTooDeep'), 'body')
  if (Array.isArray(value)) {
    const items = place.items()
    return value.map((item) => fold(items, item, depth + 1))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = new Map<string, unknown>()
  for (const [key, inner] of Object.entries(value)) {
    // As a name of a plain object it would be its prototype.
    if (key === '__proto__') continue
    const name = place.names.has(key) ? key : (place.spellings.get(key.toLowerCase()) ?? key)
    if (place.names.has(name) || place.keepsUnknown) entries.set(name, fold(place.below(name), inner, depth + 1))
  }
  return Object.fromEntries(entries)
}

function placeOf(schemas: readonly z.ZodType[]): Place {
  const leaves = schemas.flatMap((schema) => [...leavesOf(schema)])
  const objects = leaves.filter((leaf) => leaf.type === 'object')
  const records = leaves.filter((leaf) => leaf.type === 'record')
  const arrays = leaves.filter((leaf) => leaf.type === 'array')
  // What an object keeps without knowing it, however deep.
  const unknown = leaves.some((leaf) => leaf.type === 'unknown') ? schemas : []
  const names = new Set(objects.flatMap((leaf) => Object.keys(leaf.shape)))
  const places = new Map<string, Place>()
  const remembered = (name: string, make: () => z.ZodType[]): Place =>
    places.getOrInsertComputed(name, () => placeOf(make()))
  return {
    names,
    spellings: new Map([...names].map((name) => [name.toLowerCase(), name])),
    keepsUnknown: unknown.length > 0 || records.length > 0 || objects.some((leaf) => leaf.catchall !== undefined),
    below: (name) =>
      names.has(name)
        ? remembered(`.${name}`, () => objects.flatMap((leaf) => leaf.shape[name] ?? []))
        : remembered('*', () => [
            ...records.map((leaf) => leaf.valueType),
            ...objects.flatMap((leaf) => leaf.catchall ?? []),
            ...unknown,
          ]),
    items: () => remembered('[]', () => [...arrays.map((leaf) => leaf.element), ...unknown]),
  }
}

/** The part of zod's own description of a schema that is looked at here. */
interface Leaf {
  readonly type: string
  readonly shape: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly valueType: z.ZodType
  readonly element: z.ZodType
}

interface Wrapper {
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly getter?: () => z.ZodType
}

/** What a schema comes to without its wrappers: several things for a union. */
function* leavesOf(schema: z.ZodType): Generator<Leaf> {
  const definition = schema._zod.def as unknown as Leaf & Wrapper
  const { innerType, in: input, out, left, right, options = [], getter } = definition
  const inner = [innerType, input, out, left, right, ...options, getter?.()].filter((part) => part !== undefined)
  if (inner.length === 0) yield definition
  for (const part of inner) yield* leavesOf(part)
}
