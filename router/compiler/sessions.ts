import type { InterfaceConfig } from '../model/internet/links/interface.ts'
import { carrierOf, mtuOf } from '../model/internet/ppp/ppp.ts'
import type { Facts } from '../store/facts.ts'
import type { PppoeSession } from './network.ts'

/** The PPPoE sessions to open: those whose carrier and uplink are both among `links`, the enabled ones. */
export function compileSessions(
  links: readonly InterfaceConfig[],
  { ppps, downLinks }: Pick<Facts, 'ppps' | 'downLinks'>,
): PppoeSession[] {
  const has = (Name: string, Subtype: InterfaceConfig['Subtype']): boolean =>
    links.some((link) => link.Name === Name && link.Subtype === Subtype)
  return [...ppps.values()]
    .filter((row) => has(row.Iface, 'pppup') && has(row.PPPIface, 'ppp') && !downLinks.has(carrierOf(row)))
    .sort((a, b) => (a.PPPIface < b.PPPIface ? -1 : 1))
    .map((row) => ({
      link: row.PPPIface,
      carrier: carrierOf(row),
      parent: row.Iface,
      vlan: row.VLAN ? { link: carrierOf(row), parent: row.Iface, tag: Number(row.VLAN) } : undefined,
      username: row.Username,
      secret: row.Secret,
      mtu: mtuOf(row),
    }))
}
