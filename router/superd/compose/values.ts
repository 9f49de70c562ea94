import { invalidAt, type MappingNode, type TextNode, type ValueNode } from './document.ts'

/** Readers of values. All throw `Invalid` with the line. `name` is the key, for the message. */

export function textOf(node: ValueNode, name: string): string {
  if (node.kind !== 'text' || node.text === '') throw invalidAt(node.line, `${name}: a text is expected`)
  if (/[\0\r\n]/.test(node.text)) throw invalidAt(node.line, `${name}: must be one line`)
  return node.text
}

/** A text that may be empty or have several lines. */
export function scriptOf(node: ValueNode, name: string): string {
  if (node.kind !== 'text' || node.text.includes('\0')) throw invalidAt(node.line, `${name}: a text is expected`)
  return node.text
}

export function booleanOf(node: ValueNode, name: string): boolean {
  const text = node.kind === 'text' && node.isPlain ? node.text.toLowerCase() : ''
  if (text !== 'true' && text !== 'false') throw invalidAt(node.line, `${name}: true or false is expected`)
  return text === 'true'
}

export function integerOf(node: ValueNode, name: string, least: number, most: number): number {
  const text = node.kind === 'text' ? node.text : ''
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw invalidAt(node.line, `${name}: a number from ${least} to ${most} is expected`)
  return value
}

/** The texts of a list; a single text counts as a list of one. */
export function textsOf(node: ValueNode, name: string): TextNode[] {
  const items = node.kind === 'list' ? node.items : [node]
  return items.map((item) => {
    textOf(item, name)
    return item as TextNode
  })
}

export function mapOf(node: ValueNode, name: string): MappingNode {
  if (node.kind !== 'map') throw invalidAt(node.line, `${name}: a map is expected`)
  return node
}

/** A map whose keys are all in `known`. */
export function knownMap(node: ValueNode, name: string, known: readonly string[]): MappingNode {
  const map = mapOf(node, name)
  for (const [key, { line }] of map.entries)
    if (!known.includes(key)) throw invalidAt(line, `${name}: "${key}" is not supported`)
  return map
}

/** A map of texts, or a list of `NAME=value`. Names without a value are left out: the environment of superd is never used. */
export function assignmentsOf(node: ValueNode, name: string): Record<string, string> {
  const pairs: (readonly [string, string, number])[] = []
  if (node.kind === 'map')
    for (const [key, { value, line }] of node.entries) {
      if (value.kind !== 'text') throw invalidAt(line, `${name}: "${key}" must be a text`)
      pairs.push([key, value.text, line])
    }
  else
    for (const { text, line } of textsOf(node, name)) {
      const at = text.indexOf('=')
      if (at > 0) pairs.push([text.slice(0, at), text.slice(at + 1), line])
    }
  for (const [key, value, line] of pairs)
    if (!/^[A-Za-z_][\w.-]*$/.test(key) || value.includes('\0'))
      throw invalidAt(line, `${name}: "${key}" is not a valid name`)
  return Object.fromEntries(pairs)
}

const DURATION = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/

/** A duration of whole seconds, such as `1m30s`. */
export function secondsOf(node: ValueNode, name: string, least: number, most: number): string {
  const text = textOf(node, name)
  const [, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (total < least || total > most)
    throw invalidAt(node.line, `${name}: a duration from ${least}s to ${most}s is expected, such as 30s`)
  return `${total}s`
}
