import { type Payload, payloadFrom } from '../events/fields.ts'

type Scalar = string | number | boolean

/** A field of an event with its value. */
export interface Leaf {
  /** The names of the fields that lead to it. */
  readonly path: readonly string[]
  readonly value: Scalar
}

const DEPTH = 4
const MOST = 80

/** The fields of an event that a rule can compare, in their order. Lists and what is nested too deep are left out. */
export function leavesOf(event: Payload): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (fields: Payload, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(fields)) {
      if (leaves.length === MOST) return
      const here = [...path, name]
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        leaves.push({ path: here, value })
      else if (typeof value === 'object' && value !== null && !Array.isArray(value) && here.length < DEPTH)
        visit(payloadFrom(value), here)
    }
  }
  visit(event, [])
  return leaves
}

/** A member name that RFC 9535 §2.5.1.1 allows after a dot. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** `IP.SrcIP`, for display. */
export const pathWords = (path: readonly string[]): string => path.join('.')

/** The condition that a field has this value: `$[?(@.IP.SrcIP=="192.168.2.6")]` (RFC 9535 §2.3.5). */
export function conditionFor({ path, value }: Leaf): string {
  const steps = path.map((name) => (PLAIN_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`))
  return `$[?(@${steps.join('')}==${JSON.stringify(value)})]`
}

const CONDITION =
  /^\$\[\?\(?@((?:\.[A-Za-z_]\w*|\["(?:[^"\\]|\\.)*"\])+)\s*==\s*("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false)\)?\]$/
const STEP = /\.([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*")\]/g

/** The field and value of a condition that `conditionFor` could have made; undefined for any other JSONPath. */
export function leafOf(condition: string): Leaf | undefined {
  const [, steps, value] = CONDITION.exec(condition.trim()) ?? []
  if (steps === undefined || value === undefined) return undefined
  try {
    const path = [...steps.matchAll(STEP)].map(([, name, quoted]) => name ?? (JSON.parse(quoted ?? '') as string))
    return { path, value: JSON.parse(value) as Scalar }
  } catch {
    return undefined
  }
}
