import { RE2JS } from 're2js'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { isObject } from '../../../values/object.ts'

/** Copies fields of an event; all of them if `fields` is empty. */
export type Grab = (event: unknown) => Record<string, unknown>

const PATTERN = /^\/(.+)\/$/su

/**
 * Compiles the GrabFields of an action: names of fields, paths such as `IP.SrcIP`, and regular expressions for names, as `/Src/`.
 * These are RE2's, which take linear time. `path` names the list in errors. Throws `Invalid`.
 */
export function compileGrab(fields: readonly string[], path: string): Grab {
  if (fields.length === 0) return (event) => (isObject(event) ? event : {})
  const patterns: RE2JS[] = []
  const names: string[] = []
  for (const [index, field] of fields.entries()) {
    const source = PATTERN.exec(field)?.[1]
    if (source === undefined) names.push(field)
    else patterns.push(compilePattern(source, `${path}.${index}`))
  }
  return (event) => {
    const grabbed: Record<string, unknown> = {}
    if (!isObject(event)) return grabbed
    for (const [name, value] of Object.entries(event))
      if (patterns.some((pattern) => pattern.test(name))) put(grabbed, name, value)
    for (const name of names) copyPath(event, name, grabbed)
    return grabbed
  }
}

function compilePattern(source: string, field: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new Invalid(phrase('messages.regularExpression', (error as Error).message), field)
  }
}

/** A field whose name has dots comes before a path. */
function copyPath(event: Readonly<Record<string, unknown>>, path: string, grabbed: Record<string, unknown>): void {
  if (Object.hasOwn(event, path)) {
    put(grabbed, path, event[path])
    return
  }
  const [name, ...rest] = path.split('.')
  const inner = name !== undefined && Object.hasOwn(event, name) ? event[name] : undefined
  if (name === undefined || rest.length === 0 || !isObject(inner)) return
  const present = Object.hasOwn(grabbed, name) ? grabbed[name] : undefined
  // The whole field was copied already.
  if (present === inner) return
  const copied: Record<string, unknown> = isObject(present) ? present : {}
  copyPath(inner, rest.join('.'), copied)
  if (Object.keys(copied).length > 0) put(grabbed, name, copied)
}

/** Also sets a field with the name `__proto__`. */
const put = (target: Record<string, unknown>, name: string, value: unknown): void =>
  void Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
