import type { InterfaceConfig } from '../features/links/interface.ts'
import type { Facts } from '../store/facts.ts'

/** How the router is started. */
export interface RouterOptions {
  readonly uplinks: readonly string[]
  readonly wired: readonly string[]
  readonly wireless: readonly string[]
  /** Where everything remembered is kept. */
  readonly data: string
  readonly port: number
  /** Where HTTPS is answered while TLS is on. */
  readonly securePort: number
  /** A unix socket for callers at the router itself, such as a port forwarder on the same machine. */
  readonly console?: string | undefined
  readonly webRoot?: string | undefined
  /** Where the built documentation is, or will be. */
  readonly siteFolder?: string | undefined
  /** The file that look-ups of networks and makers are answered from: `bin/lookup.js` makes it. */
  readonly lookupFile: string
  /** Threads that answer questions for names; by default as many as the processor is good for. */
  readonly dnsThreads?: number | undefined
  /** PEM text of authorities that upstream resolvers may have their certificates from. */
  readonly authorities: readonly string[]
  readonly version: string
  /** Ends this run and begins another with the same options. */
  readonly restart: () => void
  readonly log: (line: string) => void
  /** The systemd unit in whose name the journal keeps what is logged; absent where nobody does. */
  readonly journalUnit?: string | undefined
  /** How long a minute of the traffic's history lasts, where nobody has a whole one to wait. */
  readonly minuteMs?: number | undefined
}

/** Links named at the start that nobody has said anything else about: until somebody does, they are what they were named as. */
export function unknownLinks(facts: Facts, { uplinks, wired, wireless }: RouterOptions): InterfaceConfig[] {
  const as = (given: Pick<InterfaceConfig, 'Type' | 'Subtype'>, names: readonly string[]): InterfaceConfig[] =>
    names.map((Name) => ({ Name, ...given, Enabled: true }))
  return [
    ...as({ Type: 'Uplink', Subtype: 'ethernet' }, uplinks),
    ...as({ Type: 'Downlink', Subtype: 'ethernet' }, wired),
    ...as({ Type: 'AP', Subtype: '' }, wireless),
  ].filter(({ Name }) => !facts.interfaces.has(Name))
}
