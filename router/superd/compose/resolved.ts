import { containerAddress } from '../../model/plugins/installed/address.ts'
import type { PluginLimits, PluginNetwork } from '../../model/plugins/installed/superd.ts'
import { JOB_LABEL, routerAddress } from '../engine.ts'
import { dependenciesOf, jobsOf } from './jobs.ts'
import type { ComposeService, Project } from './project.ts'

interface Given {
  /** The network of the plugin in the engine, by name. */
  readonly networkName: string
  /** Undefined for a plugin without a network. */
  readonly network: PluginNetwork | undefined
  readonly limits: PluginLimits
}

const MIB = 1 << 20

/** `$` begins a variable for Compose. */
const literal = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll('$', '$$$$')
    : Array.isArray(value)
      ? value.map(literal)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, literal(each)]))
        : value

const networksOf = (networkName: string) => ({ default: { external: true, name: networkName } })

/**
 * The compose file that runs, in format 2.4, as JSON. Each service has its pinned image, an equal share of the limits, no
 * capability that is not confirmed, and the network of the plugin or none. `images` are image IDs by service.
 */
export function resolvedFile(project: Project, images: Readonly<Record<string, string>>, given: Given): string {
  const share = 1 / project.services.size
  const jobs = jobsOf(project.services)
  const services = Object.fromEntries(
    [...project.services].map(([name, service], place) => [
      name,
      {
        ...resolvedService(withoutJobs(service, jobs), images[name] ?? '', share, place, given),
        ...(jobs.has(name) && { labels: { [JOB_LABEL]: 'true' } }),
      },
    ]),
  )
  const volumes = Object.fromEntries(project.volumes.map((name) => [name, {}]))
  const networks = given.network ? { networks: networksOf(given.networkName) } : {}
  return JSON.stringify({ version: '2.4', services, ...networks, volumes }, null, 2)
}

/** superd has run the jobs before: Compose would start them again with the services that depend on them. */
function withoutJobs(service: ComposeService, jobs: ReadonlySet<string>): ComposeService {
  const { depends_on: _all, ...spec } = service.spec
  const others = dependenciesOf(service).filter(([name]) => !jobs.has(name))
  if (others.length === 0) return { ...service, spec }
  const depends_on = Object.fromEntries(others.map(([name, condition]) => [name, { condition }]))
  return { ...service, spec: { ...spec, depends_on } }
}

function resolvedService(
  service: ComposeService,
  image: string,
  share: number,
  place: number,
  { network, limits }: Given,
) {
  const { spec, networkMode, aliases } = service
  const memory = Math.max(6, Math.floor(limits.MemoryMiB * share)) * MIB
  const isConnected = network !== undefined && networkMode === undefined
  return {
    ...(literal(withGateway(spec, network)) as Record<string, unknown>),
    image,
    // superd starts a container that has ended, after it has checked its mounts again.
    restart: 'no',
    ...(isConnected
      ? {
          // A fixed address, which rules of the firewall may name.
          networks: {
            default: {
              ipv4_address: containerAddress(network.Subnet, place),
              ...(aliases.length > 0 && { aliases }),
            },
          },
          dns: [routerAddress(network.Subnet)],
        }
      : { network_mode: networkMode ?? 'none' }),
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true', ...((spec.security_opt as string[] | undefined) ?? [])],
    cpus: Math.max(0.05, Math.round(limits.CPU * share * 100) / 100),
    mem_limit: memory,
    memswap_limit: memory,
    pids_limit: Math.max(4, Math.floor(limits.PIDs * share)),
    // The kernel ends plugins before other programs when memory is exhausted.
    oom_score_adj: 500,
    ulimits: {
      nofile: 4096,
      ...(spec.ulimits as object | undefined),
      core: 0,
      // Applies immediately; the sum of all files is measured at intervals.
      fsize: limits.DiskMiB * MIB,
    },
    logging: {
      driver: 'json-file',
      options: { 'max-size': `${Math.max(1, Math.floor((limits.LogMiB * share) / 2))}m`, 'max-file': '2' },
    },
  }
}

/** `host-gateway` is the router's address in the network of the plugin. Without a network, such a name leads nowhere. */
function withGateway(spec: ComposeService['spec'], network: PluginNetwork | undefined): ComposeService['spec'] {
  if (!Array.isArray(spec.extra_hosts)) return spec
  const gateway = network && routerAddress(network.Subnet)
  const hosts = (spec.extra_hosts as string[]).flatMap((host) => {
    const [name = '', address] = host.split(':')
    return address !== 'host-gateway' ? [host] : gateway ? [`${name}:${gateway}`] : []
  })
  return { ...spec, extra_hosts: hosts }
}

/** The compose file that builds the images of these services with these names, as JSON. Builds use the network of the plugin. */
export function buildFile(project: Project, names: Readonly<Record<string, string>>, given: Given): string {
  const services = Object.fromEntries(
    [...project.services].flatMap(([name, { build }]) => {
      if (!build || names[name] === undefined) return []
      const network = build.network ?? (given.network ? given.networkName : 'none')
      return [[name, { image: names[name], build: literal({ ...build, network }) }]]
    }),
  )
  return JSON.stringify({ version: '2.4', services }, null, 2)
}
