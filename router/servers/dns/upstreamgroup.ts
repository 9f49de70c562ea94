import type { DnsClient } from '../../compiler/network.ts'
import type { MonotonicClock } from '../../machine/machine.ts'
import type { Sockets, UpstreamSockets } from '../../machine/sockets.ts'
import { type Cache, openCache } from './cache.ts'
import type { Outcome } from './stage.ts'
import type { ExitUpstreams, ResolverView } from './state.ts'
import { type Health, openProvider, type ProviderSettings } from './upstream/provider.ts'
import { openUpstream, type Upstream } from './upstream/upstream.ts'

/** A set of upstreams with its own cache: the answers of a family filter are not for other devices. */
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

export function openUpstreamGroups(view: ResolverView, sockets: Sockets, clock: MonotonicClock): UpstreamGroups {
  const upstreamOf = (settings: readonly ProviderSettings[], over: UpstreamSockets = sockets): Upstream =>
    openUpstream(
      settings.map((one) => openProvider(over, clock, one)),
      clock,
    )
  const open = (settings: readonly ProviderSettings[], over?: UpstreamSockets) => ({
    settings,
    upstream: upstreamOf(settings, over),
    cache: openCache(),
    open: new Map<string, Promise<Outcome>>(),
  })
  let normal = open(view.upstreams)
  let family = open(view.familyUpstreams)
  /** No upstreams: queries of a client whose exit has no tunnel must not leave. */
  const closed = open([])
  const exits = new Map<number, OfExit>()
  const openExit = (item: ExitUpstreams): OfExit => {
    const over = sockets.over(item.link)
    return { item, normal: open(item.providers, over), family: open(item.family, over) }
  }
  const closeExit = ({ normal, family }: OfExit): void => {
    normal.upstream[Symbol.dispose]()
    family.upstream[Symbol.dispose]()
  }
  const refreshExits = (): void => {
    for (const [number, one] of exits) {
      if (view.exits.get(number) === one.item) continue
      closeExit(one)
      exits.delete(number)
    }
    for (const [number, item] of view.exits) if (!exits.has(number)) exits.set(number, openExit(item))
  }
  refreshExits()
  let own = { settings: view.ownUpstreams, upstream: upstreamOf(view.ownUpstreams) }

  const renewed = (have: typeof normal, settings: readonly ProviderSettings[]): typeof normal => {
    if (have.settings === settings) return have
    have.upstream[Symbol.dispose]()
    return open(settings)
  }
  return {
    for({ exit, family: isFamily }) {
      const { normal: forAll, family: forFamily } =
        exit === undefined ? { normal, family } : (exits.get(exit) ?? { normal: closed, family: closed })
      return isFamily ? forFamily : forAll
    },
    get own() {
      return own.upstream
    },
    refresh() {
      normal = renewed(normal, view.upstreams)
      family = renewed(family, view.familyUpstreams)
      refreshExits()
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
      for (const one of exits.values()) closeExit(one)
    },
  }
}

/** The groups of an exit. */
interface OfExit {
  readonly item: ExitUpstreams
  readonly normal: UpstreamGroup
  readonly family: UpstreamGroup
}
