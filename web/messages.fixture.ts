import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { type AstNode, childrenOf, nameOfNode } from './ast.ts'

const ROUTER = join(import.meta.dirname, '../router')

/** The errors whose message is the answer of a call (`servers/http/status.ts`), or a part of one. */
const ERRORS = [
  ...[
    'BadGateway',
    'Conflict',
    'Forbidden',
    'GatewayTimeout',
    'Invalid',
    'Locked',
    'NotFound',
    'ProofMissing',
    'Refused',
  ],
  ...['TooLarge', 'TooLong', 'Unauthorized', 'Unavailable', 'DeliveryFailed', 'SiteTextError'],
]
/** Those whose message is the second argument. */
const CODED_ERRORS = ['AuthRefused', 'ConnectFailed', 'QuickConfigError']
/** Methods of schemas, failed connections, and reasons of rules, unless that is the key of a rule: the second argument is a message. */
const CALLS = ['refine', 'regex', 'check', 'because', 'failed', 'become']
/** Properties with a message, or a function that returns one. */
const PROPERTIES = ['error', 'message', 'sentence']
/** Files in which every text is a message, or a part of one. */
const WORDINGS = [
  'model/home/devices/title.ts',
  'features/firewall/explain/rule.ts',
  'features/firewall/explain/words.ts',
  'servers/http/wording.ts',
]

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
  if (node.type === 'NewExpression' && ERRORS.includes(nameOfNode(callee))) found.push(args[0])
  if (node.type === 'NewExpression' && CODED_ERRORS.includes(nameOfNode(callee))) found.push(args[1])
  if (
    node.type === 'CallExpression' &&
    CALLS.includes(nameOfNode(callee?.property ?? callee)) &&
    args[0]?.value !== 'rule'
  )
    found.push(args[1])
  if (node.type === 'Property' && PROPERTIES.includes(nameOfNode(node.key))) {
    const value = node.value as AstNode
    found.push(value.type === 'ArrowFunctionExpression' ? (value.body as AstNode) : value)
  }
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

export const wordsOf = (text: string): string[] => text.replace(/\{\d+\}/g, ' ').match(/[\p{L}\d’']+/gu) ?? []

const allOf = (nodes: readonly AstNode[]): string[] => nodes.flatMap(textsOf).map(withoutField).map(numbered)

interface RouterTexts {
  /** Every message of the router that the app shows, as its source has it, with the files it is in. */
  readonly messages: ReadonlyMap<string, readonly string[]>
  /** The words of all texts in its source: parts of messages consist of them. */
  readonly words: ReadonlySet<string>
}

/** Reads the source of the router. */
export function readRouterTexts(): RouterTexts {
  const messages = new Map<string, string[]>()
  const words = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: ROUTER, exclude: ['**/node_modules', 'dist'] }).sort()) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue
    const program = parseSync(file, readFileSync(join(ROUTER, file), 'utf8')).program as unknown as AstNode
    const all = allOf(textNodesIn(program))
    for (const word of all.flatMap(wordsOf)) words.add(word)
    for (const message of (WORDINGS.includes(file) ? all : allOf(messagesIn(program))).filter(says)) {
      const files = messages.get(message) ?? []
      if (!files.includes(file)) messages.set(message, [...files, file])
    }
  }
  return { messages, words }
}
