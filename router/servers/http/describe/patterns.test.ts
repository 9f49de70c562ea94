import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '../../../model/operation.ts'
import { contracts, socketContracts } from '../../../model/operations.ts'

/** The keywords of JSON Schema that decide about text, and `x-rule`: a check in words that no keyword can express. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly example?: unknown
  readonly 'x-rule'?: string
}

/** A text of a call: what is described for it, and whether the server accepts a text there. */
interface Place {
  readonly name: string
  readonly schema: Schema
  readonly accepts: (text: string) => boolean
}

interface Definition {
  readonly type: string
  readonly shape: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
}

/** The schemas inside optional, nullable, transformed and united ones. */
function partsOf(schema: z.ZodType): Definition[] {
  const definition = schema._zod.def as unknown as Definition
  const inner = [definition.innerType, definition.in, ...(definition.options ?? [])].filter(
    (part) => part !== undefined,
  )
  return inner.length === 0 ? [definition] : inner.flatMap(partsOf)
}

const described = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema

/** All places of text in a schema, those of objects by their fields, those of lists as the list of one text. */
function placesIn(schema: z.ZodType, name: string, seen: readonly Definition[] = []): Place[] {
  const parts = partsOf(schema).filter((part) => !seen.includes(part))
  const below = [...seen, ...parts]
  const places = parts.flatMap((part) => [
    ...Object.entries(part.shape ?? {}).flatMap(([field, inner]) => placesIn(inner, `${name}.${field}`, below)),
    ...[part.element, part.valueType].flatMap((inner) =>
      inner && !isText(inner) ? placesIn(inner, `${name}[]`, below) : [],
    ),
  ])
  if (isText(schema)) {
    places.push({ name, schema: described(schema), accepts: (text) => schema.safeParse(text).success })
  }
  const lists = parts.filter(({ element }) => element && isText(element))
  if (lists.length > 0) {
    const list = described(schema)
    const items = { anyOf: [list, ...(list.anyOf ?? [])].flatMap((one) => one.items ?? []) }
    places.push({ name: `${name}[]`, schema: items, accepts: (text) => schema.safeParse([text]).success })
  }
  return places
}

const isText = (schema: z.ZodType): boolean =>
  partsOf(schema).some(({ type }) => ['string', 'enum', 'literal'].includes(type))

/** The same function, called once for each text. */
function onceEach<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => made.getOrInsertComputed(text, () => make(text))
}

const compiled = onceEach((pattern) => new RegExp(pattern))

/** Whether the description permits a text. Lengths are in characters, as in JSON Schema. */
function permits(schema: Schema, text: string): boolean {
  const { type, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (type !== undefined && ![type].flat().includes('string')) return false
  if ('const' in schema && schema.const !== text) return false
  if (schema.enum && !schema.enum.includes(text)) return false
  if (pattern !== undefined && !compiled(pattern).test(text)) return false
  if ([...text].length < minLength || [...text].length > maxLength) return false
  const choices = schema.anyOf ?? schema.oneOf
  return (
    (!choices || choices.some((one) => permits(one, text))) && (schema.allOf ?? []).every((one) => permits(one, text))
  )
}

const within = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(within),
]
const rulesOf = (schema: Schema): string[] => within(schema).flatMap((one) => one['x-rule'] ?? [])

const operations = [...Object.values(contracts), ...Object.values(socketContracts)].flatMap((contract): Operation[] =>
  Object.values(contract),
)
const places = operations.flatMap(({ method, path, details }) => [
  ...Object.entries({ ...details.params, ...details.query }).flatMap(([name, schema]) =>
    placesIn(schema, `${method} ${path} {${name}}`),
  ),
  ...(details.body ? placesIn(details.body, `${method} ${path} body`) : []),
])

/** Texts that are right somewhere, and texts that are right nowhere. */
const TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '7',
    '80',
    '443',
    '4094',
    '4095',
    '8080',
    '65535',
    '65536',
    '99999',
    '00080',
    '-1',
    '1e3',
    '80-90',
    '90-80',
  ],
  ...['any', 'ANY', '*', 'pending', 'true', 'TRUE', 'tcp', 'UDP', 'permit', ' Block ', 'up', 'admin', 'sae', 'main'],
  ...[
    '192.168.2.6',
    ' 192.168.2.6 ',
    '192.168.2.256',
    '192.168.02.6',
    '192.168.2',
    '1.1.1.1,9.9.9.9',
    '0.0.0.0',
    '127.0.0.1',
  ],
  ...[
    '192.168.2.0/24',
    '192.168.2.0/33',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '224.0.0.251:5353',
    '239.255.255.250:1900',
    '240.0.0.1:1',
  ],
  ...[
    '192.168.2.6:5353',
    '192.168.2.6:0',
    '::1',
    '2001:db8::6',
    'fe80::1%eth0',
    '2001:DB8:0:0:0:0:0:6',
    '::ffff:1.2.3.4',
  ],
  ...[
    '02:11:22:33:44:55',
    '02:11:22:AA:BB:CC',
    '02-11-22-aa-bb-cc',
    'ff:ff:ff:ff:ff:ff',
    '00:00:00:00:00:00',
    '01:00:5e:00:00:fb',
  ],
  ...[
    'eth0',
    'wlan0.4096',
    'br-abc',
    '0eth',
    'a'.repeat(16),
    'a b',
    'eth0;reboot',
    '../x',
    '-rf',
    '$(id)',
    '`id`',
    "';--",
  ],
  ...[
    'spr',
    'spr.local',
    'SPR.local.',
    '.local',
    '-spr',
    'example.com',
    'example.com.',
    '.',
    'a..b',
    'bücher.example',
    '_dmarc.example.com',
  ],
  ...[
    'https://example.com/hosts',
    'http://u:p@example.com/',
    'ftp://example.com',
    'http://',
    'HTTP://[::1]/x',
    'https://',
  ],
  ...[
    '24h0m0s',
    '12h',
    '0h',
    '90m',
    '100h',
    '1d',
    '#101418',
    '#ABCDEF',
    '#12',
    'custom-night',
    'custom-',
    'AS13335',
    '4294967296',
  ],
  ...[
    'de',
    'LI,VA',
    'deu',
    'cameras',
    'Größe',
    '日本語',
    'a\u0301',
    '\u200bx',
    'x\u202ey',
    'a\u0000b',
    'a\nb',
    '\ta',
    'a\r\n',
    '\ufeffx',
  ],
  ...[
    'sallyport-v0.1.0-20260131T120000000Z.backup',
    'sallyport-v0.1.0-20261331T120000000Z.backup',
    '/devices:r',
    'devices',
    '492039',
  ],
  ...[
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(128),
    'x'.repeat(129),
    'x'.repeat(257),
    'x'.repeat(501),
    ` ${'x'.repeat(255)} `,
  ],
  ...['😀', 'é', '\u00a0', '\u2028', '\ud800', '%00', '<script>', '__proto__', 'constructor', 'null', '{}', '[]', '"'],
]
const LETTERS = ['', ' ', '0', '9', 'a', 'Z', '.', ':', '-', '_', '/', ',', '\n', '\u0000', 'é', '\u0301', '日']

/** One of the texts, or with one change: a letter put in, taken out or replaced, another case, another text behind it. */
const changed = (texts: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.nat(2),
      fc.constantFrom(...LETTERS),
      fc.nat(4),
      fc.constantFrom(...texts),
    )
    .map(([text, at, cut, letter, kind, other]) => {
      const from = text.length === 0 ? 0 : at % (text.length + 1)
      return [
        text,
        text.slice(0, from) + letter + text.slice(from + cut),
        text.toUpperCase(),
        text + other,
        ` ${text}`,
      ][kind]!
    })

const BEYOND_16_BITS = /[\u{10000}-\u{10ffff}]/u
const SEED = Number(process.env.FC_SEED || 1)
const RUNS = Number(process.env.FC_RUNS || 1)
const sampled = (texts: fc.Arbitrary<string>, numRuns: number) =>
  fc.sample(texts, { seed: SEED, numRuns: numRuns * RUNS })

/** The same for all places. */
const EVERYWHERE = [...TEXTS, ...sampled(changed(TEXTS), 500)]

/** Texts of a described pattern, as far as they can be made from it: not with look-aheads. */
const matching = onceEach((pattern): string[] => {
  try {
    return sampled(fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' }), 50)
  } catch {
    return []
  }
})
const similar = onceEach((example) => [example, ...sampled(changed([example]), 50)])

/** Texts near to the ones that a description permits. */
const nearTo = (schema: Schema): string[] =>
  within(schema).flatMap(({ pattern, example }) => [
    ...(pattern === undefined ? [] : matching(pattern)),
    ...(typeof example === 'string' ? similar(example) : []),
  ])

function differencesAt({ name, schema, accepts }: Place): string[] {
  const isRuled = rulesOf(schema).length > 0
  const wrong = [...EVERYWHERE, ...nearTo(schema)].find((text) => {
    const isPermitted = permits(schema, text)
    const isAccepted = accepts(text)
    // The server counts UTF-16 code units, JSON Schema characters.
    if (BEYOND_16_BITS.test(text)) return isAccepted && !isPermitted
    return isAccepted !== isPermitted && !(isRuled && isPermitted)
  })
  if (wrong === undefined) return []
  return [
    `${name}: ${JSON.stringify(wrong)} is ${accepts(wrong) ? 'accepted and not described' : 'described and refused'}`,
  ]
}

test('text is accepted where the description permits it, and nowhere else', () => {
  assert.ok(places.length > 300, `${places.length} places`)
  assert.deepEqual(places.flatMap(differencesAt), [])
})

test('patterns mean the same with the flag u and without it', () => {
  const patterns = new Set(places.flatMap(({ schema }) => within(schema).flatMap(({ pattern }) => pattern ?? [])))
  for (const pattern of patterns) {
    assert.doesNotMatch(pattern, /\\[pP]\{/)
    const strict = new RegExp(pattern, 'u')
    for (const text of EVERYWHERE.filter((one) => !BEYOND_16_BITS.test(one)))
      assert.equal(strict.test(text), compiled(pattern).test(text), `${pattern} ${text}`)
  }
})

test('a check that no pattern expresses is described in words', () => {
  for (const { name, schema } of places) for (const rule of rulesOf(schema)) assert.match(rule, /^[A-Z].*[^.]$/, name)
})
