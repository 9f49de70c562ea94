/** One token: a string, a pattern after `=~`, an operator, or any other character. */
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|=~\s*\/((?:[^/\\]|\\.)+)\/([a-z]*)|=~|./gsy
/** A singular query or a string at the end of a text (RFC 9535 §2.3.5.1). */
const OPERAND =
  /(?:[@$](?:\.[\w\u0080-\u{10ffff}]+|\[\s*(?:-?\d+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\])*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*$/u
/** A string at the start of a text. */
const STRING = /^\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/

/**
 * Returns an expression of older clients in the syntax of RFC 9535: `@.a =~ "b"` and `@.a =~ /b/i` become `search(@.a, "b")`.
 * Throws `SyntaxError` for `=~` without an operand on each side.
 */
export function standardOf(text: string): string {
  let standard = ''
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token, source, flags] = found
    if (!token.startsWith('=~')) {
      standard += token
      continue
    }
    const operand = OPERAND.exec(standard)
    if (!operand) throw new SyntaxError('=~ needs a value such as @.name on its left')
    const pattern = source === undefined ? stringAfter(text, TOKEN) : JSON.stringify(withFlags(source, flags ?? ''))
    standard = `${standard.slice(0, operand.index)}search(${operand[0].trim()}, ${pattern})`
  }
  return standard
}

function stringAfter(text: string, token: RegExp): string {
  const [whole, string] = STRING.exec(text.slice(token.lastIndex)) ?? []
  if (whole === undefined || string === undefined) throw new SyntaxError('=~ needs a string or /pattern/ on its right')
  token.lastIndex += whole.length
  return string
}

/** A pattern between slashes, where `\/` is a slash, with its flags as RE2 writes them. */
function withFlags(source: string, flags: string): string {
  if (!/^[ims]*$/.test(flags)) throw new SyntaxError('the flags of a pattern are i, m and s')
  const plain = source.replaceAll('\\/', '/')
  return flags === '' ? plain : `(?${flags})${plain}`
}
