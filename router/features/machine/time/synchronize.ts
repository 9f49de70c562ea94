import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Ip } from '../../../values/ip.ts'
import { type AskDeps, askServers } from './ask.ts'
import { RELEASED } from './lasttime.ts'
import { plainLookUp } from './plainlookup.ts'
import { setClock } from './raise.ts'

export interface SynchronizeDeps extends AskDeps, Pick<Core, 'facts'> {
  readonly machine: Pick<Machine, 'clock' | 'run'>
  /** Earlier times are refused, in milliseconds since 1970. */
  readonly released?: number
}

/** `forwards`: a clock that is ahead is not changed. */
export type Synchronize = (mode?: { readonly forwards: boolean }) => Promise<number>

/**
 * Sets the clock from the time servers, and returns by how many milliseconds it was behind. Throws `Invalid` if no server answers or
 * the clock cannot be set. Concurrent calls set it once.
 */
export function openSynchronize(deps: SynchronizeDeps): Synchronize {
  const { machine, facts, released = RELEASED } = deps
  const { clock } = machine

  /**
   * The configured servers by the resolver of the router. If none answers, also by the resolvers of the provider without encryption, and
   * the time servers of the provider (DHCP option 42): none of these needs a valid certificate, and so a clock that is right.
   */
  async function offsets(): Promise<number[]> {
    const { Servers } = facts.setting('time')
    const asked = new Set<Ip>()
    const found = await askServers(deps, Servers, asked)
    if (found.length > 0) return found
    const leases = [...facts.uplinkLeases.values()]
    const resolvers: Ip[] = [
      ...leases.flatMap(({ dns }) => dns ?? []),
      ...facts.setting('dns').UpstreamProviders.map(({ IPAddress }) => IPAddress),
    ]
    const lookUp = async (name: string) => ({ ips: await plainLookUp(deps, resolvers, name) })
    const servers = new Set([...Servers, ...leases.flatMap(({ timeServers }) => timeServers ?? [])])
    return await askServers({ ...deps, resolver: { lookUp } }, [...servers], asked)
  }

  async function synchronize(forwards: boolean): Promise<number> {
    const sorted = (await offsets()).sort((a, b) => a - b)
    const offset = sorted[Math.floor((sorted.length - 1) / 2)]
    if (offset === undefined) throw new Invalid(phrase('machine.timeServersSilent'))
    if (clock.now() + offset < released) throw new Invalid(phrase('machine.timeBeforeRelease'))
    if (offset > 0 || !forwards) await setClock(machine, clock.now() + offset)
    return offset
  }

  // Two concurrent runs would each add the same offset to the clock.
  let running: Promise<number> | undefined
  return ({ forwards } = { forwards: false }) => {
    running ??= synchronize(forwards).finally(() => {
      running = undefined
    })
    return running
  }
}
