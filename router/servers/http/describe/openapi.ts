import { z } from 'zod'
import { catalogue, families } from '../../../events/catalogue.ts'
import { inTurns } from '../../../machine/turns.ts'
import type { Access, Operation } from '../../../model/operation.ts'
import { capitalized } from '../../../values/capitalized.ts'
import { curlOf, exampleOf } from './example.ts'
import { GROUPS, OBJECT_TYPES, SOCKETS } from './reference.ts'

type Json = { [key: string]: unknown }

const VERSION = '0.3.0'

/** All operations take a third of a second. Other calls are answered between turns. */
const OPERATIONS_PER_TURN = 4

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  public: [],
  // An empty requirement means "or no credentials": while the router is not set up.
  setup: [{}, { basicAuth: [] }, { bearerAuth: [] }],
  user: [{ basicAuth: [] }, { bearerAuth: [] }],
  password: [{ basicAuth: [] }],
  code: [
    { basicAuth: [], oneTimeCode: [] },
    { bearerAuth: [], oneTimeCode: [] },
  ],
}

/**
 * The OpenAPI 3.1 description of these operations, and of those `onSockets`, which need no credentials. An operation that is
 * served on both is described as served. Schemas that have an `id` become components; the others are inlined.
 */
export async function describeApi(served: readonly Operation[], onSockets: readonly Operation[] = []): Promise<Json> {
  const schemas = openComponents()
  const onlyOnSockets = onSockets.filter((operation) => !served.includes(operation))
  const operations = [...served, ...onlyOnSockets]
  const paths: Record<string, Json> = {}
  await inTurns(operations, OPERATIONS_PER_TURN, (operation) => {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, schemas, onlyOnSockets.includes(operation)),
    }
  })
  const used = new Set(operations.map(({ details }) => details.tag))
  const known = GROUPS.flatMap(({ tags }) => tags)
  const tags = [...known.filter((tag) => used.has(tag)), ...[...used].filter((tag) => !known.includes(tag))]
  const models = Object.entries(OBJECT_TYPES.schemas).filter(([, schema]) => schemas.all[schema])
  // After the models, so that objects that only events have get no page.
  const events = describeEvents(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sallyport administration API',
      version: VERSION,
      description:
        'All calls of the router. Responses are JSON, or empty. An error is one line of plain text with the reason. Its ' +
        'header `X-Message` has the same as JSON in ASCII: a `Code`, which stays when the sentence is reworded, the `Values` ' +
        'that are filled in (texts, or messages in turn), and the `Field` that it is about, if there is one. ' +
        '`router/phrases/en` has the codes with their sentences. Keys in ' +
        'requests may be written in any case. Text is UTF-8 everywhere, also where it is percent-encoded; anything else is ' +
        'refused with 400. A DELETE with a body finds the entry by the fields that are described; the other fields of the ' +
        'entry may be sent and are not compared. A path with its query may ' +
        'be 8 KiB long (else 414), with all headers 16 KiB (431), and a JSON body 1 MiB (413). A method that a path does ' +
        'not have is answered with 405, and `Allow` lists those that it has.',
    },
    servers: [{ url: '/' }],
    tags: [...tags.map((name) => ({ name })), ...models.map(([name, schema]) => pageOf(name, schema))],
    'x-tagGroups': [
      ...GROUPS.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) })),
      { name: OBJECT_TYPES.name, tags: models.map(([name]) => name) },
    ].filter(({ tags }) => tags.length > 0),
    paths,
    'x-events': events,
    components: { schemas: schemas.all, securitySchemes: SECURITY_SCHEMES },
  }
}

/** The payload of each topic of `/ws_events_all`; a name that ends with a colon is the beginning of its topics. */
const describeEvents = (schemas: Components): Json =>
  Object.fromEntries(
    Object.entries({ ...catalogue, ...families }).map(([name, { about, payload }]) => [
      name,
      { description: about, payload: schemas.refer(payload) },
    ]),
  )

/** A page of the reference that shows an object type, as its usual renderers know it. */
const pageOf = (name: string, schema: string): Json => ({
  name,
  'x-displayName': schema,
  description: `<SchemaDefinition schemaRef="#/components/schemas/${schema}" />`,
})

const FAILURE: Json = {
  description: 'One line of plain text that says what was wrong',
  content: { 'text/plain': { schema: { type: 'string' } } },
}

const CODED_FAILURE: Json = {
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          error: { type: 'string', description: 'The code' },
          message: { type: 'string', description: 'One line for a person' },
        },
      },
    },
  },
}

const BEARER =
  'An API token, or a session. Wherever a session is accepted, the pages of a browser may send its cookie and `X-CSRF-Token` in ' +
  'place of this header: see `PUT /session/cookie`.'

const SECURITY_SCHEMES: Json = {
  basicAuth: {
    type: 'http',
    scheme: 'basic',
    description:
      'User name and password. Users who are not owners may call the operations whose `x-roles` have their role. While one-time codes are always on, the proof of one as well: without it the answer is 401, or ' +
      '302 to /auth/validate for a call with `X-Requested-With: react`.',
  },
  bearerAuth: { type: 'http', scheme: 'bearer', description: BEARER },
  oneTimeCode: {
    type: 'apiKey',
    in: 'header',
    name: 'X-JWT-OTP',
    description: 'Proof of a one-time code given lately, as /otp_validate answers it',
  },
}

function describe(operation: Operation, schemas: Components, isOnSocket: boolean): Json {
  const { method, path, details } = operation
  const access = isOnSocket ? 'public' : (details.access ?? 'user')
  const takesInput = details.params || details.query || details.body || details.upload
  const failures = {
    ...(takesInput ? { 400: 'The input is not allowed; the line names the field' } : {}),
    ...(details.params || details.query ? { 414: 'The path with its query is longer than 8 KiB' } : {}),
    ...(access === 'public' ? {} : { 401: 'Credentials are missing, or are not enough' }),
    ...(access === 'public' ? {} : { 403: refusal(details.roles) }),
    ...details.errors,
  }
  const given = [
    ...parameters('path', details.params ?? {}, schemas),
    ...parameters('query', details.query ?? {}, schemas),
  ]
  const body = details.body && schemas.refer(details.body)
  const example = body && exampleOf(body, schemas.at)
  const reply = details.reply && content(schemas.refer(details.reply))
  return {
    tags: [details.tag],
    operationId: operationId(method, path),
    summary: details.summary,
    ...(details.description ? { description: details.description } : {}),
    parameters: given,
    ...(body ? { requestBody: { required: !details.bodyOptional, content: content(body, example) } } : {}),
    ...(details.upload ? { requestBody: { required: true, content: { [details.upload.mediaType]: {} } } } : {}),
    responses: {
      [details.status ?? 200]: reply
        ? { description: 'Done', content: reply }
        : { description: 'Done; the answer is empty and has no Content-Type' },
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          status,
          { ...(details.codedErrors?.includes(Number(status)) ? CODED_FAILURE : FAILURE), description },
        ]),
      ),
    },
    ...(access === 'public' ? {} : { 'x-roles': ['owner', ...(details.roles ?? [])] }),
    security: [...SECURITY[access], ...(details.untilSetUp ? [{}] : [])],
    'x-codeSamples': [
      {
        lang: 'Shell',
        label: 'curl',
        source: curlOf({
          method,
          path: filledIn(path, method, given),
          body: example,
          uploads: details.upload !== undefined,
          isFile: reply !== undefined && FILES.test(Object.keys(reply).join()),
          // The caller that sets the first password has none to sign in with.
          signsIn: access !== 'public' && path !== '/setup',
          proves: access === 'code',
          socket: isOnSocket ? SOCKETS[details.tag] : undefined,
        }),
      },
    ],
  }
}

/** Why a user is refused who has signed in. */
function refusal(roles: Operation['details']['roles']): string {
  if (!roles) return 'The user is not an owner'
  return roles.includes('parent')
    ? 'The role of the user does not permit it, or not for this device'
    : 'The user is a parent'
}

const FILES = /^application\/(x-gtar|vnd)/

const content = (schema: Json, example?: unknown): Json => ({
  [String(schema.contentMediaType ?? 'application/json')]: { schema, ...(example === undefined ? {} : { example }) },
})

/** The path with the examples in it, and with those of the query that a call needs or, where it only reads, may have. */
function filledIn(path: string, method: Operation['method'], given: readonly Parameter[]): string {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(given.find((one) => one.in === 'path' && one.name === name)?.example)).replaceAll(
      '%3A',
      ':',
    ),
  )
  const query = given
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .filter(({ required, name }) => required || (method === 'GET' && name !== 'confirm'))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example)).replaceAll('%3A', ':')}`)
  return query.length === 0 ? inPath : `${inPath}?${query.join('&')}`
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Json
  readonly example?: unknown
}

const parameters = (place: Parameter['in'], shape: Record<string, z.ZodType>, schemas: Components): Parameter[] =>
  Object.entries(shape).map(([name, type]) => {
    const { description, ...schema } = schemas.refer(type)
    const example = exampleOf(schema, schemas.at)
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      ...(typeof description === 'string' ? { description } : {}),
      schema,
      ...(example === undefined ? {} : { example }),
    }
  })

/** `PUT /link/vlan/{interface}/{state}` is `putLinkVlanInterfaceState`. */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('')

interface Components {
  readonly all: Json
  refer(schema: z.ZodType): Json
  /** The component that a reference leads to. */
  at(reference: string): Json
}

/** Schemas as JSON Schema, as callers write and read them; those with an id are kept once, and referred to. */
function openComponents(): Components {
  const all: Json = {}
  return {
    all,
    refer(type) {
      const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
      for (const [id, definition] of Object.entries($defs)) all[id] ??= relocate(definition)
      return relocate(schema) as Json
    },
    at: (reference) => all[reference.slice('#/components/schemas/'.length)] as Json,
  }
}

/** One schema has its definitions under `$defs`; the description has them among its components. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate)
  if (typeof value !== 'object' || value === null) return value
  return describedOutside(
    withRule(
      Object.fromEntries(
        Object.entries(value)
          .filter(([key, inner]) => key !== 'id' || typeof inner !== 'string')
          .map(([key, inner]) => [
            key,
            key === '$ref' && typeof inner === 'string'
              ? inner.replace('#/$defs/', '#/components/schemas/')
              : key === 'example'
                ? inner
                : relocate(inner),
          ]),
      ),
    ),
  )
}

/** Appends `x-rule`, a check that no keyword of JSON Schema can express, to the description. `x-sent-back` is for tests. */
function withRule({ 'x-rule': rule, 'x-sent-back': _, ...schema }: Json): Json {
  if (typeof rule !== 'string') return schema
  return { ...schema, description: schema.description === undefined ? rule : `${schema.description}. ${rule}` }
}

/** Moves the description of `X` in `X or null` to the whole, where readers of a field look for it. */
function describedOutside(schema: Json): Json {
  const [branch, other] = (schema.anyOf ?? []) as readonly Json[]
  if (schema.description !== undefined || other?.type !== 'null' || typeof branch?.description !== 'string')
    return schema
  const { description, ...rest } = branch
  return { ...schema, anyOf: [rest, other], description }
}
