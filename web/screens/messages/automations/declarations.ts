/** A name with what the declarations say about it. */
export interface DeclaredName {
  readonly name: string
  readonly about: string
  /** The type of its input or payload. */
  readonly type: string
}

/** What scripts can use, as read from the router's declaration file. */
export interface Declarations {
  readonly topics: readonly DeclaredName[]
  /** The operations of each group of `api`. */
  readonly groups: ReadonlyMap<string, readonly DeclaredName[]>
  /** Named types. */
  readonly types: ReadonlyMap<string, string>
}

const COMMENT = /^ +\/\*\* (.*) \*\/$/
const TOPIC = /^ {2}(?:"([\w:.-]+)"|\[topic: `([\w:.-]+)\$\{string\}`\]): (.*)$/
const GROUP = /^ {2}(\w+): \{$/
const TYPE = /^type (\w+) = (.*)$/
const OPERATION = /^ {4}(\w+)(\(.*)$/

/** Reads the declaration file of `GET /automations_types`, in which each comment and each name has its own line. */
export function readDeclarations(text: string): Declarations {
  const topics: DeclaredName[] = []
  const groups = new Map<string, DeclaredName[]>()
  const types = new Map<string, string>()
  let about = ''
  let group: DeclaredName[] = []
  for (const line of text.split('\n')) {
    const [, comment] = COMMENT.exec(line) ?? []
    if (comment !== undefined) {
      about = comment
      continue
    }
    const [, topic, family, type = ''] = TOPIC.exec(line) ?? []
    if (topic ?? family) topics.push({ name: topic ?? `${family}*`, about, type })
    const [, name] = GROUP.exec(line) ?? []
    if (name !== undefined) {
      group = []
      groups.set(name, group)
    }
    const [, named, definition = ''] = TYPE.exec(line) ?? []
    if (named !== undefined) types.set(named, definition)
    const [, operation, signature = ''] = OPERATION.exec(line) ?? []
    if (operation !== undefined) group.push({ name: operation, about, type: signature })
  }
  return { topics, groups, types }
}

/** The fields of an object type such as `{ MAC: string; Name?: string }`, not those of objects in it. */
export function fieldsOf(type: string): string[] {
  const fields: string[] = []
  let depth = 0
  let field = ''
  for (const character of type.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    if ('{[(<'.includes(character)) depth++
    else if ('}])>'.includes(character)) depth--
    else if (depth === 1 && character === ';') field = ''
    else if (depth === 1 && character === ':' && /^[A-Za-z_$][\w$]*\??$/.test(field.trim())) {
      fields.push(field.trim().replace('?', ''))
      field = ' :'
    } else if (depth === 1) field += character
  }
  return fields
}
