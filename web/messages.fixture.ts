import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const ROUTER = join(import.meta.dirname, '../router')

interface AstNode {
  readonly type: string
  readonly [field: string]: unknown
}
const isNode = (value: unknown): value is AstNode => typeof (value as AstNode | null)?.type === 'string'
const childrenOf = (node: AstNode): AstNode[] => Object.values(node).flat().filter(isNode)
const nameOf = (value: unknown): string => String((value as AstNode | null)?.name ?? '')

/** The errors whose message is the answer of a call (`servers/http/status.ts`), by the index of the message among their arguments. */
const ERRORS: Readonly<Record<string, number>> = {
  ...{
    AuthRefused: 1,
    BadGateway: 0,
    Conflict: 0,
    Forbidden: 0,
    GatewayTimeout: 0,
    Invalid: 0,
    Locked: 0,
    NotFound: 0,
  },
  ...{ ProofMissing: 0, Refused: 0, TooLarge: 0, TooLong: 0, Unauthorized: 0, Unavailable: 0 },
}
/** Methods of schemas whose second argument is a message. */
const CHECKS = ['refine', 'regex', 'check']
/** Sentences for what a schema finds. All texts of the file are messages. */
const WORDING = 'servers/http/wording.ts'

/** What an expression can be as text, with `{}` for each part that is not constant. */
function textsOf(node: AstNode): string[] {
  const both = (left: readonly string[], right: readonly string[]) =>
    left.flatMap((first) => right.map((second) => first + second))
  switch (node.type) {
    case 'Literal':
      return [String(node.value)]
    case 'ParenthesizedExpression':
      return textsOf(node.expression as AstNode)
    case 'ConditionalExpression':
      return [...textsOf(node.consequent as AstNode), ...textsOf(node.alternate as AstNode)]
    case 'BinaryExpression':
      if (node.operator !== '+') return ['{}']
      return both(textsOf(node.left as AstNode), textsOf(node.right as AstNode))
    case 'TemplateLiteral': {
      const inner = node.expressions as readonly AstNode[]
      const around = (node.quasis as readonly { readonly value: { readonly cooked: string } }[]).map(
        (one) => one.value.cooked,
      )
      return around
        .slice(1)
        .reduce<string[]>(
          (texts, after, index) => both(both(texts, textsOf(inner[index]!)), [after]),
          [around[0] ?? ''],
        )
    }
    default:
      return ['{}']
  }
}

const isText = ({ type }: AstNode): boolean => type === 'TemplateLiteral' || type === 'Literal'

/** The nodes of a program that are messages. */
function messagesIn(node: AstNode): AstNode[] {
  const args = (node.arguments ?? []) as readonly AstNode[]
  const callee = node.callee as AstNode | undefined
  const found: (AstNode | undefined)[] = []
  if (node.type === 'NewExpression') found.push(args[ERRORS[nameOf(callee)] ?? -1])
  if (node.type === 'CallExpression' && CHECKS.includes(nameOf(callee?.property))) found.push(args[1])
  if (node.type === 'Property' && ['error', 'message'].includes(nameOf(node.key))) found.push(node.value as AstNode)
  return [...found.filter((one) => one !== undefined), ...childrenOf(node).flatMap(messagesIn)]
}

/** All constant texts and templates. */
const textNodesIn = (node: AstNode): AstNode[] => (isText(node) ? [node] : childrenOf(node).flatMap(textNodesIn))

/** The name of a field before a message is no part of it. */
const withoutField = (text: string): string => text.replace(/^[\w.[\]]+: /, '')

/** Numbers the parts that are not constant: `{1} is not {2}`. */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll('{}', () => `{${++count}}`)
}

/** Has words beside what is filled in. Single words are identifiers. */
const says = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replace(/\{\d+\}/g, '')) && /\S\s\S/.test(text) && text === text.trim()

const allOf = (nodes: readonly AstNode[]): string[] => nodes.flatMap(textsOf).map(withoutField).map(numbered)

interface RouterTexts {
  /** Every message that the router can answer a call with, as its source has it, with the files it is in. */
  readonly messages: ReadonlyMap<string, readonly string[]>
  /** All texts in its source, of which some are filled into messages. */
  readonly texts: ReadonlySet<string>
}

/** Reads the source of the router. */
export function readRouterTexts(): RouterTexts {
  const messages = new Map<string, string[]>()
  const texts = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: ROUTER, exclude: ['**/node_modules', 'dist'] }).sort()) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue
    const program = parseSync(file, readFileSync(join(ROUTER, file), 'utf8')).program as unknown as AstNode
    const all = allOf(textNodesIn(program))
    for (const text of all) texts.add(text)
    for (const message of (file === WORDING ? all : allOf(messagesIn(program))).filter(says)) {
      const files = messages.get(message) ?? []
      if (!files.includes(file)) messages.set(message, [...files, file])
    }
  }
  return { messages, texts }
}
