import type { DnsClient } from '../../compiler/network.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Sockets } from '../../machine/sockets.ts'
import { type Cache, openCache } from './cache.ts'
import type { Outcome } from './stage.ts'
import type { ResolverView } from './state.ts'
import { type Health, openProvider, type ProviderSettings } from './upstream/provider.ts'
import { openUpstream, type Upstream } from './upstream/upstream.ts'

/** A set of upstreams with a cache of its own: the answers of a family filter are not for other devices. */
export interface UpstreamGroup {
  readonly upstream: Upstream
  readonly cache: Cache
  /** Queries in flight by cache key: identical ones share one exchange. */
  readonly open: Map<string, Promise<Outcome>>
}

export interface UpstreamGroups extends Disposable {
  for(client: DnsClient): UpstreamGroup
  /** For the router's own queries. */
  readonly own: Upstream
  /** Applies the view's settings. A group whose upstreams changed is replaced, and its cache is empty. */
  refresh(): void
  health(): { upstreams: Health[]; familyUpstreams: Health[] }
}

export function openUpstreamGroups(view: ResolverView, sockets: Sockets, clock: Clock): UpstreamGroups {
  const upstreamOf = (settings: readonly ProviderSettings[]): Upstream =>
    openUpstream(
      settings.map((one) => openProvider(sockets, clock, one)),
      clock,
    )
  const open = (settings: readonly ProviderSettings[]) => ({
    settings,
    upstream: upstreamOf(settings),
    cache: openCache(),
    open: new Map<string, Promise<Outcome>>(),
  })
  let normal = open(view.upstreams)
  let family = open(view.familyUpstreams)
  let own = { settings: view.ownUpstreams, upstream: upstreamOf(view.ownUpstreams) }

  const renewed = (have: typeof normal, settings: readonly ProviderSettings[]): typeof normal => {
    if (have.settings === settings) return have
    have.upstream[Symbol.dispose]()
    return open(settings)
  }
  return {
    for: (client) => (client.family ? family : normal),
    get own() {
      return own.upstream
    },
    refresh() {
      normal = renewed(normal, view.upstreams)
      family = renewed(family, view.familyUpstreams)
      if (own.settings === view.ownUpstreams) return
      own.upstream[Symbol.dispose]()
      own = { settings: view.ownUpstreams, upstream: upstreamOf(view.ownUpstreams) }
    },
    health: () => ({
      upstreams: normal.upstream.providers.map((provider) => provider.health()),
      familyUpstreams: family.upstream.providers.map((provider) => provider.health()),
    }),
    [Symbol.dispose]() {
      normal.upstream[Symbol.dispose]()
      family.upstream[Symbol.dispose]()
      own.upstream[Symbol.dispose]()
    },
  }
}
