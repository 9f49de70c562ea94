import { z } from 'zod'
import { Conflict, Invalid, NotFound, Unavailable } from '../../errors.ts'
import type { Child, Machine } from '../../machine/machine.ts'
import type { UnixResponse } from '../../machine/unixrequest.ts'
import { Obstacle } from '../../model/plugins/installed/obstacle.ts'
import { Requests } from '../../model/plugins/installed/requests.ts'
import { RequestedRight } from '../../model/plugins/installed/right.ts'
import type { StartOptions, Superd } from '../../model/plugins/installed/superd.ts'
import { ofField, type Phrase, type PhraseJson, phrase, phraseFrom, verbatim } from '../../phrases/phrase.ts'
import { CodedMessage } from '../../values/codedmessage.ts'
import { isIp } from '../../values/ip.ts'
import { STATUS } from '../../wire/http.ts'
import { NOTICE_PREFIX, Notice, READY_LINE } from './output.ts'

interface Deps {
  readonly machine: Pick<Machine, 'spawn' | 'requestUnix' | 'clock'>
  /** The command line of superd. */
  readonly argv: readonly string[]
  /** The path of its socket. */
  readonly socket: string
  /** Writes the files that superd reads at its start. If it throws, superd is not started: the disk may be full. */
  readonly writeFiles: () => void
  /** The IPv4 addresses of a domain; undefined if it does not exist or the resolver does not answer. */
  readonly resolve: (domain: string) => Promise<readonly string[] | undefined>
  /** Whether an address is one of this router: nothing is cloned from there. */
  readonly isRouter: (ip: string) => boolean
  /** Lines that superd prints. */
  readonly onLine: (line: string) => void
  /** What superd did with a plugin without a call. */
  readonly onNotice: (notice: Notice) => void
}

/** superd is started again this long after it has ended unexpectedly: it supervises the plugins that run. */
const RELAUNCH_MS = 10_000
const LAUNCH_TIMEOUT_MS = 20_000
/** It ends its container engine first. */
const END_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 30_000
/** Images may be built or downloaded. */
const WORK_TIMEOUT_MS = 20 * 60_000
const MOST_BYTES = 8 << 20

const Rights = z.array(RequestedRight)
const Ready = z.object({ Ready: z.boolean(), Reason: z.string().optional(), Obstacle: Obstacle.optional() })
const Update = z.object({
  ...{ Updated: z.boolean(), Revision: z.string(), Requests, Before: Requests },
  ...{ Rights, RolledBack: z.boolean().optional(), Reason: z.string().optional() },
  Coded: CodedMessage.optional(),
})
const Clone = z.object({ Directory: z.string(), Description: z.unknown(), Revision: z.string(), Rights })
const Listing = z.array(z.record(z.string(), z.unknown()))

interface Call {
  readonly method?: 'GET' | 'PUT'
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** The client of superd. Starts the process with the first call, and again if it ends. */
export function openSuperd(deps: Deps): Superd & AsyncDisposable {
  const { machine, socket, resolve, isRouter } = deps
  const process = openProcess(deps)

  async function send({ method = 'GET', path, query = {}, body }: Call): Promise<UnixResponse> {
    await process.answering()
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const response = await machine.requestUnix({
      socket,
      method,
      target: given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: method === 'GET' ? QUERY_TIMEOUT_MS : WORK_TIMEOUT_MS,
      mostBytes: MOST_BYTES,
    })
    if (response.status === STATUS.ok) return response
    const message = messageOf(response)
    if (response.status === STATUS.notFound) throw new NotFound(message)
    if (response.status === STATUS.badRequest) throw new Invalid(message)
    if (response.status === STATUS.conflict) throw new Conflict(message)
    throw new Unavailable(message)
  }
  const ask = async <T>(schema: z.ZodType<T>, call: Call): Promise<T> =>
    schema.parse(JSON.parse((await send(call)).text))
  /** Undefined for what does not exist. */
  async function find<T>(schema: z.ZodType<T>, call: Call): Promise<T | undefined> {
    try {
      return await ask(schema, call)
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }
  /** superd does not use the owner's resolvers. It checks these addresses and connects to no others. */
  async function addressesOf(url: string): Promise<readonly string[]> {
    const domain = URL.parse(url)?.hostname ?? ''
    const found = isIp(domain) ? [domain] : await resolve(domain)
    if (!found || found.length === 0) throw new Invalid(phrase('plugins.serverUnresolved', domain), 'url')
    if (found.some(isRouter)) throw new Invalid(phrase('plugins.serverIsRouter', domain), 'url')
    return found
  }
  const act = async (verb: string, composeFile: string, options: StartOptions = {}): Promise<void> => {
    const { service, network: Network, limits: Limits } = options
    const query = { compose_file: composeFile, service }
    await send({ method: 'PUT', path: `/${verb}`, query, body: { Network, Limits } })
  }
  const list = (path: string) => ask(Listing, { path })

  return {
    ready: () => ask(Ready, { path: '/ready' }),
    start: (composeFile, options) => act('start', composeFile, options),
    restart: (composeFile, options) => act('restart', composeFile, options),
    stop: (composeFile, options) => act('stop', composeFile, options),
    down: (composeFile) => act('down', composeFile),
    remove: (composeFile) => act('remove', composeFile),
    async update(composeFile, Reviewed) {
      const url = await find(z.string(), { path: '/git_source', query: { compose_file: composeFile } })
      const body = { Reviewed, ...(url === undefined ? {} : { Addresses: await addressesOf(url) }) }
      return await ask(Update, { method: 'PUT', path: '/update', query: { compose_file: composeFile }, body })
    },
    async clone({ url, allowPrivate: AllowPrivate }) {
      const Addresses = await addressesOf(url)
      const { Description, ...cloned } = await ask(Clone, {
        method: 'PUT',
        path: '/clone',
        body: { URL: url, Addresses, AllowPrivate },
      })
      return { ...cloned, Description }
    },
    rights: (composeFile) => ask(Rights, { path: '/rights', query: { compose_file: composeFile } }),
    ps: (composeFile, service) =>
      find(z.string(), { path: '/docker_ps', query: { compose_file: composeFile, service } }),
    containers: () => list('/containers'),
    networks: () => list('/networks'),
    [Symbol.asyncDispose]: process[Symbol.asyncDispose],
  }
}

/** The process of superd. */
function openProcess({
  machine,
  argv,
  writeFiles,
  onLine,
  onNotice,
}: Pick<Deps, 'machine' | 'argv' | 'writeFiles' | 'onLine' | 'onNotice'>) {
  let running: { readonly child: Child; readonly ready: Promise<void> } | undefined
  let relaunch: Disposable | undefined
  let isClosed = false

  function launch(): { readonly child: Child; readonly ready: Promise<void> } {
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    ready.catch(() => undefined) // It may fail while no call waits for it.
    let last = ''
    writeFiles()
    const child = machine.spawn(argv, {
      onLine(line) {
        if (line === READY_LINE) return resolve()
        const notice = line.startsWith(NOTICE_PREFIX) ? readNotice(line.slice(NOTICE_PREFIX.length)) : undefined
        if (notice) return onNotice(notice)
        last = line
        onLine(line)
      },
    })
    const late = machine.clock.after(LAUNCH_TIMEOUT_MS, () => {
      reject(new Unavailable(phrase('plugins.superdNotStarting')))
      child[Symbol.dispose]()
    })
    void ready.then(
      () => late[Symbol.dispose](),
      () => late[Symbol.dispose](),
    )
    void child.exited.then((code) => {
      running = undefined
      reject(new Unavailable(last ? phrase('plugins.superdEndedBecause', last) : phrase('plugins.superdEnded')))
      if (isClosed) return
      onLine(`superd has ended (${code ?? 'by a signal'}) and is started again`)
      relaunch = machine.clock.after(RELAUNCH_MS, () => void answering().catch(() => undefined))
    })
    return { child, ready }
  }

  /** Resolves when superd accepts calls. */
  async function answering(): Promise<void> {
    if (isClosed) throw new Unavailable(phrase('machine.routerStopping'))
    running ??= launch()
    await running.ready
  }

  return {
    answering,
    async [Symbol.asyncDispose](): Promise<void> {
      isClosed = true
      relaunch?.[Symbol.dispose]()
      if (!running) return
      const { child } = running
      child[Symbol.dispose]()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      using _timer = machine.clock.after(END_TIMEOUT_MS, resolve)
      await Promise.race([child.exited, late])
    },
  }
}

/** The message of a failure. A long one has no code. */
function messageOf({ status, text, headers }: UnixResponse): Phrase {
  const header = headers?.['x-message']
  if (typeof header === 'string') {
    const { Field, ...coded } = JSON.parse(header) as PhraseJson & { readonly Field?: string }
    const message = phraseFrom(coded)
    return Field === undefined ? message : ofField(Field, message)
  }
  const line = text.trim()
  return line ? verbatim(line) : phrase('plugins.superdStatus', status)
}

function readNotice(text: string): Notice | undefined {
  try {
    return Notice.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
