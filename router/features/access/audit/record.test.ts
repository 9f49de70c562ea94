import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { type Device, emptyDevice } from '../../../model/home/devices/device.ts'
import { settings, tables } from '../../../model/tables.ts'
import { auditRecordOf } from './record.ts'

const MAC = '02:00:00:00:00:01'
const SECRET = 'do not show this'
const laptop: Device = { ...emptyDevice(), MAC, Name: 'laptop', PSKEntry: { Type: 'sae', Psk: SECRET } }
const device = (before: Device | undefined, after: Device | undefined) =>
  auditRecordOf({ table: 'devices', key: MAC, before, after })

test('of a changed row the fields that differ are described', () => {
  assert.deepEqual(device(laptop, { ...laptop, Policies: ['wan'], Groups: [] }), {
    What: `device laptop (${MAC})`,
    Before: { Policies: [] },
    After: { Policies: ['wan'] },
  })
})

test('a row that is added or removed is described whole', () => {
  const added = device(undefined, laptop)
  assert.equal(added?.Before, null)
  assert.partialDeepStrictEqual(added?.After, { Name: 'laptop', PSKEntry: { Type: 'sae', Psk: '**' } })
  assert.equal(device(laptop, undefined)?.After, null)
  assert.deepEqual(auditRecordOf({ table: 'settings', key: 'setup', before: { done: false }, after: { done: true } }), {
    What: 'setup',
    Before: { done: false },
    After: { done: true },
  })
})

test('a change or removal of a secret is described without the secret', () => {
  const other = { ...laptop, PSKEntry: { Type: 'sae' as const, Psk: 'another' } }
  assert.deepEqual(device(laptop, other)?.After, { PSKEntry: { Type: 'sae', Psk: '**' } })
  assert.deepEqual(device(laptop, { ...laptop, PSKEntry: { Type: '', Psk: '' } })?.After, {
    PSKEntry: { Type: '', Psk: '' },
  })
})

test('changes that no user has made are not recorded', () => {
  assert.equal(device(laptop, { ...laptop, DHCPLastTime: 'now', DHCPLastInterface: 'lan0' }), undefined)
  assert.equal(device(laptop, { ...laptop }), undefined)
  assert.equal(auditRecordOf({ table: 'otpTries', key: '*', before: undefined, after: {} }), undefined)
})

test('keys that are digests of secrets are not described', () => {
  const token = { Name: 'dashboard', Sealed: SECRET, Expire: 0, ScopedPaths: ['/devices:r'] }
  const made = auditRecordOf({ table: 'tokens', key: 'c0ffee', before: undefined, after: token })
  assert.deepEqual(made, { What: 'token dashboard', Before: null, After: { ...token, Sealed: '**' } })
  assert.equal(auditRecordOf({ table: 'later', key: 'c0ffee', before: undefined, after: {} })?.What, 'later')
})

test('control characters in names are replaced, and long texts, lists and nesting are truncated', () => {
  const Name = `a\r\nb\u001b[2J\u202e\ud800${'x'.repeat(1000)}`
  const { What, After } = device(undefined, { ...laptop, Name })!
  assert.match(What, /^device a\ufffd\ufffdb\ufffd\[2J\ufffd\ufffdx+… \(02:.*\)$/)
  assert.equal((After as Device).Name.length, 201)
  const many = device(laptop, { ...laptop, DeviceTags: Array.from({ length: 60 }, (_, i) => `tag${i}`) })
  const tags = (many!.After as Partial<Device>).DeviceTags
  assert.deepEqual([tags?.length, tags?.at(-1)], [51, '… and 10 more'])
  const nested = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)
  const theme = auditRecordOf({ table: 'settings', key: 'themes', before: {}, after: { night: nested } })
  assert.equal(JSON.stringify(theme?.After), `{"night":${'['.repeat(7)}"…"${']'.repeat(7)}}`)
  const long = Array.from({ length: 50 }, () => 'x'.repeat(200))
  assert.match(String(device(laptop, { ...laptop, DeviceTags: long })?.After), /^\(10\d+ characters, too many/)
})

interface Schema {
  readonly type?: string
  readonly $ref?: string
  readonly $defs?: Record<string, Schema>
  readonly anyOf?: Schema[]
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
}

/** A value of this shape in which every text is its own path. */
function filled(schema: Schema, path: string, known: Record<string, Schema> = {}): unknown {
  const defs = { ...known, ...schema.$defs }
  const inner = (part: Schema | undefined, at = path): unknown => filled(part ?? {}, at, defs)
  if (schema.$ref) return inner(defs[schema.$ref.replace('#/$defs/', '')])
  if (schema.anyOf) return inner(schema.anyOf.find(({ type }) => type !== 'null'))
  if (schema.type === 'array') return [inner(schema.items)]
  if (schema.type === 'number' || schema.type === 'integer') return 0
  if (schema.type === 'boolean') return false
  if (schema.type !== 'object') return `<${path}>`
  const { properties = {}, additionalProperties } = schema
  const fields = Object.entries(properties).map(([name, part]) => [name, inner(part, `${path}.${name}`)])
  const free = additionalProperties ? [['any', inner(Object(additionalProperties), `${path}.any`)]] : []
  return Object.fromEntries([...fields, ...free])
}

const shapes = [
  ...Object.entries(tables).map(([table, { schema }]) => [table, 'key', schema] as const),
  ...Object.entries(settings).map(([key, { schema }]) => ['settings', key, schema] as const),
]

/** The texts of a row of each shape that can be described, as `table.field`. */
const tellable = shapes.flatMap(([table, key, schema]) => {
  const path = table === 'settings' ? `settings.${key}` : table
  const after = filled(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema, path)
  const text = JSON.stringify(auditRecordOf({ table, key, before: undefined, after }) ?? null)
  return [...text.matchAll(/<([^>]+)>/g)].map(([, field]) => field!)
})

test('no description of any stored shape has a secret in it', () => {
  for (const field of ['devices.Name', 'devices.PSKEntry.Type', 'settings.dns.UpstreamProviders.TLSHost'])
    assert.ok(tellable.includes(field), field)
  const looksSecret = /psk$|pass|secret|sealed|hash|token|\.key|private|recovery|credential|pin$/i
  assert.deepEqual(
    tellable.filter((field) => looksSecret.test(field.replace(/^(tokens|recoveryCodes|passkeys|passkeyUsers)\./, ''))),
    [],
  )
})
