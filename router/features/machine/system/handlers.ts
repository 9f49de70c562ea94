import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { Drift } from '../../../events/catalogue.ts'
import type { InterfaceConfig } from '../../../model/internet/links/interface.ts'
import type { system } from '../../../model/machine/system/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Superd } from '../../../model/plugins/installed/superd.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** What clients ask the version of, also with the prefix `super`. All of it is one program. */
const PARTS: ReadonlySet<string> = new Set([
  ...['base', 'api', 'frontend', 'dns', 'dhcp', 'wifid', 'wireguard', 'ppp', 'lookup', 'dyndns', 'db'],
])
const isPart = (name: string): boolean =>
  name === 'superd' || name === 'super_base' || PARTS.has(name.replace(/^super(?=.)/, ''))

const RESTART_DELAY_MS = 250

interface Needs extends Pick<Core, 'clock' | 'facts' | 'version'> {
  readonly restart: () => void
  readonly isDemonstration: boolean
  /** Whether each part runs now, by the name that clients know it by. */
  readonly running: Readonly<Record<string, () => boolean>>
  readonly superd: Pick<Superd, 'ps'>
  readonly pass: { readonly drift: readonly Drift[] }
}

export function systemHandlers({
  clock,
  restart,
  isDemonstration,
  facts,
  version,
  running,
  superd,
  pass,
}: Needs): Handlers<typeof system> {
  const has = (test: (link: InterfaceConfig) => boolean): boolean => [...facts.interfaces.values()].some(test)
  return {
    status: () => 'Online',

    features: () => [
      'dns',
      ...(has(({ Name, Type, Enabled }) => Type === 'AP' && Enabled && facts.radios.has(Name))
        ? (['wifi'] as const)
        : []),
      ...(has(({ Subtype }) => Subtype === 'ppp') ? (['ppp'] as const) : []),
      'wireguard',
      ...(isDemonstration ? (['demonstration'] as const) : []),
    ],

    version({ query: { container = [], plugin = [] } }) {
      // `?container=` is how API 0.3.0 writes that no part is meant.
      const parts = [...container, ...plugin].filter((part) => part !== '')
      const versionOf = (part: string): string | undefined =>
        facts.plugins.get(part.toLowerCase())?.Revision ?? (isPart(part) ? version : undefined)
      const [first] = parts
      // Present clients ask for all of their parts in one call, whether or not a router has them.
      if (parts.length > 1) return Object.fromEntries(parts.map((part) => [part, versionOf(part) ?? '']))
      const one = first === undefined ? version : versionOf(first)
      if (one === undefined) throw new Invalid(phrase('machine.partUnknown', JSON.stringify(first)))
      return one
    },

    async service({ query: { service, compose_file = '' } }) {
      if (facts.setting('composePaths').includes(compose_file)) {
        const state = await superd.ps(compose_file, service)
        if (state === undefined) throw new NotFound(phrase('machine.containerNotRunning', JSON.stringify(service)))
        return state
      }
      const isRunning = Object.hasOwn(running, service) && running[service]?.()
      if (!isRunning) throw new NotFound(phrase('machine.partNotRunning', JSON.stringify(service)))
      return JSON.stringify({ Name: `super${service}`, Service: service, State: 'running' })
    },

    // The answer leaves first.
    restart: () => void clock.after(RESTART_DELAY_MS, restart),

    drift: () => [...pass.drift],
  }
}
