import fc from 'fast-check'

/** A valid call of an operation, from which generated calls are derived. */
export interface Pattern {
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[]
  /** An example of the body; undefined where none is taken. */
  readonly body: unknown
}

export interface Made {
  /** The path of the request, with its query. */
  readonly path: string
  readonly text: string
}

/** Texts that have broken other programs, and some with a meaning in this one. */
// biome-ignore format: a list
const TEXTS = [
  '', ' ', '\0', 'a\nb', '\r\nX: y', '../../etc/passwd', '..', '.', '%00', '%', '/', '//', '-1', '0', '00', '1e309', 'NaN', 'null', 'true',
  '__proto__', 'constructor', 'toString', '"', "'; --", '{{7*7}}', '<b>', '* { drop }', '\u202e', '\ufeff', '𝔸', 'é'.normalize('NFD'),
  '127.0.0.1', '0.0.0.0', '0.0.0.0/0', '255.255.255.255', '224.0.0.251:5353', '192.168.2.1', '192.168.2.0/24', '10.0.0.0/8', '10.0.0.0/33',
  '::1', '192.168.2.300', '1.2.3', '65536', '0-65535', '9-1', 'any', 'tcp', 'ICMP', 'eth0', 'eth1', 'lo', 'nothing', 'eth0.5', '*', 'admin',
  'pending', 'wan', '02:11:22:33:44:55', '02-11-22-33-44-55', 'ff:ff:ff:ff:ff:ff', '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI=',
  'x'.repeat(64), 'x'.repeat(5000), 'é'.repeat(300),
]

// No small numbers for times: such entries would expire during the test.
const NUMBERS = [0, -0, -1, 0.5, 3601, 65_536, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308]

const deep = (levels: number): unknown => (levels === 0 ? 1 : levels % 2 ? [deep(levels - 1)] : { a: deep(levels - 1) })

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: 1 }, deep(80)) },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** A variation of a value: a part is changed, removed, misspelt or added. */
function altered(example: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) {
    const inside = example.length === 0 ? value : altered(example[0])
    return fc.oneof(
      value,
      inside,
      inside.map((one) => [...example, one]),
      fc.constant(Array(3000).fill(example[0] ?? 'x')),
    )
  }
  if (typeof example !== 'object' || example === null) {
    const other = typeof example === 'string' ? Number(example) : String(example)
    return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(other) })
  }
  const keys = Object.keys(example)
  const record = example as Readonly<Record<string, unknown>>
  if (keys.length === 0) return value
  const key = fc.constantFrom(...keys)
  const without = (name: string) => Object.fromEntries(Object.entries(record).filter(([one]) => one !== name))
  return fc.oneof(
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: key.map(without) },
    { weight: 6, arbitrary: key.chain((name) => altered(record[name]).map((one) => ({ ...record, [name]: one }))) },
    { weight: 1, arbitrary: key.map((name) => ({ ...without(name), [name.toUpperCase()]: record[name] })) },
    { weight: 1, arbitrary: fc.tuple(text, value).map(([name, one]) => ({ ...record, [name]: one })) },
  )
}

// biome-ignore format: a list
const GARBAGE = [
  '', '{', '}', '[', '"', 'nonsense', '{"a":1}{"b":2}', "{'a':1}", '{"a":1,}', '\ufeff{}', '[1,2', '{"__proto__":{"x":1}}', 'NaN', '\0',
  '['.repeat(20_000), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, `"${'x'.repeat(100_000)}"`, '{"Name":"a","Name":"b"}', '"\\ud800"',
]

/** A body: the example, a variation, or something unrelated. */
const bodyLike = (example: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(example === undefined ? '' : JSON.stringify(example)) },
    {
      weight: example === undefined ? 1 : 5,
      arbitrary: altered(example ?? {}).map((one) => JSON.stringify(one) ?? ''),
    },
    { weight: 1, arbitrary: fc.constantFrom(...GARBAGE) },
  )

const inUrl = (given: string): string => encodeURIComponent(given.toWellFormed())

/** A generated call of the operation, valid or not. */
export const anyCall = ({ path, parameters, body }: Pattern): fc.Arbitrary<Made> => {
  const named = parameters.map(({ name, in: place, example }) => {
    const good = fc.constant(example === undefined ? '' : String(example))
    const filled = fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: text })
    // A query parameter may be missing or repeated.
    const times = place === 'query' ? fc.constantFrom(0, 1, 1, 1, 2) : fc.constant(1)
    return fc.tuple(fc.constant(name), fc.constant(place), filled, times)
  })
  const stray = fc.option(fc.constantFrom('?', '?x', '?__proto__=1', '/', '?%ff', '?confirm=soon'), {
    freq: 8,
    nil: '',
  })
  return fc.tuple(fc.tuple(...named), bodyLike(body), stray).map(([given, sent, end]) => {
    const inPath = path.replace(/\{(\w+)\}/g, (_, name) => inUrl(given.find(([one]) => one === name)?.[2] ?? ''))
    const query = given.flatMap(([name, place, one, times]) =>
      place === 'query' ? Array<string>(times).fill(`${name}=${inUrl(one)}`) : [],
    )
    return { path: query.length > 0 ? `${inPath}?${query.join('&')}` : inPath + end, text: sent }
  })
}
