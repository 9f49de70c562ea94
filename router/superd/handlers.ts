import { basename } from 'node:path'
import { Invalid, NotFound } from '../errors.ts'
import type { Handlers } from '../model/operation.ts'
import { obstacleMessage } from '../model/plugins/installed/obstacle.ts'
import { difference, requestsNothing } from '../model/plugins/installed/requests.ts'
import type { superdSocket } from '../model/plugins/superd/contract.ts'
import { phrase, phraseFrom } from '../phrases/phrase.ts'
import { unconfirmed } from './compose/rights.ts'
import type { EngineHost } from './dockerd.ts'
import { SERVICE_LABEL } from './engine.ts'
import { repositoryName } from './git.ts'
import type { GitServerAddresses, Projects } from './projects.ts'
import type { Registry } from './registry.ts'
import { cloneDirectory, type SuperdState, USER_PLUGINS } from './state.ts'

interface Deps {
  readonly projects: Projects
  readonly host: EngineHost
  readonly state: SuperdState
  readonly registry: Registry
  /** The version of the router. */
  readonly version: string
  /** Resolves the names of git servers for callers that do not. */
  readonly addresses: GitServerAddresses
  /** The tags of an image in its registry. */
  readonly tags: (image: string) => Promise<string[]>
}

/** Services of the router, which are no containers. */
const OWN_PARTS = [
  '',
  'superd',
  'super_superd',
  'base',
  'super_base',
  'api',
  'super_api',
  'dns',
  'dhcp',
  'wifid',
  'frontend',
]

export function superdHandlers({
  projects,
  host,
  state,
  registry,
  version,
  addresses,
  tags,
}: Deps): Handlers<typeof superdSocket> {
  const { engine } = host

  async function updateGit(url: string): Promise<void> {
    const directory = `${USER_PLUGINS}/${repositoryName(url)}`
    const entry = state.listed().find(({ ComposeFile }) => cloneDirectory(ComposeFile) === directory)
    if (!entry) {
      await projects.clone({ url, addresses: await addresses(url), allowPrivate: false }, repositoryName(url))
      return
    }
    if (state.clone(directory)?.URL !== url)
      throw new Invalid(phrase('plugins.cloneOfOtherRepository', directory), 'git_url')
    const { Updated, Rights, RolledBack, Coded, Requests, Before } = await projects.update(entry.ComposeFile, addresses)
    if (RolledBack) {
      const reason = Coded ? phraseFrom(Coded) : phrase('plugins.updateNotStarting')
      throw new Invalid(phrase('plugins.updateRolledBack', reason))
    }
    const hasGrown = unconfirmed(Rights, entry.Rights).length > 0 || !requestsNothing(difference(Requests, Before))
    if (!Updated && hasGrown) throw new Invalid(phrase('plugins.updateExceedsRights'))
  }
  const signIn = (username: string, password: string): void =>
    registry.set(password === '' ? undefined : { username, password })

  return {
    startPlugin: ({ query }) => projects.start(query.compose_file, {}, query.service),
    start: ({ query, body }) => projects.start(query.compose_file, body, query.service),
    restart: ({ query, body }) => projects.restart(query.compose_file, body, query.service),
    stopPlugin: ({ query }) => projects.stop(query.compose_file, query.service),
    stop: ({ query }) => projects.stop(query.compose_file, query.service),
    down: ({ query }) => projects.down(query.compose_file),
    remove: ({ query }) => projects.remove(query.compose_file),
    build: ({ query }) => projects.build(query.compose_file),
    updatePlugin: ({ query }) => projects.update(query.compose_file, addresses),
    update: ({ query, body: { Addresses, Reviewed } }) =>
      projects.update(query.compose_file, Addresses ? async () => Addresses : addresses, Reviewed),
    clone: ({ body: { URL: url, Addresses, AllowPrivate } }) =>
      projects.clone({ url, addresses: Addresses, allowPrivate: AllowPrivate }, repositoryName(url)),
    source({ query }) {
      const url = projects.source(query.compose_file)
      if (url === undefined) throw new NotFound(phrase('plugins.cloneSourceMissing'))
      return url
    },
    rights: ({ query }) => [...projects.rights(query.compose_file)],
    signInByQuery: ({ query }) => signIn(query.username, query.secret),
    signIn: ({ body }) => signIn(body.Username, body.Secret),
    updateGitPlugin: ({ query }) => updateGit(query.git_url),
    updateGit: ({ query }) => updateGit(query.git_url),
    gitVersion({ query: { plugin } }) {
      if (OWN_PARTS.includes(plugin)) return `v${version}`
      const clone = state.clone(`${USER_PLUGINS}/${basename(plugin)}`)
      if (!clone) throw new Invalid(phrase('plugins.cloneNotFound', plugin), 'plugin')
      return clone.Revision.slice(0, 12)
    },
    async containerVersion({ query: { container } }) {
      if (OWN_PARTS.includes(container)) return version
      const containers = (await engine.ping()) ? await engine.containersOf() : []
      const found = containers.find(({ Labels }) => Labels[SERVICE_LABEL] === container)
      if (!found) throw new Invalid(phrase('plugins.containerNotFound', container), 'container')
      return found.Labels['org.opencontainers.image.version'] ?? found.ImageID.replace('sha256:', '').slice(0, 12)
    },
    dockerPs: ({ query }) => projects.status(query.compose_file, query.service),
    async dockerInfo() {
      await host.ensure()
      return await engine.info()
    },
    // An engine without containers need not be started for its lists.
    containers: async () => ((await engine.ping()) ? await engine.containers() : []),
    networks: async () => ((await engine.ping()) ? await engine.networks() : []),
    async ready() {
      const Obstacle = await host.obstacle()
      return Obstacle ? { Ready: false, Reason: String(obstacleMessage(Obstacle)), Obstacle } : { Ready: true }
    },
    release: () => ({ CustomChannel: '', CustomVersion: '', Current: version }),
    remoteTags: async ({ body: { image } }) => ({ tags: await tags(image) }),
    composePaths: () => state.listed().map(({ ComposeFile }) => ComposeFile),
  }
}
