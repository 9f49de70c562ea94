/** Where a search is answered. `url` may have a port and the path that the service is mounted below. */
export interface SearchHost {
  readonly url: string
  readonly protocol: 'http' | 'https'
  readonly accept: 'read' | 'write' | 'readWrite'
}

/** What the hosted service's client remembers of a host: whether it answered, and when that was. */
interface HostCache {
  get<State>(host: SearchHost, unknown: () => Promise<State>): Promise<State>
  set<State>(host: SearchHost, state: State): Promise<State>
  delete(host: SearchHost): Promise<void>
  clear(): Promise<void>
}

/** The parts of `algoliasearch` 5 that lead it somewhere: it reads both anew for each call. */
export interface SteeredClient {
  readonly transporter: { readonly hosts: SearchHost[]; readonly hostsCache: unknown }
}

/**
 * Makes a client use these hosts, in that order, and store which of them failed. Version 5.19.0 looks that up by the host as
 * it was configured, and stores it by the host together with its state, so that it never finds it again: a failed first host
 * would be tried again for each letter that is typed. Here the key is the address of the host.
 */
export function leadTo<Client extends SteeredClient>(client: Client, hosts: readonly SearchHost[]): Client {
  client.transporter.hosts.splice(0, Number.POSITIVE_INFINITY, ...hosts)
  const states = new Map<string, unknown>()
  const keyOf = ({ protocol, url, accept }: SearchHost): string => `${accept} ${protocol}://${url}`
  const remember: HostCache = {
    async get<State>(host: SearchHost, unknown: () => Promise<State>) {
      const known = states.get(keyOf(host)) as State | undefined
      return known ?? (await unknown())
    },
    async set(host, state) {
      states.set(keyOf(host), state)
      return state
    },
    async delete(host) {
      states.delete(keyOf(host))
    },
    async clear() {
      states.clear()
    },
  }
  Object.assign(client.transporter.hostsCache as HostCache, remember)
  return client
}
