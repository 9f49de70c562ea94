import type { Described, Schema } from './reference.ts'

const ROUTER = 'http://spr.local'
const FILES = /^application\/(?!json)/

/** A call in TypeScript, as it runs in Node and in a browser, with the description's own examples. */
export function typescriptOf(method: string, path: string, described: Described): string {
  const { parameters, requestBody, responses, security } = described
  const exampleOf = (name: string): string => String(parameters.find((one) => one.name === name)?.example ?? name)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleOf(name)).replaceAll('%3A', ':'),
  )
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(exampleOf(name)).replaceAll('%3A', ':')}`)
    .join('&')
  const [media] = Object.entries(requestBody?.content ?? {})
  const isJson = media?.[0] === 'application/json'
  const headers = [
    ...(security.length > 0 ? ["Authorization: 'Basic ' + btoa('admin:' + password)"] : []),
    ...(security.some((way) => 'oneTimeCode' in way) ? ["'X-JWT-OTP': proof"] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(media ? [isJson ? `body: JSON.stringify(${literal(media[1].example ?? {})})` : 'body: file'] : []),
  ]
  const call = `const answer = await fetch('${ROUTER}${filled}${query ? `?${query}` : ''}'${
    options.length > 0 ? `, {\n${options.map((option) => `  ${option},\n`).join('')}}` : ''
  })`
  const [reply] = Object.keys(responses['200']?.content ?? {})
  return [
    call,
    'if (!answer.ok) throw new Error(await answer.text())',
    ...(reply ? [`const result = await answer.${readerOf(reply)}()`] : []),
  ].join('\n')
}

const readerOf = (mediaType: string): string =>
  mediaType === 'application/json' ? 'json' : FILES.test(mediaType) ? 'blob' : 'text'

/** A value as one writes it in TypeScript, on lines as short as the value allows. */
function literal(value: unknown): string {
  const text = JSON.stringify(value, null, 1)
    .replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/\n\s*/g, ' ')
  return text.replace(/^\[ /, '[').replace(/ \]$/, ']')
}

/** Deeper than this a sample has no more objects: a type may contain itself. */
const DEEPEST = 6

/**
 * A value that fits a schema: examples of the description where it has them, otherwise the least that the type allows. `at`
 * gives the schema that a reference leads to.
 */
export function sampleOf(schema: Schema, at: (reference: string) => Schema, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.$ref) return sampleOf(at(schema.$ref), at, depth)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((one) => sampleOf(one, at, depth + 1))
  if (choices.length > 0) return choices.find((one) => one !== '' && one !== null) ?? choices[0]
  if (depth > DEEPEST) return null
  const inner = (part: Schema): unknown => sampleOf(part, at, depth + 1)
  if (schema.allOf && schema.type !== 'string') return Object.assign({}, ...schema.allOf.map(inner))
  if (schema.prefixItems) return schema.prefixItems.map(inner)
  if (schema.items) return [inner(schema.items)]
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, inner(part)]))
  if (typeof schema.additionalProperties === 'object') return { [keyIn(schema)]: inner(schema.additionalProperties) }
  return PLAIN[[schema.type].flat()[0] ?? 'object'] ?? {}
}

const keyIn = ({ propertyNames }: Schema): string =>
  String(propertyNames?.example ?? propertyNames?.enum?.[0] ?? 'name')

const PLAIN: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  null: null,
}
