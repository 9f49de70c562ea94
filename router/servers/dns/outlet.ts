import type { DnsClient } from '../../compiler/network.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Sockets } from '../../machine/sockets.ts'
import { type Cache, openCache } from './cache.ts'
import type { Outcome } from './stage.ts'
import { type Health, openProvider, type ProviderSettings } from './upstream/provider.ts'
import { openUpstream, type Upstream } from './upstream/upstream.ts'
import type { View } from './view.ts'

/** One set of providers, with all that was learned from it: a family filter's answers are not everybody's. */
export interface Outlet {
  readonly upstream: Upstream
  readonly cache: Cache
  /** Questions that are being asked right now, so that each is asked once. */
  readonly open: Map<string, Promise<Outcome>>
}

export interface Outlets extends Disposable {
  for(client: DnsClient): Outlet
  /** For the router's own questions. */
  readonly own: Upstream
  /** Take what the view says now. An outlet whose providers changed starts anew, with an empty cache. */
  refresh(): void
  health(): { upstreams: Health[]; familyUpstreams: Health[] }
}

export function openOutlets(view: View, sockets: Sockets, clock: Clock): Outlets {
  const ask = (settings: readonly ProviderSettings[]): Upstream =>
    openUpstream(
      settings.map((one) => openProvider(sockets, clock, one)),
      clock,
    )
  const open = (settings: readonly ProviderSettings[]) => ({
    settings,
    upstream: ask(settings),
    cache: openCache(),
    open: new Map<string, Promise<Outcome>>(),
  })
  let normal = open(view.upstreams)
  let family = open(view.familyUpstreams)
  let own = { settings: view.ownUpstreams, upstream: ask(view.ownUpstreams) }

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
      own = { settings: view.ownUpstreams, upstream: ask(view.ownUpstreams) }
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
