import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Description, type Operation, referenceOf } from './reference.ts'

const script = fileURLToPath(new URL('./describe.ts', import.meta.url))
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'
const description = JSON.parse(
  execFileSync(process.execPath, [quiet, script], { maxBuffer: 64 * 1024 * 1024 }).toString(),
) as Description
const reference = referenceOf(description)
const operations = reference.groups.flatMap(({ tags }) => tags.flatMap((tag) => tag.operations))

test('every operation is listed once, with its own anchor', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(operations.map(({ method, path }) => `${method} ${path}`).sort(), described.sort())
  const anchors = [
    ...operations.map(({ id }) => id),
    ...reference.groups.flatMap(({ tags }) => tags.map(({ name }) => name)),
    ...reference.types.map(({ name }) => `type-${name}`),
  ]
  assert.equal(new Set(anchors).size, anchors.length)
})

test('groups and operations keep the order of the description', () => {
  const names = reference.groups.map(({ name }) => name)
  assert.deepEqual(names, ['Web API', 'Standard Plugin APIs', 'Internal Unix Socket APIs'])
  assert.deepEqual(
    reference.groups[0]!.tags.slice(0, 4).map(({ name }) => name),
    ['device', 'group', 'network', 'firewall'],
  )
})

test('an unresolved reference fails the build', () => {
  const broken = structuredClone(description) as { components: { schemas: Record<string, unknown> } }
  broken.components.schemas.Broken = { $ref: '#/components/schemas/Nowhere' }
  assert.throws(() => referenceOf(broken as never), /refers to #\/components\/schemas\/Nowhere/)
})

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (...given: unknown[]) => Promise<unknown>

/** Runs an example in TypeScript with a `fetch` that goes nowhere, and gives back what it would have asked. */
async function askedBy({ typescript }: Operation): Promise<Request> {
  let asked: Request | undefined
  const fetch = async (url: string, options: RequestInit): Promise<Response> => {
    asked = new Request(url, options)
    return Response.json({})
  }
  const run = new AsyncFunction('fetch', 'password', 'proof', 'file', typescript!)
  await run(fetch, 'secret', 'proof', new Uint8Array())
  return asked!
}

test('every operation with JSON has a sample request and response', () => {
  for (const { method, path, body, reply } of operations)
    for (const part of [body, reply])
      if (part?.mediaType === 'application/json')
        assert.notEqual(JSON.parse(part.sample ?? ''), undefined, `${method} ${path}`)
  const list = operations.find(({ method, path }) => method === 'GET' && path === '/devices')!
  const [device] = Object.values(JSON.parse(list.reply!.sample!)) as { Policies: unknown; PSKEntry: object }[]
  assert.deepEqual(device!.Policies, ['wan', 'dns'])
  assert.deepEqual(Object.keys(device!.PSKEntry), ['Type', 'Psk'])
})

test('all examples use one host', () => {
  const text = operations
    .map(({ curl, typescript = '', description = '' }) => `${curl} ${typescript} ${description}`)
    .join(' ')
  const hosts = new Set([...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host))
  assert.ok(hosts.has('spr.local') && !hosts.has('192.168.2.1'), [...hosts].join(' '))
})

test('each TypeScript example makes the same call as its curl example', async () => {
  for (const operation of operations.filter(({ typescript }) => typescript)) {
    const { method, path, body, parameters } = operation
    const asked = await askedBy(operation)
    const { pathname, searchParams } = new URL(asked.url)
    assert.equal(asked.method, method, path)
    assert.match(pathname, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), path)
    for (const one of parameters.filter(({ in: place, required }) => place === 'query' && required))
      assert.ok(searchParams.has(one.name), `${path}: ${one.name}`)
    if (body?.isRequired && body.mediaType === 'application/json') JSON.parse(await asked.text())
  }
})
