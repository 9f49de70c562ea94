import { basename, dirname, posix } from 'node:path'
import { Conflict, Invalid, NotFound, phraseOrText } from '../errors.ts'
import { openQueue } from '../machine/queue.ts'
import type { RequestedRight } from '../model/plugins/installed/right.ts'
import type { Cloned, Updated } from '../model/plugins/installed/superd.ts'
import { DEFAULT_PLUGIN_LIMITS } from '../model/plugins/installed/superd.ts'
import type { Start } from '../model/plugins/superd/contract.ts'
import { phrase } from '../phrases/phrase.ts'
import { isInside } from './compose/mounts.ts'
import { checkPaths } from './compose/paths.ts'
import type { PluginDirectories, Project } from './compose/project.ts'
import { buildFile, resolvedFile } from './compose/resolved.ts'
import { analyse, unconfirmed } from './compose/rights.ts'
import type { Runner } from './compose/runner.ts'
import { describePlugin, validRequests } from './describe.ts'
import type { EngineHost } from './dockerd.ts'
import { isJob, type RegistryLogin, SERVICE_LABEL } from './engine.ts'
import type { SuperdMachine } from './machine.ts'
import { startServices } from './startup.ts'
import {
  cloneDirectory,
  directoriesOf,
  isPluginName,
  projectName,
  type Saved,
  type SuperdState,
  USER_PLUGINS,
} from './state.ts'
import { update } from './update.ts'

export interface ProjectsDeps {
  readonly machine: SuperdMachine
  /** The router's data directory. */
  readonly data: string
  readonly host: EngineHost
  readonly runner: Runner
  readonly state: SuperdState
  /** Clones a repository into a directory that does not exist, and returns its revision. */
  readonly clone: (source: CloneSource, directory: string) => Promise<string>
  readonly login: (image: string) => RegistryLogin | undefined
  readonly note: (line: string) => void
}

export interface CloneSource {
  readonly url: string
  readonly addresses: readonly string[]
  readonly allowPrivate: boolean
}

/** The IPv4 addresses of a git server, by the address of the repository. */
export type GitServerAddresses = (url: string) => Promise<readonly string[]>

/** Images that the plugins of a small router may have. */
const MOST_IMAGE_BYTES = 2 * 2 ** 30

const EMPTY: Saved = { Running: false, Images: {}, Digests: {} }

type Pins = Pick<Saved, 'Images' | 'Digests'>

/** What the calls of superd do. One call for a project at a time. */
export interface Projects {
  start(composeFile: string, body?: Start, service?: string): Promise<void>
  restart(composeFile: string, body?: Start, service?: string): Promise<void>
  stop(composeFile: string, service?: string): Promise<void>
  down(composeFile: string): Promise<void>
  remove(composeFile: string): Promise<void>
  build(composeFile: string): Promise<void>
  /** `reviewed`: the git commit whose requests the owner has reviewed. */
  update(composeFile: string, addresses: GitServerAddresses, reviewed?: string): Promise<Updated>
  /** The address of the repository that a compose file was cloned from. */
  source(composeFile: string): string | undefined
  clone(source: CloneSource, name: string): Promise<Cloned>
  rights(composeFile: string): readonly RequestedRight[]
  /** Checks the mounts of a project, and starts a container that has ended. */
  revive(composeFile: string, container: string): Promise<void>
  /** The state of the container of a service. Throws `NotFound` if it does not run. */
  status(composeFile: string, service: string): Promise<string>
  /** Directories that the plugin may fill, without its writable layers. */
  directories(composeFile: string): Promise<string[]>
}

export function openProjects(deps: ProjectsDeps): Projects {
  const { machine, data, host, runner, state, login } = deps
  const { engine } = host
  const queues = new Map<string, ReturnType<typeof openQueue>>()
  const inTurn = <T>(composeFile: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(composeFile) ?? openQueue()
    queues.set(composeFile, queue)
    return queue(work)
  }

  /** Reads a compose file; `directory` is where a version is that is not in place yet. */
  function read(composeFile: string, name: string, directory?: string): Project {
    const directories = directoriesOf(data, composeFile, name)
    const within = composeFile.slice(cloneDirectory(composeFile).length + 1)
    return readFile(machine, directory ? `${directory}/${within}` : `${data}/${composeFile}`, directories)
  }

  /** The project of an entry of the list. Throws `Invalid` if a right is not confirmed. */
  function confirmed(composeFile: string): Project {
    const { Name, Rights } = state.allowed(composeFile)
    const project = read(composeFile, Name)
    const [first] = unconfirmed(project.rights, Rights)
    if (first)
      throw new Invalid(
        phrase('plugins.composeRightUnconfirmed', basename(composeFile), first.Line, first.Text, first.Service),
      )
    return project
  }

  const given = (composeFile: string, saved: Saved) => ({
    networkName: projectName(composeFile),
    network: saved.Network,
    limits: saved.Limits ?? DEFAULT_PLUGIN_LIMITS,
  })

  async function prepare(composeFile: string, project: Project, saved: Saved): Promise<void> {
    await host.ensure()
    if (saved.Network) await engine.ensureNetwork(projectName(composeFile), saved.Network)
    checkPaths(machine.tree, data, project.paths)
    const { own, project: files } = directoriesOf(data, composeFile, state.allowed(composeFile).Name)
    const isData = (path: string): boolean => own.some((one) => one !== files && isInside(path, one))
    const uid = [...project.services.values()].find((service) => service.uid !== undefined)?.uid
    for (const { path, kind } of project.paths) {
      if (kind !== 'mount') continue
      if (machine.tree.kindOf(path) === undefined) machine.makeDirectory(path)
      // A process that is not root needs its data directory, also without the right to change owners.
      if (uid !== undefined && isData(path) && machine.tree.kindOf(path) === 'directory')
        machine.tree.changeOwner(path, uid)
    }
  }

  /** Builds and downloads the images of these services, and returns their IDs. */
  async function fetchImages(
    composeFile: string,
    project: Project,
    saved: Saved,
    services: readonly string[],
  ): Promise<Pins> {
    const name = projectName(composeFile)
    const built = services.filter((service) => project.services.get(service)?.build)
    const names = Object.fromEntries(built.map((service) => [service, `${name}-${service.toLowerCase()}:latest`]))
    if (built.length > 0) await runner.build(name, buildFile(project, names, given(composeFile, saved)))
    const Images: Record<string, string> = {}
    const Digests: Record<string, string> = {}
    for (const service of services) {
      const image = names[service] ?? project.services.get(service)?.image ?? ''
      if (!names[service]) await engine.pull(image, login(image))
      const found = await engine.image(image)
      if (!found) throw new Invalid(phrase('plugins.imageMissing', image, service))
      if ((found.Size ?? 0) > MOST_IMAGE_BYTES) {
        await engine.removeImage(image)
        throw new Invalid(phrase('plugins.imageTooLarge', image, service, MOST_IMAGE_BYTES >> 20))
      }
      Images[service] = found.Id
      const digest = found.RepoDigests?.[0]
      if (digest) Digests[service] = digest
    }
    return { Images, Digests }
  }

  /** The images of a project: those of its installation. Services whose image is missing get one. */
  async function pinned(composeFile: string, project: Project, saved: Saved): Promise<Saved> {
    const missing: string[] = []
    for (const service of project.services.keys()) {
      const image = saved.Images[service]
      if (image === undefined || (await engine.image(image)) === undefined) missing.push(service)
    }
    if (missing.length === 0) return saved
    const found = await fetchImages(composeFile, project, saved, missing)
    const next = {
      ...saved,
      Images: { ...saved.Images, ...found.Images },
      Digests: { ...saved.Digests, ...found.Digests },
    }
    state.save(composeFile, next)
    return next
  }

  const resolved = (composeFile: string, project: Project, saved: Saved): string =>
    resolvedFile(project, saved.Images, given(composeFile, saved))

  function withBody(composeFile: string, { Network, Limits }: Start): Saved {
    const saved = state.project(composeFile) ?? EMPTY
    return { ...saved, ...(Network ? { Network } : {}), ...(Limits ? { Limits } : {}) }
  }

  async function start(composeFile: string, body: Start, service?: string): Promise<void> {
    const project = confirmed(composeFile)
    if (service && !project.services.has(service))
      throw new Invalid(phrase('plugins.composeServiceUnknown', service), 'service')
    const before = withBody(composeFile, body)
    await prepare(composeFile, project, before)
    const saved = await pinned(composeFile, project, before)
    const name = projectName(composeFile)
    try {
      const file = resolved(composeFile, project, saved)
      // Another superd that starts removes groups without programs, such as that of this engine during a build, with its limit.
      await host.ensure()
      await startServices({ clock: machine.clock, engine, runner }, { name, project, file, only: service || undefined })
    } catch (error) {
      // Services that were started before another failed would run unsupervised.
      const started = saved.Running ? [] : await engine.containersOf(name).catch(() => [])
      // The engine may have ended: the first error is the reason.
      await Promise.allSettled(started.map(({ Id }) => engine.stopContainer(Id)))
      throw error
    }
    state.save(composeFile, { ...saved, Running: true })
  }

  async function stop(composeFile: string, service?: string): Promise<void> {
    const saved = state.project(composeFile)
    if (!saved) return void state.allowed(composeFile)
    if (!service) state.save(composeFile, { ...saved, Running: false })
    if (!(await engine.ping())) return
    for (const { Id, Labels } of await engine.containersOf(projectName(composeFile))) {
      if (service && Labels[SERVICE_LABEL] !== service) continue
      await engine.stopContainer(Id)
      // A container of a running project that has ended would be started again.
      if (service) await engine.removeContainer(Id)
    }
  }

  async function down(composeFile: string): Promise<void> {
    const saved = state.project(composeFile)
    if (!saved) return
    const name = projectName(composeFile)
    await host.ensure()
    for (const { Id } of await engine.containersOf(name)) await engine.removeContainer(Id)
    await engine.removeNetwork(name)
    state.save(composeFile, { ...saved, Running: false })
  }

  return {
    start: (composeFile, body = {}, service) => inTurn(composeFile, () => start(composeFile, body, service)),
    restart: (composeFile, body = {}, service) =>
      inTurn(composeFile, async () => {
        confirmed(composeFile)
        await stop(composeFile, service)
        await start(composeFile, body, service)
      }),
    stop: (composeFile, service) => inTurn(composeFile, () => stop(composeFile, service)),
    down: (composeFile) => inTurn(composeFile, () => down(composeFile)),
    remove: (composeFile) =>
      inTurn(composeFile, async () => {
        await down(composeFile)
        const name = projectName(composeFile)
        const images = Object.values(state.project(composeFile)?.Images ?? {})
        if (await engine.ping()) {
          await engine.removeVolumes(name)
          for (const image of images) await engine.removeImage(image).catch(() => undefined)
        }
        state.forget(composeFile)
        const directory = cloneDirectory(composeFile)
        if (dirname(directory) !== USER_PLUGINS) return
        machine.removeDirectory(`${data}/${directory}`)
        state.saveClone(directory, undefined)
      }),
    build: (composeFile) =>
      inTurn(composeFile, async () => {
        const project = confirmed(composeFile)
        const saved = withBody(composeFile, {})
        await prepare(composeFile, project, saved)
        const found = await fetchImages(composeFile, project, saved, [...project.services.keys()])
        state.save(composeFile, { ...saved, ...found })
      }),
    rights(composeFile) {
      const { Name } = state.listed().find((entry) => entry.ComposeFile === composeFile) ?? { Name: '' }
      const isCloned = composeFile.startsWith(`${USER_PLUGINS}/`) && posix.normalize(composeFile) === composeFile
      if (!isCloned) state.allowed(composeFile)
      return read(composeFile, Name || basename(cloneDirectory(composeFile))).rights
    },
    update: (composeFile, addresses, reviewed) =>
      inTurn(composeFile, () =>
        update({ ...deps, read, confirmed, prepare, fetchImages, resolved }, composeFile, addresses, reviewed),
      ),
    async clone(source, name) {
      if (!isPluginName(name)) throw new Invalid(phrase('plugins.nameReserved', name), 'url')
      const directory = `${USER_PLUGINS}/${name}`
      if (state.listed().some((entry) => cloneDirectory(entry.ComposeFile) === directory))
        throw new Conflict(phrase('plugins.projectExists', name))
      const fresh = `${data}/${USER_PLUGINS}/.${name}.new`
      return await inTurn(directory, async () => {
        machine.removeDirectory(fresh)
        machine.makeDirectory(dirname(fresh))
        const Revision = await deps.clone(source, fresh)
        try {
          const described = describePlugin(machine, fresh)
          const composeFile = `${directory}/${described.composeIn(directory)}`
          const project = read(composeFile, described.name, fresh)
          machine.removeDirectory(`${data}/${directory}`)
          machine.tree.rename(fresh, `${data}/${directory}`)
          const Requests = validRequests(described.description)
          state.saveClone(directory, { URL: source.url, Revision, AllowPrivate: source.allowPrivate, Requests })
          return { Directory: directory, Description: described.description, Revision, Rights: project.rights }
        } finally {
          machine.removeDirectory(fresh)
        }
      })
    },
    source: (composeFile) => state.clone(cloneDirectory(composeFile))?.URL,
    revive: (composeFile, container) =>
      inTurn(composeFile, async () => {
        checkPaths(machine.tree, data, confirmed(composeFile).paths)
        await engine.startContainer(container)
      }),
    async status(composeFile, service) {
      state.allowed(composeFile)
      const containers = (await engine.ping()) ? await engine.containersOf(projectName(composeFile)) : []
      const found = containers.find((one) => (service ? one.Labels[SERVICE_LABEL] === service : !isJob(one)))
      if (found?.State !== 'running') throw new NotFound(phrase('plugins.projectNotRunning', service || composeFile))
      const { Id: ID, State, Status, ImageID: Image } = found
      return JSON.stringify({ ID, Service: found.Labels[SERVICE_LABEL], State, Status, Image })
    },
    async directories(composeFile) {
      const { own } = directoriesOf(data, composeFile, state.allowed(composeFile).Name)
      return [...own, ...(await engine.volumeDirectories(projectName(composeFile)))]
    },
  }
}

function readFile(
  machine: Pick<SuperdMachine, 'readFile' | 'tree'>,
  path: string,
  directories: PluginDirectories,
): Project {
  if (machine.tree.kindOf(path) !== 'file') throw new NotFound(phrase('plugins.composeFileMissing', path))
  const text = machine.readFile(path) ?? ''
  try {
    return analyse(text, directories)
  } catch (error) {
    if (error instanceof Invalid)
      throw new Invalid(phrase('machine.programOutcome', basename(path), phraseOrText(error)))
    throw error
  }
}
