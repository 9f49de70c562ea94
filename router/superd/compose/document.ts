import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml'
import { Invalid } from '../../errors.ts'
import { type PhraseValue, phrase } from '../../phrases/phrase.ts'

/** A reason why superd does not run a compose file. */
export const invalidAt = (line: number, message: PhraseValue): Invalid =>
  new Invalid(phrase('field.atLine', line, message))

export interface TextNode {
  readonly kind: 'text'
  readonly line: number
  /** As written, without quotes; variables are replaced. */
  readonly text: string
  /** False for text in quotes, which is no number, boolean or null. */
  readonly isPlain: boolean
}

export interface ListNode {
  readonly kind: 'list'
  readonly line: number
  readonly items: readonly ValueNode[]
}

export interface MappingNode {
  readonly kind: 'map'
  readonly line: number
  readonly entries: ReadonlyMap<string, MapEntry>
}

export interface MapEntry {
  /** The line of the key. */
  readonly line: number
  readonly value: ValueNode
}

/** A value of a compose file, with its line: a map, a list, or a text. An empty value is an empty plain text. */
export type ValueNode = TextNode | ListNode | MappingNode

/** In characters. Deep nesting would exhaust the stack of the parser. */
const MOST_TEXT = 64 << 10
/** Aliases may multiply the nodes of a document. */
const MOST_NODES = 10_000
const MOST_DEPTH = 32

/**
 * Parses the text of a compose file. Aliases and merge keys are resolved, variables are replaced by `variables`, and top-level
 * keys that begin with `x-` are left out. Throws `Invalid`: for text that is no YAML, duplicate keys, tags, unknown
 * variables, and documents that expand to more than 10,000 values.
 */
export function parseCompose(text: string, variables: Readonly<Record<string, string>>): MappingNode {
  if (text.length > MOST_TEXT) throw invalidAt(1, `the file is longer than ${MOST_TEXT >> 10} KiB`)
  const lines = new LineCounter()
  const document = parse(text, lines)
  const [error] = document.errors
  if (error) throw invalidAt(lines.linePos(error.pos[0]).line, messageOf(error))
  const targets = resolveAliases(document)
  const lineOf = (node: unknown): number => {
    const start = (node as Node | undefined)?.range?.[0]
    return start === undefined ? 1 : lines.linePos(start).line
  }
  let count = 0

  /** `fallback` is the line of nodes that are not written. `within` are the aliases that lead to this node. */
  function read(node: unknown, fallback: number, depth: number, within: readonly unknown[] = []): ValueNode {
    const line = node ? lineOf(node) : fallback
    count += 1
    if (count > MOST_NODES) throw invalidAt(line, `the file expands to more than ${MOST_NODES} values`)
    if (depth > MOST_DEPTH) throw invalidAt(line, `values are nested more than ${MOST_DEPTH} deep`)
    if (node === null || node === undefined) return { kind: 'text', line, text: '', isPlain: true }
    if (isAlias(node)) {
      const target = resolve(node, within)
      return read(target, line, depth + 1, [...within, target])
    }
    if ((node as Node & { tag?: string }).tag) throw invalidAt(line, 'tags are not supported')
    if (isMap(node)) return { kind: 'map', line, entries: readMap(node.items, depth, within) }
    if (isSeq(node)) {
      const items = node.items.map((item) => read(item, line, depth + 1, within))
      return { kind: 'list', line, items }
    }
    if (!isScalar(node)) throw invalidAt(line, 'this value is not supported')
    const isPlain = node.type === 'PLAIN' || node.type === undefined
    const written = isPlain ? (node.source ?? '') : String(node.value)
    return { kind: 'text', line, text: replaceVariables(written, line, variables), isPlain }
  }

  function resolve(alias: Alias, within: readonly unknown[]): Node {
    const target = targets.get(alias)
    if (!target) throw invalidAt(lineOf(alias), `there is no anchor "${alias.source}"`)
    if (within.includes(target)) throw invalidAt(lineOf(alias), `the anchor "${alias.source}" contains itself`)
    return target
  }

  function readMap(pairs: readonly Pair[], depth: number, within: readonly unknown[]): Map<string, MapEntry> {
    const own = new Map<string, MapEntry>()
    const merged = new Map<string, MapEntry>()
    for (const { key, value } of pairs) {
      const line = lineOf(key)
      if (!isScalar(key) || key.tag) throw invalidAt(line, 'a key must be a text')
      const name = key.type === 'PLAIN' ? (key.source ?? '') : String(key.value)
      if (depth === 0 && name.startsWith('x-')) continue
      if (name === '<<') {
        for (const [each, entry] of merge(read(value, line, depth + 1, within)))
          if (!merged.has(each)) merged.set(each, entry)
        continue
      }
      // Keys that are equal as texts, such as `1` and `"1"`.
      if (own.has(name)) throw invalidAt(line, 'a key occurs twice')
      own.set(name, { line, value: read(value, line, depth + 1, within) })
    }
    return new Map([...merged, ...own])
  }

  const root = read(document.contents, 1, 0)
  if (root.kind !== 'map') throw invalidAt(root.line, 'this is not a compose file')
  return root
}

function parse(text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { lineCounter, version: '1.2', schema: 'core', merge: false, prettyErrors: true })
  } catch {
    // The parser is recursive.
    throw invalidAt(1, 'values are nested too deeply')
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTION: 'values are nested too deeply',
  DUPLICATE_KEY: 'a key occurs twice',
  MULTIPLE_DOCS: 'the file contains several documents',
}

const messageOf = ({ code, message }: YAMLParseError): string =>
  MESSAGES[code] ?? message.split(' at line ')[0]!.toLowerCase()

/** The node of each alias: the last one before it with this anchor. In one pass: `Alias.resolve` takes one for each. */
function resolveAliases(document: Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  visit(document, {
    Alias(_key, alias) {
      const target = anchors.get(alias.source)
      if (target) targets.set(alias, target)
    },
    Value: (_key, node) => void (node.anchor && anchors.set(node.anchor, node)),
  })
  return targets
}

/** The entries that a merge key adds: those of a map, or of each map in a list, the first of which takes precedence. */
function merge(value: ValueNode): [string, MapEntry][] {
  if (value.kind === 'map') return [...value.entries]
  if (value.kind === 'text') throw invalidAt(value.line, 'a merge key needs a map')
  const all = new Map<string, MapEntry>()
  for (const item of value.items) for (const [name, entry] of merge(item)) if (!all.has(name)) all.set(name, entry)
  return [...all]
}

/** `$$`, `$NAME`, `${NAME}`, with a default (`${NAME-default}`, `${NAME:-default}`), required (`${NAME:?reason}`), or another use of `$`. */
const VARIABLE = /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?-([^${}]*)|:?\?[^${}]*)?\}|)/g

/** The environment of superd is never used: other variables must have a default. */
function replaceVariables(text: string, line: number, variables: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (whole, dollar, short, long, fallback) => {
    if (dollar) return '$'
    const name: string | undefined = short ?? long
    if (name === undefined) throw invalidAt(line, `"${text}": this use of $ is not supported; $$ is a dollar sign`)
    const value = Object.hasOwn(variables, name) ? variables[name] : fallback
    if (value === undefined) throw invalidAt(line, `the variable ${whole} has no value and no default`)
    return value
  })
}
