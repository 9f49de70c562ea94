import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { type AstNode, childrenOf, isNode, nameOfNode } from '../build/ast.ts'

const WEB = join(import.meta.dirname, '..')

/** A text or an object of texts: file, export and keys. The key `*` is any. */
type Path = readonly string[]

/** Nodes around an expression that do not change its value. */
const AROUND = /^(ChainExpression|ParenthesizedExpression|TS(As|Satisfies|NonNull)Expression)$/

/**
 * The texts that a module uses. An object that is passed on, returned or exported counts as used with all of its texts, and so
 * does one that is read by a computed key: no text is reported as unused that is not.
 */
function usedIn(file: string, program: AstNode): Path[] {
  const bindings = new Map<string, Path[]>()
  const used: Path[] = []
  const bind = (name: string, paths: readonly Path[]): void => {
    const known = bindings.get(name) ?? []
    const isKnown = (path: Path): boolean => known.some((one) => one.join() === path.join())
    bindings.set(name, [...known, ...paths.filter((path) => !isKnown(path))])
  }

  /** The texts that an expression has as its value; none if it has others. Visits the expressions in it. */
  function pathsOf(node: AstNode): Path[] {
    const { type } = node
    if (type === 'Identifier') return bindings.get(nameOfNode(node)) ?? []
    if (AROUND.test(type)) return pathsOf(node.expression as AstNode)
    if (type === 'MemberExpression') {
      const property = node.property as AstNode
      const isComputed = node.computed && property.type !== 'Literal'
      const paths = pathsOf(node.object as AstNode).map((path) => [...path, isComputed ? '*' : nameOfNode(property)])
      if (isComputed && paths.length > 0) visit(property)
      return paths
    }
    if (type !== 'ConditionalExpression' && type !== 'LogicalExpression') return []
    const branches = type === 'ConditionalExpression' ? [node.consequent, node.alternate] : [node.left, node.right]
    const paths = branches.map((branch) => pathsOf(branch as AstNode))
    // A branch with another value is visited, since it may contain texts.
    if (paths.every((found) => found.length === 0)) return []
    for (const branch of [node.test, ...branches.filter((_, index) => paths[index]!.length === 0)])
      if (isNode(branch)) visit(branch)
    return paths.flat()
  }

  /** Gives the names of a pattern, such as `{ title, list: words }`, to the texts that it is assigned. */
  function bindPattern(pattern: AstNode, paths: readonly Path[]): void {
    if (pattern.type === 'Identifier') bind(nameOfNode(pattern), paths)
    else if (pattern.type !== 'ObjectPattern') used.push(...paths)
    else
      for (const property of pattern.properties as AstNode[])
        if (property.type !== 'Property' || property.computed) used.push(...paths)
        else {
          const key = nameOfNode(property.key as AstNode)
          bindPattern(
            property.value as AstNode,
            paths.map((path) => [...path, key]),
          )
        }
  }

  function visit(node: AstNode): void {
    const { type } = node
    if (type === 'ImportDeclaration') {
      const target = normalize(join(file, '..', (node.source as AstNode).value as string))
      if (/^texts(\/\w+)*\.ts$/.test(target))
        for (const { imported, local } of node.specifiers as { imported: AstNode; local: AstNode }[])
          bind(nameOfNode(local), [[target, nameOfNode(imported)]])
      return
    }
    if (type.startsWith('TS') && !AROUND.test(type)) return
    if (type === 'VariableDeclarator' && isNode(node.init)) {
      const paths = pathsOf(node.init)
      bindPattern(node.id as AstNode, paths)
      if (paths.length > 0) return
    }
    if (type === 'ExportNamedDeclaration' && isNode(node.declaration))
      for (const { init } of (node.declaration.declarations ?? []) as AstNode[]) if (isNode(init)) visit(init)
    const paths = pathsOf(node)
    if (paths.length > 0) used.push(...paths)
    else
      for (const child of childrenOf(node))
        if (node.computed || (child !== node.property && (child !== node.key || node.shorthand))) visit(child)
  }

  const sizeOfBindings = (): number => [...bindings.values()].flat().length
  // A function may use a name that is bound below it.
  for (let before = -1; before !== sizeOfBindings(); ) {
    before = sizeOfBindings()
    visit(program)
  }
  return used
}

/** The texts of a module. Functions and lists are one text each. */
function textsOf(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...path, key]))
}

/** Whether one of both is in the other, or is the same. */
const isWithin = (text: Path, use: Path): boolean =>
  Array.from({ length: Math.min(text.length, use.length) }, (_, at) => at).every(
    (at) => use[at] === '*' || use[at] === text[at],
  )

const files = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: (path) => /(^|\/)(node_modules|dist|de)$/.test(path) })
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .sort()
/** Sentences of the router, by their code. `router/phrases/phrases.test.ts` finds those that are not used. */
const isPhrase = (text: Path): boolean => /^[a-z]\w*\.\w/i.test(text.at(-1)!)
/** Texts of pages that the build writes. It imports them by the language's name. */
const BUILT = 'texts/page.ts'

test('every text is used', async () => {
  const used = new Map<string, Path[]>()
  const read = new Set<string>()
  for (const file of files) {
    const code = readFileSync(join(WEB, file), 'utf8')
    const { program, errors } = parseSync(file, code)
    assert.deepEqual(errors, [], file)
    for (const path of usedIn(file, program as unknown as AstNode))
      used.set(path[0]!, [...(used.get(path[0]!) ?? []), path])
    for (const [, name] of code.matchAll(/\.(\w+)/g)) read.add(name!)
  }
  // A component that gets all texts of a screen reads those whose names occur.
  const isUsed = (text: Path): boolean =>
    !!used
      .get(text[0]!)
      ?.some((use) => isWithin(text, use) && (use.length > 2 || text.length === 2 || read.has(text.at(-1)!)))
  const unused: string[] = []
  for (const file of files.filter((name) => /^texts(\/\w+)*\.ts$/.test(name) && name !== BUILT))
    for (const text of textsOf({ ...(await import(join(WEB, file))) }, [file]))
      if (!isPhrase(text) && !isUsed(text)) unused.push(text.join(' '))
  assert.deepEqual(unused, [])
})
