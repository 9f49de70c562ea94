import type { z } from 'zod'
import { Invalid } from '../../errors.ts'

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

/** The first thing that is wrong, as `Field.path: what is allowed`. `whole` names the input as such. */
export function invalid(error: z.ZodError, whole: string): Invalid {
  const first = error.issues[0]
  if (!first) return new Invalid('cannot be taken', whole)
  const { path, message } = nearest(first)
  return new Invalid(message, path.length > 0 ? path.map(String).join('.') : whole)
}

/** Of a union's branches, the one that has all given keys and got furthest says best what is wrong. */
function nearest(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code !== 'invalid_union') return issue
  const knowsKeys = issue.errors.filter((issues) => !issues.some(({ code }) => code === 'unrecognized_keys'))
  const candidates = knowsKeys.length > 0 ? knowsKeys : issue.errors
  const branches = candidates.flatMap(([first]) => (first ? [nearest(first)] : []))
  const depth = Math.max(0, ...branches.map(({ path }) => path.length))
  const deepest = branches.filter(({ path }) => path.length === depth)
  const [first] = deepest
  if (!first) return { path: issue.path, message: issue.message }
  const alternatives = depth === 0 ? [...new Set(deepest.map(({ message }) => message))] : [first.message]
  return { path: [...issue.path, ...first.path], message: alternatives.join(', or ') }
}

/** What is allowed where a schema does not describe it. */
export function wording(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${sized(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${sized(issue.origin, issue.maximum)}`
    case 'invalid_format':
      return `must be a valid ${issue.format}`
    case 'unrecognized_keys':
      return `has unknown keys ${issue.keys.join(', ')}`
    case 'invalid_key':
      return 'has a key that is not allowed'
    default:
      return undefined
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function sized(origin: string, size: number | bigint): string {
  if (origin === 'string') return `${size} characters long`
  return origin === 'array' || origin === 'set' ? `${size} entries long` : String(size)
}
