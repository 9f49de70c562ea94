import { sampleOf, typescriptOf } from './sample.ts'

/** JSON Schema, as far as the router's description goes. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly default?: unknown
  readonly format?: string
  readonly deprecated?: boolean
  readonly [limit: string]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>

/** One operation of an OpenAPI description. */
export interface Described {
  readonly tags: readonly string[]
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-codeSamples'?: readonly { readonly source: string }[]
}

export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly tags: readonly { readonly name: string; readonly 'x-displayName'?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation as the page shows it. Its `id` is its anchor. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly isDeprecated: boolean
  /** Who may call it, in words. */
  readonly access: string
  readonly parameters: readonly Parameter[]
  readonly body?: Body & { readonly isRequired: boolean }
  readonly reply?: Body
  /** What it answers, by status. */
  readonly answers: readonly { readonly status: string; readonly says: string }[]
  readonly curl: string
  /** Absent for what is served on a socket, where a browser's `fetch` does not reach. */
  readonly typescript?: string
}

export interface Body {
  readonly mediaType: string
  readonly schema: Schema
  /** A value as it may be sent, as text; absent for files. */
  readonly sample?: string
}

export interface Reference {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly groups: readonly { readonly name: string; readonly tags: readonly Tag[] }[]
  /** The object types that have a separate section, and then all others that something refers to. */
  readonly types: readonly { readonly name: string; readonly schema: Schema }[]
}

export interface Tag {
  readonly name: string
  readonly operations: readonly Operation[]
}

/** Throws where a reference leads nowhere: then the build fails, and not a reader. */
export function referenceOf(description: Description): Reference {
  const { info, paths, tags, components } = description
  checkReferences(description)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0] ?? '',
      operation: operationOf(
        method.toUpperCase(),
        path,
        described,
        (reference) => components.schemas[nameOf(reference)]!,
      ),
    })),
  )
  const groups = description['x-tagGroups'].map(({ name, tags }) => ({
    name,
    tags: tags
      .map((tag) => ({
        name: tag,
        operations: operations.filter((one) => one.tag === tag).map((one) => one.operation),
      }))
      .filter(({ operations }) => operations.length > 0),
  }))
  const shown = tags.flatMap((tag) => tag['x-displayName'] ?? [])
  const others = Object.keys(components.schemas)
    .filter((name) => !shown.includes(name))
    .sort()
  return {
    ...info,
    groups: groups.filter(({ tags }) => tags.length > 0),
    types: [...shown, ...others].map((name) => ({ name, schema: components.schemas[name]! })),
  }
}

type SchemaAt = (reference: string) => Schema

function operationOf(method: string, path: string, described: Described, at: SchemaAt): Operation {
  const { requestBody, responses, tags } = described
  const body = requestBody && bodyOf(requestBody.content, at)
  const reply = bodyOf(responses['200']?.content, at)
  const isOnSocket = /^(unix_|tinysubnets)/.test(tags[0] ?? '')
  return {
    id: described.operationId,
    method,
    path,
    summary: described.summary,
    ...(described.description ? { description: described.description } : {}),
    isDeprecated: described.deprecated === true,
    access: isOnSocket ? 'Helpers on the router itself, on a socket: nobody signs in.' : accessOf(described),
    parameters: described.parameters,
    ...(body ? { body: { ...body, isRequired: requestBody.required } } : {}),
    ...(reply ? { reply } : {}),
    answers: Object.entries(responses).map(([status, { description }]) => ({ status, says: description })),
    curl: described['x-codeSamples']?.[0]?.source ?? '',
    ...(isOnSocket ? {} : { typescript: typescriptOf(method, path, described) }),
  }
}

function bodyOf(content: Content | undefined, at: SchemaAt): Body | undefined {
  const [entry] = Object.entries(content ?? {})
  if (!entry) return undefined
  const [mediaType, { schema = {}, example = sampleOf(schema, at) }] = entry
  if (mediaType === 'application/json') return { mediaType, schema, sample: JSON.stringify(example, null, 2) }
  return { mediaType, schema, ...(mediaType === 'text/plain' ? { sample: String(example) } : {}) }
}

function accessOf({ security }: Described): string {
  if (security.length === 0) return 'Anyone: nobody has to sign in.'
  const needsCode = security.some((way) => 'oneTimeCode' in way)
  const mayBeToken = security.some((way) => 'bearerAuth' in way)
  const isOpenFirst = security.some((way) => Object.keys(way).length === 0)
  const who = mayBeToken ? 'A user, or a token that is allowed this path' : 'A user with the password; no token'
  return `${who}${needsCode ? ', with the proof of a one-time code' : ''}${isOpenFirst ? '. Anyone at home until the router is set up' : ''}.`
}

const PREFIX = '#/components/schemas/'
export const nameOf = (reference: string): string => reference.slice(PREFIX.length)

function checkReferences({ paths, components }: Description): void {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && !components.schemas[nameOf(inner)])
        throw new Error(`the API's description refers to ${inner}, which is not there`)
      visit(inner)
    }
  }
  visit(paths)
  visit(components)
}
