import type { Frame } from '../compiler/network.ts'
import type { Core } from '../core.ts'
import { watchLinkPresence } from '../presence/watch/links.ts'
import { followRadios } from '../presence/watch/radios.ts'
import type { Database } from '../store/database.ts'
import { keepCopies } from '../store/hourly.ts'

/** Watches the links and radios of the machine, and keeps copies of the saved state. */
export function watchMachine(
  { machine, clock, onFailure, facts, pass, change, network, radio, keep }: Core,
  database: Database,
): void {
  keep(keepCopies({ database, clock, between: pass.between, onFailure }))
  keep(
    watchLinkPresence({
      machine,
      facts,
      change,
      changed(names) {
        radio.learnLinks(facts.links.values())
        const lasting = lastingLinks(network().frame)
        if (names.some((name) => lasting.includes(name))) void pass.converge()
      },
      onFailure,
    }),
  )
  void change(followRadios).catch((error) => onFailure('radios could not be recognized', error))
}

/** Links that do not depend on a device. When one is removed and added again, the kernel has lost its settings. */
const lastingLinks = ({ wired, uplinks, sessions, tunnels, vlans, customs }: Frame): string[] => [
  ...wired,
  ...uplinks.map(({ link }) => link),
  ...sessions.map(({ carrier }) => carrier),
  ...tunnels.map(({ link }) => link),
  ...vlans.map(({ parent }) => parent),
  ...customs.map(({ link }) => link),
]
