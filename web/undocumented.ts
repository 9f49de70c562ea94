import type { Plugin } from 'vite'

/** Fields of an operation that only its description in OpenAPI needs. */
const DOCUMENTATION = new Set(['summary', 'description', 'errors', 'tag'])

interface AstNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Leaves the API's description out of the build: its texts, and zod's JSON Schema. The app calls operations and shows neither. */
export const undocumented = (): Plugin[] => [
  {
    name: 'undocumented',
    apply: 'build',
    transform: {
      filter: { id: /\/router\/features\/.*\.ts$/ },
      handler(code) {
        return { code: withoutDocumentation(code, this.parse(code) as unknown as AstNode), map: null }
      },
    },
  },
  {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        return { code: withoutFunctions(code, this.parse(code) as unknown as AstNode), map: null }
      },
    },
  },
]

/** A module with the same exports, each of them a function that throws. Every zod schema refers to those of JSON Schema. */
export function withoutFunctions(code: string, program: AstNode): string {
  const names = (program.body as AstNode[]).flatMap(exportedBy)
  if (names.length === 0) throw new Error(`no exports in ${code.slice(0, 100)}`)
  return `const absent = () => { throw new Error('not in this build') }\nexport { ${names.map((name) => `absent as ${name}`).join(', ')} }`
}

const nameOf = (node: unknown): string => (node as AstNode).name as string

function exportedBy({ type, ...node }: AstNode): string[] {
  if (type !== 'ExportNamedDeclaration') return []
  const declaration = node.declaration as AstNode | null
  if (!declaration) return (node.specifiers as AstNode[]).map(({ exported }) => nameOf(exported))
  const declared = (declaration.declarations as AstNode[] | undefined) ?? [declaration]
  return declared.map(({ id }) => nameOf(id))
}

/** JavaScript without `.meta(…)` of schemas and without the documentation of operations. */
export function withoutDocumentation(code: string, program: AstNode): string {
  let text = ''
  let at = 0
  for (const { start, end } of documentationIn(program).sort((a, b) => a.start - b.start)) {
    if (start < at) continue
    text += code.slice(at, start)
    at = end
  }
  return text + code.slice(at)
}

interface Range {
  readonly start: number
  readonly end: number
}

function documentationIn(node: AstNode): Range[] {
  const own = rangesOf(node)
  const children = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]))
  return [...own, ...children.filter(isNode).flatMap(documentationIn)]
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string'

function rangesOf(node: AstNode): Range[] {
  if (node.type !== 'CallExpression') return []
  const callee = node.callee as AstNode
  if (callee.type === 'MemberExpression' && (callee.property as AstNode).name === 'meta')
    return [{ start: (callee.object as AstNode).end, end: node.end }]
  const [, details] = node.arguments as AstNode[]
  const isOperation = callee.type === 'Identifier' && ['get', 'put', 'del'].includes(callee.name as string)
  if (!isOperation || details?.type !== 'ObjectExpression') return []
  const fields = details.properties as AstNode[]
  return fields.flatMap((field, index) => {
    const key = field.key as AstNode | undefined
    if (!key || !DOCUMENTATION.has(key.name as string)) return []
    // With the comma that follows, or the brace that ends the object.
    return [{ start: field.start, end: fields[index + 1]?.start ?? details.end - 1 }]
  })
}
