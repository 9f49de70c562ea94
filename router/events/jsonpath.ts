import {
  type FilterFunction,
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  type JSONPathQuery,
  type JSONValue,
  jsonpath,
  Nothing,
} from 'json-p3'
import { RE2JS } from 're2js'
import { Invalid } from '../errors.ts'
import { phrase } from '../phrases/phrase.ts'
import { standardOf } from './jsonpath-legacy.ts'

/** Maximum length of an expression in characters. */
const MOST_EXPRESSION_CHARACTERS = 1024
/** Maximum number of selectors of an expression, those of its filters included. */
const MOST_SELECTORS = 64
/** Maximum number of descendant segments (`..`). */
const MOST_DESCENDANTS = 2
/** Maximum depth of parentheses, and of filters in filters. */
const MOST_DEPTH = 16
/** Maximum number of instructions of a compiled pattern. */
const MOST_INSTRUCTIONS = 2000
/** Maximum work of one evaluation. A unit is a selected node, or twenty steps of a pattern: about a microsecond. */
const MOST_WORK = 5000
/** Work of a comparison of two values of the event, which may be objects. */
const COMPARISON_WORK = 200

/** A condition on events: JSONPath (RFC 9535) over the array that has the event as its only element. */
export interface JsonPath {
  readonly text: string
  /** Whether anything but null and empty arrays is selected. False if the evaluation needs more work than is permitted. */
  matches(event: unknown): boolean
  /** Returns the selected values; none if the evaluation needs more work than is permitted. */
  select(event: unknown): unknown[]
}

/**
 * Compiles an expression of RFC 9535, which may also use `=~` with a string or `/pattern/i`, and compare a number with a text. Patterns are those of RE2 and must be
 * literals, so that they are matched in linear time. `field` is named in the error. Throws `Invalid`.
 */
export function compileJsonPath(text: string, field?: string): JsonPath {
  if (text.length > MOST_EXPRESSION_CHARACTERS)
    throw new Invalid(phrase('field.tooLong', MOST_EXPRESSION_CHARACTERS), field)
  const query = parse(text, field)
  const patterns = new Map<string, RE2JS>()
  demandBounded(query, patterns, field)
  const select = (event: unknown): unknown[] => {
    evaluation.left = MOST_WORK
    evaluation.patterns = patterns
    try {
      return query.query([event as JSONValue]).values()
    } catch (error) {
      // The nesting of an event may exceed the library's maximum, too.
      if (error instanceof TooMuchWork || error instanceof JSONPathError) return []
      throw error
    }
  }
  return {
    text,
    select,
    matches: (event) => select(event).some((value) => value !== null && !(Array.isArray(value) && value.length === 0)),
  }
}

function parse(text: string, field: string | undefined): JSONPathQuery {
  try {
    const standard = standardOf(text)
    if (depthOf(standard) > MOST_DEPTH) throw new Invalid(phrase('messages.deepestBrackets', MOST_DEPTH), field)
    return environment.compile(standard)
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof SyntaxError)
      throw new Invalid(phrase('messages.jsonPath', error.message.split('\n')[0] ?? ''), field)
    throw error
  }
}

/** The nesting of brackets outside of strings. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[(]|[\])]/gs)) {
    if (token === '[' || token === '(') most = Math.max(most, ++depth)
    else if (token === ']' || token === ')') depth--
  }
  return most
}

/** Ends an evaluation, which the library cannot be asked to do. Its events do not match. */
class TooMuchWork extends Error {}

/** The evaluation that runs now: they are synchronous, so there is one. */
const evaluation = { left: 0, patterns: new Map<string, RE2JS>() }
function charge(work: number): void {
  evaluation.left -= work
  if (evaluation.left < 0) throw new TooMuchWork()
}

const { ValueType, LogicalType } = FunctionExpressionType
const pattern = (run: (compiled: RE2JS, text: string) => boolean): FilterFunction => ({
  argTypes: [ValueType, ValueType],
  returnType: LogicalType,
  call(text: unknown, source: string) {
    const compiled = evaluation.patterns.get(source)
    if (!compiled || typeof text !== 'string') return false
    charge(1 + (compiled.programSize() * text.length) / 20)
    return run(compiled, text)
  },
})

const environment = new JSONPathEnvironment({ maxRecursionDepth: 32 })
environment.functionRegister.set(
  'search',
  pattern((compiled, text) => compiled.test(text)),
)
environment.functionRegister.set(
  'match',
  pattern((compiled, text) => compiled.testExact(text)),
)
environment.functionRegister.set('length', {
  argTypes: [ValueType],
  returnType: ValueType,
  call(value: unknown) {
    if (typeof value === 'string') {
      charge(1 + value.length / 20)
      return [...value].length
    }
    if (Array.isArray(value)) return value.length
    return value !== null && typeof value === 'object' ? Object.keys(value).length : Nothing
  },
})

const { NameSelector, IndexSelector, FilterSelector } = jsonpath.selectors
const { compare, FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, StringLiteral } =
  jsonpath.expressions

/** Refuses an expression that is too large, compiles its patterns, and makes its parts charge for their work. */
function demandBounded(whole: JSONPathQuery, patterns: Map<string, RE2JS>, field: string | undefined): void {
  let selectors = 0
  let descendants = 0
  const visitQuery = (query: JSONPathQuery): void => {
    for (const segment of query.segments) {
      if ('visit' in segment) {
        descendants++
        meterDescendants(segment as unknown as Descendants)
      }
      for (const selector of segment.selectors) {
        selectors++
        const isSingle = selector instanceof NameSelector || selector instanceof IndexSelector
        const resolve = selector.resolve.bind(selector)
        selector.resolve = (node) => {
          charge(isSingle ? 1 : 1 + childrenOf(node.value))
          return resolve(node)
        }
        if (selector instanceof FilterSelector) visit(selector.expression)
      }
    }
  }
  const visit = (expression: unknown): void => {
    if (expression instanceof LogicalExpression) visit(expression.expression)
    else if (expression instanceof PrefixExpression) visit(expression.right)
    else if (expression instanceof FilterQuery) visitQuery(expression.path)
    else if (expression instanceof FunctionExtension) {
      const [, source] = expression.args
      if (expression.name === 'search' || expression.name === 'match') {
        if (!(source instanceof StringLiteral))
          throw new Invalid(phrase('messages.patternNotString', expression.name), field)
        patterns.set(source.value, compilePattern(source.value, field))
      }
      expression.args.forEach(visit)
    } else if (expression instanceof InfixExpression) {
      visit(expression.left)
      visit(expression.right)
      if (expression.logical) return
      const { left, operator, right } = expression
      const ofTwoQueries = left instanceof FilterQuery && right instanceof FilterQuery
      expression.evaluate = (context) => {
        if (ofTwoQueries) charge(COMPARISON_WORK)
        const values = [single(left.evaluate(context)), single(right.evaluate(context))] as const
        return compare(comparable(values[0], values[1]), operator, comparable(values[1], values[0]))
      }
    }
  }
  visitQuery(whole)
  if (selectors > MOST_SELECTORS) throw new Invalid(phrase('messages.mostSelectors', MOST_SELECTORS), field)
  if (descendants > MOST_DESCENDANTS)
    throw new Invalid(phrase('messages.mostDescendantSegments', MOST_DESCENDANTS), field)
}

/** The value of a query that selected one node. */
const single = (result: unknown): unknown =>
  result instanceof jsonpath.JSONPathNodeList && result.nodes.length === 1 ? result.nodes[0]!.value : result

/**
 * A text that is a number, as one if it is compared with a number. RFC 9535 §2.3.5.2.2 calls them unequal, but present clients write
 * `@.TCP.DstPort == "443"`.
 */
const comparable = (value: unknown, other: unknown): unknown =>
  typeof other === 'number' && typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

const childrenOf = (value: unknown): number =>
  value === null || typeof value !== 'object' ? 0 : Array.isArray(value) ? value.length : Object.keys(value).length

interface Descendants {
  visit(node: unknown, depth?: number): Iterable<unknown>
}
function meterDescendants(segment: Descendants): void {
  const visit = segment.visit.bind(segment)
  segment.visit = function* (node, depth) {
    charge(1)
    yield* visit(node, depth)
  }
}

function compilePattern(source: string, field: string | undefined): RE2JS {
  try {
    const compiled = RE2JS.compile(source)
    if (compiled.programSize() <= MOST_INSTRUCTIONS) return compiled
  } catch (error) {
    throw new Invalid(phrase('messages.patternSyntax', (error as Error).message), field)
  }
  throw new Invalid(phrase('messages.patternTooLarge'), field)
}
