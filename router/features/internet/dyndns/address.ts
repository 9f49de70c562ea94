import type { Uplink } from '../../../compiler/network.ts'
import type { Core } from '../../../core.ts'
import { CommandFailed } from '../../../errors.ts'
import type { DynDnsSettings } from '../../../model/internet/dyndns/settings.ts'
import { type Ip, isIp } from '../../../values/ip.ts'
import { reachOf } from '../../../values/subnet.ts'

const MOST_BYTES = 4096
const TIMEOUT_MS = 10_000

/** The address that names are to have, or why there is none. */
export type PublicAddress = { readonly address: Ip } | { readonly reason: string }

/** The uplink that new connections use, or the first of them: with an address, and working according to its probes. */
export function activeUplink(uplinks: readonly Uplink[]): { readonly link: string; readonly address: Ip } | undefined {
  const ready = uplinks.filter(({ address, router }) => address && router)
  const { link, address } = ready.find(({ well }) => well) ?? ready[0] ?? {}
  return link && address ? { link, address: address.split('/')[0]! } : undefined
}

/** The address of the active uplink; behind another router, the one that `IpUrl` or one of `IpUrls` returns over this uplink. */
export async function publicAddress(
  { uplinks, machine, resolve, authorities }: Pick<Core, 'uplinks' | 'machine' | 'resolve' | 'authorities'>,
  { IpUrl, IpUrls }: Pick<DynDnsSettings, 'IpUrl' | 'IpUrls'>,
): Promise<PublicAddress> {
  const uplink = activeUplink(uplinks())
  if (!uplink) return { reason: 'no uplink has an address' }
  const { link, address } = uplink
  if (reachOf(address) === 'public') return { address }
  const urls = [...new Set([IpUrl, ...IpUrls])].filter((url) => url !== '')
  const reasons: string[] = []
  for (const url of urls) {
    try {
      return { address: await ask(url, link) }
    } catch (error) {
      reasons.push(
        `${new URL(url).hostname}: ${error instanceof CommandFailed ? error.stderr : (error as Error).message}`,
      )
    }
  }
  return {
    reason:
      reasons.length > 0
        ? `the public address cannot be determined (${reasons.join('; ')})`
        : `the address of ${link}, ${address}, is private: set a URL that returns the public address`,
  }

  async function ask(url: string, link: string): Promise<Ip> {
    const ip = await resolve(new URL(url).hostname)
    const text = await machine.fetchText({ url, ip, link, mostBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, authorities })
    const [found, another] = new Set((text.match(/(?<!\d|\d\.)\d{1,3}(\.\d{1,3}){3}(?!\.?\d)/g) ?? []).filter(isIp))
    if (found === undefined) throw new Error('the answer contains no IPv4 address')
    // Such as a page of a provider in place of the answer: one of them may belong to anybody.
    if (another !== undefined) throw new Error('the answer contains more than one IPv4 address')
    if (reachOf(found) !== 'public') throw new Error(`the answer is ${found}, a private address`)
    return found
  }
}
