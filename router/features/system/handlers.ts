import { Invalid, NotFound } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { InterfaceConfig } from '../links/interface.ts'
import type { Handlers } from '../operation.ts'
import type { system } from './contract.ts'

/** What clients ask the version of. All of it is one program. */
const PARTS = ['superd', 'super_base', 'base', 'api', 'frontend', 'dns', 'dhcp', 'wifid']

const RESTART_DELAY_MS = 250

interface Needs {
  readonly clock: Clock
  readonly restart: () => void
  readonly facts: Facts
  readonly version: string
  /** Whether each part runs now, by the name that clients know it by. */
  readonly running: Readonly<Record<string, () => boolean>>
  readonly pass: { readonly drift: readonly Drift[] }
}

export function systemHandlers({ clock, restart, facts, version, running, pass }: Needs): Handlers<typeof system> {
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
    ],

    version({ query: { container = [], plugin = [] } }) {
      // `?container=` is how API 0.3.0 writes that no part is meant.
      const parts = [...container, ...plugin].filter((part) => part !== '')
      const unknown = parts.find((part) => !PARTS.includes(part))
      if (unknown !== undefined) throw new Invalid(`There is no part ${JSON.stringify(unknown)}.`)
      return parts.length > 1 ? Object.fromEntries(parts.map((part) => [part, version])) : version
    },

    service({ query: { service } }) {
      const isRunning = Object.hasOwn(running, service) && running[service]?.()
      if (!isRunning) throw new NotFound(`${JSON.stringify(service)} does not run on this router.`)
      return JSON.stringify({ Name: `super${service}`, Service: service, State: 'running' })
    },

    // The answer leaves first.
    restart: () => void clock.after(RESTART_DELAY_MS, restart),

    drift: () => [...pass.drift],
  }
}
