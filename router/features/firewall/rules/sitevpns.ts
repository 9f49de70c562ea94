import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { SiteVpn, SiteVpnInput } from '../../../model/firewall/rules/contract.ts'
import { MASK } from '../../../model/home/devices/device.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import type { tunnels } from '../../../model/vpn/tunnels/contract.ts'
import { numberOf } from '../../../model/vpn/tunnels/tunnel.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** The operations of `/vpn/tunnels` that change tunnels, with their checks. */
export type TunnelOperations = Pick<Handlers<typeof tunnels>, 'update' | 'remove'>

interface Deps extends Pick<Core, 'facts'> {
  readonly tunnels: TunnelOperations
}

/** Outgoing tunnels by place, in the order of their links, as present clients have them. */
export function siteVpnList({ facts, tunnels }: Deps) {
  const all = () => [...facts.tunnels.values()].sort((a, b) => numberOf(a.Link) - numberOf(b.Link))
  const entries = (): SiteVpn[] =>
    all().map(({ Name, Link, Addresses, Enabled, DNS, Peer }) => ({
      ...{ Name, Interface: Link, Disabled: !Enabled, Address: Addresses[0] ?? '', PrivateKey: MASK },
      ...{ PeerPublicKey: Peer.PublicKey, PresharedKey: Peer.PresharedKey === '' ? '' : MASK, Endpoint: Peer.Endpoint },
      DNS: DNS.join(', '),
    }))
  /** Clients do not name tunnels. */
  const freeName = (): string => {
    for (let number = 1; ; number++) if (!facts.tunnels.has(`site ${number}`)) return `site ${number}`
  }
  const at = (n: number) => {
    const tunnel = all()[n]
    if (!tunnel) throw new NotFound(phrase('firewall.siteTunnelUnknown', n))
    return tunnel
  }
  /** A field that present clients send back as they read it is unchanged. */
  const save = async (Name: string, body: SiteVpnInput, caller: Caller): Promise<void> => {
    const { Address, Disabled, PrivateKey, PeerPublicKey, DNS } = body
    const before = facts.tunnels.get(Name)
    const kept = before?.Addresses[0] === Address ? before.Addresses.slice(1) : []
    await tunnels.update({
      params: { name: Name },
      query: {},
      body: {
        Enabled: !Disabled,
        Addresses: [Address, ...kept],
        PrivateKey: PrivateKey === MASK || PrivateKey === '' ? undefined : PrivateKey,
        DNS:
          DNS === undefined || DNS === null
            ? undefined
            : DNS.split(',')
                .map((ip) => ip.trim())
                .filter(Boolean),
        Peer: {
          ...(before && { AllowedIPs: before.Peer.AllowedIPs, PersistentKeepalive: before.Peer.PersistentKeepalive }),
          PublicKey: PeerPublicKey,
          Endpoint: body.Endpoint ?? body.PeerEndpoint ?? before?.Peer.Endpoint,
          PresharedKey: body.PresharedKey ?? body.PeerPresharedKey,
        },
      },
      caller,
    })
  }
  return {
    entries,
    async add(body: SiteVpnInput, caller: Caller): Promise<SiteVpn[]> {
      const name = body.Name || freeName()
      if (facts.tunnels.has(name)) throw new Invalid(phrase('firewall.siteTunnelNameTaken', name), 'Name')
      await save(name, body, caller)
      return entries()
    },
    async replace(n: number, body: SiteVpnInput, caller: Caller): Promise<SiteVpn[]> {
      if (n === all().length) return await this.add(body, caller)
      const { Name } = at(n)
      if (body.Name && body.Name !== Name) throw new Invalid(phrase('firewall.siteTunnelNameFixed', Name), 'Name')
      await save(Name, body, caller)
      return entries()
    },
    async remove(n: number, caller: Caller): Promise<SiteVpn[]> {
      await tunnels.remove({ params: { name: at(n).Name }, query: {}, body: undefined, caller })
      return entries()
    },
  }
}
