import { type IncomingHttpHeaders, request } from 'node:http'
import { z } from 'zod'
import { Invalid, NotFound, Unavailable } from '../../errors.ts'
import { type Bus, openBus } from '../../events/bus.ts'
import type { AuthDeps } from '../../features/access/auth/auth.ts'
import { openAuth } from '../../features/access/auth/auth.ts'
import { openProofs, type Proofs } from '../../features/access/credentials/proofs.ts'
import { openSteppedClock, type SteppedClock } from '../../machine/stepped.fixture.ts'
import { ByteStream, del, get, JsonText, PlainText, put, type ServedOperation, serve } from '../../model/operation.ts'
import { verbatim } from '../../phrases/phrase.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { type MemoryFacts, openMemoryFacts } from '../../store/memory.fixture.ts'
import { type Vault, vaultWith } from '../../store/vault.ts'
import type { TlsListener } from './listen/tlslistener.ts'
import { type HttpDeps, openHttp } from './server.ts'

const Thing = z.object({ Name: z.string().min(1), Size: z.number().int().max(9), Tags: z.array(z.string()).optional() })

const LONG = new JsonText(JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ n }))))

/** A handful of operations, one for each way of asking and answering. */
export const trialContract = {
  list: get('/things', { summary: 'All things', tag: 'general', reply: z.record(z.string(), Thing) }),
  read: get('/thing/{name}', {
    summary: 'One thing',
    tag: 'general',
    params: { name: z.string().max(20) },
    reply: z.string(),
  }),
  save: put('/thing/{name}', { summary: 'Save it', tag: 'general', params: { name: z.string() }, body: Thing }),
  remove: del('/thing/{name}', { summary: 'Forget it', tag: 'general', params: { name: z.string() } }),
  find: get('/find', {
    summary: 'Find',
    tag: 'general',
    query: { word: z.array(z.string()).optional(), last: z.string().optional() },
    reply: z.any(),
  }),
  touch: put('/touch', { summary: 'No body', tag: 'general' }),
  text: get('/text', { summary: 'Ready text', tag: 'general', reply: z.any() }),
  long: get('/long', { summary: 'Long text', tag: 'general', reply: z.any() }),
  longSecret: get('/long-secret', { summary: 'Long secret', tag: 'general', mayNeedCode: true, reply: z.any() }),
  plain: get('/plain', {
    summary: 'Plain text',
    tag: 'general',
    reply: z.string().meta({ contentMediaType: 'text/plain' }),
  }),
  chunks: get('/chunks', { summary: 'In chunks', tag: 'general', reply: z.any() }),
  broken: get('/broken', { summary: 'In chunks, and fails', tag: 'general', reply: z.any() }),
  bytes: get('/bytes', {
    summary: 'Bytes, and how many',
    tag: 'general',
    reply: z.string().meta({ contentMediaType: 'application/x-trial' }),
  }),
  endless: get('/endless', {
    summary: 'Bytes without end',
    tag: 'general',
    reply: z.string().meta({ contentMediaType: 'application/x-trial' }),
  }),
  upload: put('/upload', {
    summary: 'Bytes in',
    tag: 'general',
    query: { until: z.string().optional() },
    upload: { mediaType: 'text/plain', maxBytes: 4 << 20 },
    reply: z.number(),
  }),
  fault: get('/fault', { summary: 'Fails', tag: 'general', query: { kind: z.string() } }),
  secret: get('/secret', {
    summary: 'Needs a code',
    tag: 'general',
    access: 'code',
    right: 'capture',
    reply: z.string(),
  }),
  recover: put('/recover', {
    summary: 'Bring it back',
    tag: 'general',
    access: 'code',
    untilSetUp: true,
    reply: z.string(),
  }),
  stir: get('/stir', { summary: 'Reads and changes', tag: 'general', effects: true }),
  enrol: put('/enrol', { summary: 'For people', tag: 'general', access: 'password', reply: z.string() }),
  prove: put('/prove', { summary: 'Get a proof', tag: 'general', access: 'password', withoutProof: true }),
  open: get('/open', { summary: 'For anyone', tag: 'general', access: 'public', reply: z.string() }),
  setupRead: get('/setup-state', { summary: 'While not set up', tag: 'general', access: 'setup', reply: z.string() }),
  setupSave: put('/setup-state', { summary: 'Set it up', tag: 'general', access: 'setup', reply: z.string() }),
}

const faults: Readonly<Record<string, () => Error>> = {
  missing: () => new NotFound(verbatim('no such\nthing')),
  invalid: () => new Invalid(verbatim('must be prettier'), 'Face'),
  damaged: () => new Unavailable(verbatim('The saved state is damaged.')),
  bug: () => new Error('secret pass phrase in a stack'),
}

async function* chunks() {
  yield '[1,'
  yield '2]'
}

async function* brokenPieces() {
  yield '['.padEnd(100_000)
  throw new Error('the history cannot be read')
}

async function* someBytes() {
  yield Buffer.from([1, 2])
  yield Buffer.from([3, 4, 5])
}

/** Resolves when the reader of the endless bytes has disconnected. */
export const ended = Promise.withResolvers<void>()

async function* endlessBytes() {
  for (;;) yield Buffer.alloc(64 << 10)
}

export const trialOperations: ServedOperation[] = serve(trialContract, {
  list: () => ({ a: { Name: 'a', Size: 1 } }),
  read: ({ params }) => params.name,
  save: ({ body }) => saved.push(body),
  remove: () => undefined,
  find: ({ query }) => query,
  touch: () => 'ignored',
  text: () => new JsonText('{"ready":"größer"}'),
  long: () => LONG,
  longSecret: () => LONG,
  plain: () => new PlainText('wlan0 wlan1'),
  chunks: () => chunks(),
  broken: () => brokenPieces(),
  bytes: () => new ByteStream(someBytes(), { length: 5 }),
  endless: () => new ByteStream(endlessBytes(), { end: () => ended.resolve() }),
  async upload({ query, body }) {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (query.until !== undefined) throw new Invalid(verbatim('is enough'), 'body')
    }
    return size
  },
  fault: ({ query }) => {
    throw faults[query.kind]?.()
  },
  secret: ({ caller }) => caller.kind,
  recover: ({ caller }) => caller.kind,
  stir: () => undefined,
  enrol: ({ caller }) => caller.kind,
  prove: () => undefined,
  open: ({ caller }) => caller.kind,
  setupRead: ({ caller }) => caller.kind,
  setupSave: ({ caller }) => caller.kind,
})

/** What was saved, in order. */
export const saved: unknown[] = []

export const PASSWORD = 'correct:horse'
/** Its hash, made with the least that argon2id takes: `password.test.ts` tries what it costs on a router. */
export const CHEAP_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IGZvciB0cmlhbHM$ZEqzfTFrrPAcCd4CFhKZhKG1QK6P03YbiuzvFALi3BY'

export const basic = (password = PASSWORD, name = 'admin') =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Headers = Readonly<Record<string, string>>

export interface Trial extends AsyncDisposable {
  readonly port: number
  readonly secure: TlsListener
  readonly clock: SteppedClock
  readonly bus: Bus
  readonly facts: Facts
  readonly change: Change
  readonly vault: Vault
  readonly proofs: Proofs
  /** Call with these very headers, signed in unless `Authorization` is given; an empty one is left out. */
  call(method: string, path: string, headers?: Headers, body?: string): Promise<Reply>
}

/** A server on a free port of the loopback, with the user `admin`. */
export async function openTrial(
  needs: Partial<HttpDeps> &
    Partial<Pick<AuthDeps, 'sessionUse' | 'isFromUplink' | 'uiSessions'>> & {
      setupDone?: boolean
      memory?: MemoryFacts
      clock?: SteppedClock
    } = {},
): Promise<Trial> {
  const clock = needs.clock ?? openSteppedClock()
  const bus = openBus((error) => {
    throw error
  })
  const { facts, change } = needs.memory ?? openMemoryFacts({ setup: { done: needs.setupDone ?? true } })
  const vault = vaultWith()
  const proofs = openProofs({ facts, clock, vault })
  await change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: CHEAP_HASH }))
  const server = await openHttp({
    machine: { clock, removeFile: () => {} },
    bus,
    facts,
    auth: openAuth({
      ...{ facts, bus, clock, proofs, sessionUse: needs.sessionUse, uiSessions: needs.uiSessions },
      isFromUplink: needs.isFromUplink ?? (() => false),
    }),
    operations: trialOperations,
    host: '127.0.0.1',
    port: 0,
    isOwnHost: (name) => name === '127.0.0.1' || name === 'spr.local',
    ...needs,
  })
  const { port, secure } = server
  return {
    port,
    secure,
    clock,
    bus,
    facts,
    change,
    vault,
    proofs,
    call: (method, path, headers = {}, body = '') => send({ host: '127.0.0.1', port }, method, path, headers, body),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** One call over a new connection, to a port or a unix socket. */
export function send(
  to: { host: string; port: number } | { socketPath: string },
  method: string,
  path: string,
  given: Headers = {},
  body = '',
): Promise<Reply> {
  const all: Headers = { authorization: basic(), host: '127.0.0.1', ...given }
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  if (body !== '') headers['content-length'] = String(Buffer.byteLength(body))
  return new Promise((resolve, reject) => {
    const call = request({ ...to, method, path, headers, agent: false }, async (response) => {
      try {
        const text = (await response.setEncoding('utf8').toArray()).join('')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      } catch (error) {
        reject(error)
      }
    })
    call.on('error', reject)
    call.end(body)
  })
}
