import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { type AstNode, isNode, nameOfNode } from '../build/ast.ts'

const WEB = join(import.meta.dirname, '..')

/** Literals with words that are no texts of the app: names of products, words of the router, keys and styles. */
const ALLOWED: readonly (string | RegExp)[] = [
  // Names of products and protocols, and code.
  /^(TCP|UDP|VLAN|Esc|G|K|1 G|10 G|on|every|at|api|notify|memory|sleep|console)$/,
  'Samsung Internet',
  'Cloudflare for Families',
  /^(AdGuard|CleanBrowsing) Family$/,
  /^HaGeZi /,
  /^(- job_name|ca_file): /,
  'Authorization: Bearer …',
  /^(on|notify|await sleep)\(|^await sleep/,
  // Examples of what goes into a field.
  /^(nas\.lan|us-east-1|sallyport-site-1:…|https:\/\/releases\.example\/.*|\/plugins\/|-----BEGIN CERTIFICATE-----)$/,
  /^\[Interface\]\n/,
  // Styles, media queries, selectors and permissions of frames.
  /^\([a-z-]+: [a-z]+\)$|^\dpx solid |^0 1px 2px |^ui-|^input, |^allow-scripts |^trunk /,
  // Words of the router that are compared, and keys of the cache.
  /^(blocked by( service)?|overridden by( safe search)?|permitted by|excluded from|the filter is paused|in quarantine|keeps devices|answered by|blocked, because)$/,
  /^(served app|alert rules|router settings|guest page|packet log|this browser’s push subscription)$/,
]
/** Scripts, which are in English as the API is. */
const SCRIPTS = 'screens/messages/automations/examples.ts'

/** What a person reads, or a screen reader reads out. */
const NAMING =
  /^(label|title|placeholder|hint|alt|description|legend|aria-(label|description|roledescription|valuetext))$/

const WORDS = /\p{Ll}[,.:;!?…]? \p{L}|^\s\p{Ll}{2,}\s$/u
const LETTER = /\p{L}/u

/** Texts below a node. `naming`: the node is what a person reads as the name of something. */
function textsIn(node: AstNode, naming: boolean): { at: number; text: string }[] {
  const { type } = node
  if (/^(Import|ExportAll)/.test(type)) return []
  // What is compared is a word of the router.
  if (type === 'BinaryExpression' && /^[!=]==$/.test(node.operator as string)) return []
  if (type === 'NewExpression' && /Error$/.test(nameOfNode(node.callee))) return []
  const text =
    type === 'TemplateElement'
      ? (node.value as { cooked: string }).cooked
      : type === 'JSXText' || type === 'Literal'
        ? node.value
        : undefined
  if (typeof text === 'string') {
    const isText = type === 'JSXText' || (naming && type === 'Literal') ? LETTER.test(text) : WORDS.test(text)
    return isText ? [{ at: node.start, text: text.trim() }] : []
  }
  if (type === 'JSXAttribute') {
    const name = nameOfNode(node.name)
    if (name === 'className' || name === 'autoComplete' || !isNode(node.value)) return []
    return textsIn(node.value, NAMING.test(name))
  }
  if (type === 'Property' && isNode(node.value)) return textsIn(node.value, NAMING.test(nameOfNode(node.key)))
  const isSame = type === 'JSXExpressionContainer' || type === 'ConditionalExpression' || type === 'LogicalExpression'
  return Object.entries(node).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(isNode)
      .flatMap((child) => textsIn(child, naming && isSame && field !== 'test')),
  )
}

const files = globSync('**/*.{ts,tsx}', { cwd: WEB })
  .filter(
    (file) =>
      /^((boot|shell|screens|parts|client)\/|routes\.tsx$)/.test(file) &&
      !file.endsWith('.test.ts') &&
      file !== SCRIPTS,
  )
  .sort()

test('components contain no literal texts: those could not be translated', () => {
  const found = files.flatMap((file) => {
    const code = readFileSync(join(WEB, file), 'utf8')
    const { program, errors } = parseSync(file, code)
    assert.deepEqual(errors, [], file)
    return textsIn(program as unknown as AstNode, false)
      .filter(({ text }) => !ALLOWED.some((one) => (one instanceof RegExp ? one.test(text) : one === text)))
      .map(({ at, text }) => `web/${file}:${code.slice(0, at).split('\n').length}  ${text}`)
  })
  assert.deepEqual(found, [], `move these to web/texts:\n${found.join('\n')}`)
})
