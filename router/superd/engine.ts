import { z } from 'zod'
import { Invalid, NotFound } from '../errors.ts'
import type { UnixRequest } from '../machine/unixrequest.ts'
import type { PluginNetwork } from '../model/plugins/installed/superd.ts'
import { phrase, verbatim } from '../phrases/phrase.ts'
import { STATUS } from '../wire/http.ts'
import type { SuperdMachine } from './machine.ts'

/** A container of a project, as `GET /containers/json` returns it. */
const Container = z.looseObject({
  Id: z.string(),
  ImageID: z.string(),
  State: z.string(),
  Status: z.string(),
  Labels: z.record(z.string(), z.string()),
  SizeRw: z.number().optional(),
})
export type Container = z.infer<typeof Container>

const Image = z.looseObject({
  Id: z.string(),
  RepoDigests: z.array(z.string()).nullish(),
  Size: z.number().optional(),
})
export type Image = z.infer<typeof Image>

const Volume = z.looseObject({ Name: z.string(), Mountpoint: z.string() })
const Volumes = z.looseObject({ Volumes: z.array(Volume).nullish() })
const Network = z.looseObject({
  Options: z.record(z.string(), z.string()).nullish(),
  IPAM: z.looseObject({ Config: z.array(z.looseObject({ Subnet: z.string().optional() })).nullish() }).nullish(),
})

/** Labels that Compose gives to what it creates. */
export const PROJECT_LABEL = 'com.docker.compose.project'
export const SERVICE_LABEL = 'com.docker.compose.service'
/** Given by superd to the containers of jobs, which end and are not started again (`compose/jobs.ts`). */
export const JOB_LABEL = 'sallyport.job'
export const isJob = ({ Labels }: Pick<Container, 'Labels'>): boolean => JOB_LABEL in Labels

const BRIDGE_OPTION = 'com.docker.network.bridge.name'
const QUERY_TIMEOUT_MS = 20_000
const PULL_TIMEOUT_MS = 10 * 60_000
const MOST_BYTES = 16 << 20

/** Credentials of an image registry. */
export interface RegistryLogin {
  readonly username: string
  readonly password: string
}

/** The Docker Engine API over its Unix socket. All calls throw `Unavailable` if the engine does not answer. */
export interface Engine {
  /** Whether it answers. */
  ping(): Promise<boolean>
  /** Its own lists. */
  containers(): Promise<unknown[]>
  networks(): Promise<unknown[]>
  info(): Promise<unknown>
  /** All containers of projects, or of one; `withSize` reads the size of their writable layers, which takes long. */
  containersOf(project?: string, options?: { readonly withSize?: boolean }): Promise<Container[]>
  /** The whole state of a container. */
  inspect(id: string): Promise<unknown>
  startContainer(id: string): Promise<void>
  /** Ends a container; it is killed after 5 seconds. */
  stopContainer(id: string): Promise<void>
  /** Kills and removes a container, with its volumes that have no name. */
  removeContainer(id: string): Promise<void>
  /** An image; undefined if the engine does not have it. */
  image(name: string): Promise<Image | undefined>
  /** Downloads an image from its registry. Throws `Invalid` with the registry's reason. */
  pull(name: string, login?: RegistryLogin): Promise<void>
  removeImage(name: string): Promise<void>
  /** Creates the network of a project, or replaces it if it has another link or subnet. */
  ensureNetwork(name: string, network: PluginNetwork): Promise<void>
  removeNetwork(name: string): Promise<void>
  removeVolumes(project: string): Promise<void>
  /** The directories of the volumes of a project. */
  volumeDirectories(project: string): Promise<string[]>
}

interface EngineCall extends Pick<UnixRequest, 'method' | 'target' | 'headers'> {
  readonly body?: unknown
  readonly timeoutMs?: number
}

export function openEngine(machine: Pick<SuperdMachine, 'requestUnix'>, socket: string): Engine {
  async function call(request: EngineCall) {
    const { method, target, headers = {}, body, timeoutMs = QUERY_TIMEOUT_MS } = request
    const text = body === undefined ? undefined : JSON.stringify(body)
    return await machine.requestUnix({ socket, method, target, headers, body: text, timeoutMs, mostBytes: MOST_BYTES })
  }
  /** A call that succeeds. */
  async function act(request: EngineCall): Promise<string> {
    const { status, text } = await call(request)
    if (status < 300 || status === STATUS.notModified) return text
    if (status === STATUS.notFound) throw new NotFound(verbatim(reasonIn(text)))
    throw new Invalid(verbatim(reasonIn(text)))
  }
  const ask = async <T>(schema: z.ZodType<T>, target: string): Promise<T> =>
    schema.parse(JSON.parse(await act({ method: 'GET', target })))
  /** Undefined for what does not exist. */
  async function find<T>(schema: z.ZodType<T>, target: string): Promise<T | undefined> {
    try {
      return await ask(schema, target)
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }
  const list = (target: string) => ask(z.array(z.unknown()), target)

  const volumesOf = async (project: string) =>
    (await ask(Volumes, `/volumes?filters=${filters(`${PROJECT_LABEL}=${project}`)}`)).Volumes ?? []

  const engine: Engine = {
    async ping() {
      try {
        return (await call({ method: 'GET', target: '/_ping', timeoutMs: 2000 })).status === STATUS.ok
      } catch {
        return false
      }
    },
    containers: () => list('/containers/json?all=1'),
    networks: () => list('/networks'),
    info: () => ask(z.unknown(), '/info'),
    containersOf(project, { withSize = false } = {}) {
      const label = project === undefined ? PROJECT_LABEL : `${PROJECT_LABEL}=${project}`
      const size = withSize ? '&size=1' : ''
      return ask(z.array(Container), `/containers/json?all=1${size}&filters=${filters(label)}`)
    },
    inspect: (id) => ask(z.unknown(), `/containers/${id}/json`),
    async startContainer(id) {
      await act({ method: 'POST', target: `/containers/${id}/start` })
    },
    async stopContainer(id) {
      await act({ method: 'POST', target: `/containers/${id}/stop?t=5` })
    },
    async removeContainer(id) {
      await act({ method: 'DELETE', target: `/containers/${id}?force=1&v=1` })
    },
    image: (name) => find(Image, `/images/${name}/json`),
    async pull(name, login) {
      const [image, tag] = splitTag(name)
      const query = new URLSearchParams({ fromImage: image, ...(tag ? { tag } : {}) })
      const auth = login && { 'X-Registry-Auth': Buffer.from(JSON.stringify(login)).toString('base64url') }
      const progress = await act({
        method: 'POST',
        target: `/images/create?${query}`,
        timeoutMs: PULL_TIMEOUT_MS,
        ...(auth ? { headers: auth } : {}),
      })
      // The status is sent before the download.
      const last = progress.trim().split('\n').at(-1) ?? ''
      if (last.includes('"error"')) throw new Invalid(phrase('plugins.imageDownloadFailed', name, reasonIn(last)))
    },
    async removeImage(name) {
      await act({ method: 'DELETE', target: `/images/${name}` })
    },
    async ensureNetwork(name, { Bridge, Subnet }) {
      const found = await find(Network, `/networks/${name}`)
      const isSame =
        found?.Options?.[BRIDGE_OPTION] === Bridge && found.IPAM?.Config?.some((config) => config.Subnet === Subnet)
      if (isSame) return
      if (found) {
        // A network with containers cannot be removed.
        for (const { Id } of await engine.containersOf(name)) await engine.removeContainer(Id)
        await engine.removeNetwork(name)
      }
      await act({
        method: 'POST',
        target: '/networks/create',
        body: {
          Name: name,
          CheckDuplicate: true,
          Driver: 'bridge',
          EnableIPv6: false,
          IPAM: { Driver: 'default', Config: [{ Subnet, Gateway: routerAddress(Subnet) }] },
          Options: { [BRIDGE_OPTION]: Bridge, 'com.docker.network.bridge.enable_ip_masquerade': 'false' },
        },
      })
    },
    async removeNetwork(name) {
      try {
        await act({ method: 'DELETE', target: `/networks/${name}` })
      } catch (error) {
        if (!(error instanceof NotFound)) throw error
      }
    },
    async removeVolumes(project) {
      for (const { Name } of await volumesOf(project)) await act({ method: 'DELETE', target: `/volumes/${Name}` })
    },
    volumeDirectories: async (project) => (await volumesOf(project)).map(({ Mountpoint }) => Mountpoint),
  }
  return engine
}

const filters = (label: string): string => encodeURIComponent(JSON.stringify({ label: [label] }))

/** The address of the router in the network of a plugin: the first one. */
export function routerAddress(subnet: string): string {
  const parts = subnet.split('/')[0]!.split('.').map(Number)
  return [...parts.slice(0, 3), (parts[3] ?? 0) + 1].join('.')
}

/** `registry.test:5000/name:tag` → its name and its tag, which is `latest` by default. A digest is a tag, too. */
function splitTag(name: string): [image: string, tag: string] {
  const digest = name.indexOf('@')
  if (digest > 0) return [name.slice(0, digest), name.slice(digest + 1)]
  const colon = name.lastIndexOf(':')
  return colon > name.lastIndexOf('/') ? [name.slice(0, colon), name.slice(colon + 1)] : [name, 'latest']
}

function reasonIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: string; error?: string }
    return (message ?? error ?? text).slice(0, 500)
  } catch {
    return text.trim().slice(0, 500) || 'the engine gives no reason'
  }
}
