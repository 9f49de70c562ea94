import type { Plugin } from 'vite'
import { type AstNode, childrenOf, isNode, nameOfNode } from './ast.ts'

/** Fields of an operation that a call reads (client/call.ts), and that decide who may call it. The rest is for the router and for OpenAPI. */
const CALLED = new Set(['access', 'roles', 'upload', 'isSlow'])

/**
 * Leaves out of the build what the router needs of the contract and the app does not: descriptions, JSON Schema, and the schemas
 * that no form checks its fields with. The router validates every call; the app reads the method and the path.
 */
export const undocumented = (): Plugin[] => [
  {
    name: 'undocumented',
    apply: 'build',
    transform: {
      filter: { id: /\/router\/(model|values)\/.*\.ts$/ },
      handler(code, id) {
        const parse = (text: string) => this.parse(text) as unknown as AstNode
        const called = withoutDocumentation(code, parse(code), id.endsWith('contract.ts'))
        return { code: withPureConstants(called, parse(called)), map: null, moduleSideEffects: false }
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

function exportedBy({ type, ...node }: AstNode): string[] {
  if (type !== 'ExportNamedDeclaration') return []
  const declaration = node.declaration as AstNode | null
  if (!declaration) return (node.specifiers as AstNode[]).map(({ exported }) => nameOfNode(exported))
  const declared = (declaration.declarations as AstNode[] | undefined) ?? [declaration]
  return declared.map(({ id }) => nameOfNode(id))
}

/**
 * JavaScript whose top-level constants are marked as free of side effects, so that unused schemas are left out. A bundler cannot
 * know that of `z.object(…)`, and an annotation counts for one call of a chain only, hence the function around it.
 */
export function withPureConstants(code: string, program: AstNode): string {
  let text = ''
  let at = 0
  for (const { start, end } of (program.body as AstNode[]).flatMap(computedIn)) {
    text += `${code.slice(at, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()`
    at = end
  }
  return text + code.slice(at)
}

/** The initial values of a statement's constants that call something. */
function computedIn({ type, ...node }: AstNode): AstNode[] {
  if (type === 'ExportNamedDeclaration') return node.declaration ? computedIn(node.declaration as AstNode) : []
  if (type !== 'VariableDeclaration' || node.kind !== 'const') return []
  return (node.declarations as AstNode[]).flatMap(({ init }) => (isNode(init) && hasCall(init) ? [init] : []))
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

const hasCall = (node: AstNode): boolean =>
  !FUNCTIONS.has(node.type) &&
  (node.type === 'CallExpression' || node.type === 'NewExpression' || childrenOf(node).some(hasCall))

/**
 * JavaScript without `.meta(…)` of schemas, and in a contract with what a call needs of operations. Elsewhere an object that looks
 * like the details of an operation is something else.
 */
export function withoutDocumentation(code: string, program: AstNode, isContract: boolean): string {
  let text = ''
  let at = 0
  const ranges = documentationIn(program, isContract ? [describedIn, detailsIn] : [describedIn])
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
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

type Find = (node: AstNode) => Range[]

const documentationIn = (node: AstNode, finds: readonly Find[]): Range[] => [
  ...finds.flatMap((find) => find(node)),
  ...childrenOf(node).flatMap((child) => documentationIn(child, finds)),
]

/** The description of a schema. */
function describedIn(node: AstNode): Range[] {
  const callee = node.callee as AstNode | undefined
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return []
  return nameOfNode(callee.property) === 'meta' ? [{ start: (callee.object as AstNode).end, end: node.end }] : []
}

/** The details of an operation. */
function detailsIn(node: AstNode): Range[] {
  if (node.type === 'ObjectExpression') return withoutFields(node, isDetails)
  if (node.type === 'Property' && nameOfNode(node.key) === 'details')
    return withoutFields(node.value as AstNode, () => true)
  if (node.type !== 'CallExpression') return []
  const callee = node.callee as AstNode
  const [, details] = node.arguments as AstNode[]
  const isOperation = callee.type === 'Identifier' && ['get', 'put', 'post', 'del'].includes(nameOfNode(callee))
  return isOperation && details ? withoutFields(details, () => true) : []
}

/** Details that several operations share: each one has a tag. */
const isDetails = (fields: readonly AstNode[]): boolean => fields.some(({ key }) => nameOfNode(key) === 'tag')

/** The fields of an object that calls do not need, if it holds details of an operation. */
function withoutFields(object: AstNode, isOfOperation: (fields: readonly AstNode[]) => boolean): Range[] {
  const fields = object.type === 'ObjectExpression' ? (object.properties as AstNode[]) : []
  if (!isOfOperation(fields)) return []
  return fields.flatMap((field, index) => {
    const key = field.key as AstNode | undefined
    if (!key || CALLED.has(nameOfNode(key))) return []
    // With the comma that follows, or the brace that ends the object.
    return [{ start: field.start, end: fields[index + 1]?.start ?? object.end - 1 }]
  })
}
