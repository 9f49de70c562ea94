import type { Uplink } from '../../../compiler/network.ts'
import type { Core } from '../../../core.ts'
import { CommandFailed, FailedAttempt, phraseOf } from '../../../errors.ts'
import type { DynDnsSettings } from '../../../model/internet/dyndns/settings.ts'
import { type Phrase, phrase, severalOf } from '../../../phrases/phrase.ts'
import { type Ip, isIp } from '../../../values/ip.ts'
import { reachOf } from '../../../values/subnet.ts'

const MOST_BYTES = 4096
const TIMEOUT_MS = 10_000

/** The address that names are to have, or why there is none. */
export type PublicAddress = { readonly address: Ip } | { readonly reason: Phrase }

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
  if (!uplink) return { reason: phrase('firewall.noUplinkAddress') }
  const { link, address } = uplink
  if (reachOf(address) === 'public') return { address }
  const urls = [...new Set([IpUrl, ...IpUrls])].filter((url) => url !== '')
  const reasons: Phrase[] = []
  for (const url of urls) {
    try {
      return { address: await ask(url, link) }
    } catch (error) {
      const reason = error instanceof CommandFailed ? error.reason : phraseOf(error)
      reasons.push(phrase('machine.about', new URL(url).hostname, reason))
    }
  }
  const all = severalOf(reasons)
  return {
    reason: all ? phrase('internet.publicAddressUnknown', all) : phrase('internet.uplinkAddressPrivate', link, address),
  }

  async function ask(url: string, link: string): Promise<Ip> {
    const ip = await resolve(new URL(url).hostname)
    const text = await machine.fetchText({ url, ip, link, mostBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, authorities })
    const [found, another] = new Set((text.match(/(?<!\d|\d\.)\d{1,3}(\.\d{1,3}){3}(?!\.?\d)/g) ?? []).filter(isIp))
    if (found === undefined) throw new FailedAttempt(phrase('internet.answerWithoutAddress'))
    // Such as a page of a provider in place of the answer: one of them may belong to anybody.
    if (another !== undefined) throw new FailedAttempt(phrase('internet.answerWithAddresses'))
    if (reachOf(found) !== 'public') throw new FailedAttempt(phrase('internet.answerPrivate', found))
    return found
  }
}
