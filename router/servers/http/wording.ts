import type { z } from 'zod'
import { Invalid } from '../../errors.ts'
import { type Phrase, type PhraseValue, phrase, phraseIn, schemaPhrase } from '../../phrases/phrase.ts'

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

/** The first thing that is wrong, as `Field.path: what is allowed`. `whole` names the input as such. */
export function invalid(error: z.ZodError, whole: string): Invalid {
  const first = error.issues[0]
  if (!first) return new Invalid(phrase('field.unacceptable'), whole)
  const { path, wrong } = nearest(first)
  return new Invalid(wrong, path.length > 0 ? path.map(String).join('.') : whole)
}

/** Of a union's branches, the one that has all given keys and got furthest says best what is wrong. */
function nearest(issue: z.core.$ZodIssue): { path: PropertyKey[]; wrong: Phrase } {
  const own = { path: issue.path, wrong: phraseIn(issue.message) }
  if (issue.code !== 'invalid_union') return own
  const knowsKeys = issue.errors.filter((issues) => !issues.some(({ code }) => code === 'unrecognized_keys'))
  const candidates = knowsKeys.length > 0 ? knowsKeys : issue.errors
  const branches = candidates.flatMap(([first]) => (first ? [nearest(first)] : []))
  const depth = Math.max(0, ...branches.map(({ path }) => path.length))
  const deepest = branches.filter(({ path }) => path.length === depth)
  const [first] = deepest
  if (!first) return own
  const alternatives = new Map((depth === 0 ? deepest : [first]).map(({ wrong }) => [String(wrong), wrong]))
  return {
    path: [...issue.path, ...first.path],
    wrong: [...alternatives.values()].reduce((all, one) => phrase('field.alternatives', all, one)),
  }
}

/** What is allowed where a schema does not describe it. */
export function wording(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? schemaPhrase('field.missing')
        : schemaPhrase('field.exactValue', KINDS[issue.expected] ?? issue.expected)
    case 'invalid_value':
      return issue.values.length === 1
        ? schemaPhrase('field.exactValue', JSON.stringify(issue.values[0]))
        : schemaPhrase('field.oneOf', issue.values.map((value) => JSON.stringify(value)).join(', '))
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? schemaPhrase('field.notEmpty')
        : schemaPhrase(
            issue.inclusive === false ? 'field.moreThan' : 'field.atLeast',
            sized(issue.origin, issue.minimum),
          )
    case 'too_big':
      return schemaPhrase(
        issue.inclusive === false ? 'field.lessThan' : 'field.atMost',
        sized(issue.origin, issue.maximum),
      )
    case 'invalid_format':
      return schemaPhrase('field.formatExpected', issue.format)
    case 'unrecognized_keys':
      return schemaPhrase('field.keysUnknown', issue.keys.join(', '))
    case 'invalid_key':
      return schemaPhrase('field.keyForbidden')
    default:
      return undefined
  }
}

const KINDS: Readonly<Record<string, Phrase>> = {
  string: phrase('field.kindText'),
  number: phrase('field.kindNumber'),
  int: phrase('field.kindWholeNumber'),
  boolean: phrase('field.kindBoolean'),
  array: phrase('field.kindList'),
  object: phrase('field.kindObject'),
  record: phrase('field.kindObject'),
}

function sized(origin: string, size: number | bigint): PhraseValue {
  if (origin === 'string') return phrase('field.sizeCharacters', String(size))
  return origin === 'array' || origin === 'set' ? phrase('field.sizeEntries', String(size)) : String(size)
}
