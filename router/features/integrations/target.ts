import type { Target } from '../../machine/dial.ts'
import type { Facts } from '../../store/facts.ts'
import { isIp } from '../../values/ip.ts'
import type { Found } from '../names/resolution.ts'
import { localAddresses } from '../names/resolution.ts'
import { ConnectFailed } from './failure.ts'

/** The server of an integration, as its settings name it. */
export interface Server {
  readonly Host: string
  readonly Port: number
  readonly TLS: boolean
  readonly Authority: string
}

interface Deps {
  readonly facts: Facts
  readonly resolver: { lookUp(name: string): Promise<Found | undefined> }
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
}

/** Returns a function that finds the address of a server. It throws `ConnectFailed` if its name cannot be resolved. */
export const openTargets =
  ({ facts, resolver, authorities }: Deps) =>
  async ({ Host, Port, TLS, Authority }: Server): Promise<Target> => {
    const ips = isIp(Host) ? [Host] : (localAddresses(facts, Host) ?? (await resolver.lookUp(Host))?.ips)
    const ip = ips?.[0]
    if (ip === undefined) throw new ConnectFailed('Host', `the name ${Host} cannot be resolved`)
    const trust = { name: Host, only: Authority.trim() === '' ? undefined : Authority, additional: authorities }
    return { ip, port: Port, trust: TLS ? trust : undefined }
  }
