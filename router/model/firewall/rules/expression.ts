import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** Maximum length of an expression in characters. */
export const MOST_EXPRESSION = 256
/** Maximum depth of parentheses and negations. */
const MOST_DEPTH = 32

/** Texts by their names. */
export type Variables = Readonly<Record<string, string>>
type Expression = (variables: Variables) => string

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|==|!=|<=|>=|&&|\|\||[<>!()]|\$?[A-Za-z_][\w-]*|-?\d+(?:\.\d+)?)/y
const NUMBER = /^-?\d+(\.\d+)?$/
const NAME = /^\$?[A-Za-z_]/

const isTrue = (text: string): boolean => text !== '' && text !== '0' && text.toLowerCase() !== 'false'
const truth = (is: boolean): string => (is ? 'true' : 'false')

/** Numbers are compared as such, also if they are texts; other texts by their characters. */
function compare(left: string, operator: string, right: string): boolean {
  const areNumbers = NUMBER.test(left) && NUMBER.test(right)
  const [a, b] = areNumbers ? [Number(left), Number(right)] : [left, right]
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b
}

function tokensOf(text: string, field: string): string[] {
  const tokens: string[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const [, token] = TOKEN.exec(text) ?? []
    if (token === undefined)
      throw new Invalid(
        phrase('firewall.expressionUnreadableFrom', JSON.stringify(text.slice(at, at + 20).trim())),
        field,
      )
    tokens.push(token)
    at = TOKEN.lastIndex
  }
  return tokens
}

/**
 * Compiles an expression over variables, such as `away == "yes" && guests < 3`: names, texts in quotes, numbers, `true`, `false`,
 * `== != < <= > >=`, `!`, `&&`, `||` and parentheses. A missing variable is an empty text. Empty, `0` and `false` are false, everything
 * else is true. Throws `Invalid` with the name of the field.
 */
export function compileExpression(text: string, field: string): (variables: Variables) => boolean {
  if (text.length > MOST_EXPRESSION) throw new Invalid(phrase('field.tooLong', MOST_EXPRESSION), field)
  const tokens = tokensOf(text, field)
  let at = 0
  const accepts = (...expected: string[]): string | undefined =>
    expected.includes(tokens[at] ?? '') ? tokens[at++] : undefined
  const invalid = (expected: string): Invalid =>
    new Invalid(
      tokens[at] === undefined
        ? phrase('firewall.expressionEndsEarly', expected)
        : phrase('firewall.expressionUnexpectedToken', tokens[at]!, expected),
      field,
    )

  const either = (depth: number): Expression => {
    const parts = [all(depth)]
    while (accepts('||')) parts.push(all(depth))
    return parts.length === 1 ? parts[0]! : (given) => truth(parts.some((part) => isTrue(part(given))))
  }
  const all = (depth: number): Expression => {
    const parts = [compared(depth)]
    while (accepts('&&')) parts.push(compared(depth))
    return parts.length === 1 ? parts[0]! : (given) => truth(parts.every((part) => isTrue(part(given))))
  }
  const compared = (depth: number): Expression => {
    const left = value(depth)
    const operator = accepts('==', '!=', '<', '<=', '>', '>=')
    if (!operator) return left
    const right = value(depth)
    return (given) => truth(compare(left(given), operator, right(given)))
  }
  const value = (depth: number): Expression => {
    if (depth > MOST_DEPTH) throw new Invalid(phrase('firewall.expressionTooDeep', MOST_DEPTH), field)
    if (accepts('!')) {
      const operand = value(depth + 1)
      return (given) => truth(!isTrue(operand(given)))
    }
    if (accepts('(')) {
      const inner = either(depth + 1)
      if (!accepts(')')) throw invalid(')')
      return inner
    }
    const token = tokens[at]
    if (token === undefined || !/^["'\d$A-Za-z_-]/.test(token)) throw invalid('a value')
    at++
    if (/^["']/.test(token)) {
      const literal = token.slice(1, -1).replace(/\\(.)/gs, '$1')
      return () => literal
    }
    if (!NAME.test(token) || token === 'true' || token === 'false') return () => token
    const name = token.replace('$', '')
    return (given) => (Object.hasOwn(given, name) ? given[name]! : '')
  }

  if (tokens.length === 0) return () => true
  const whole = either(0)
  if (at < tokens.length) throw invalid('an operator')
  return (variables) => isTrue(whole(variables))
}
