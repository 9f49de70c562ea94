import { Refused } from '../../errors.ts'
import type { LinkChange } from '../../machine/routing.ts'
import { phrase } from '../../phrases/phrase.ts'
import { isIp } from '../../values/ip.ts'
import { itemOf } from '../driver.ts'
import type { LinkStep, NetlinkItem } from './item.ts'
import { exitRoute } from './routing.ts'

const ETHERNET_MTU = 1500

/** The change of the machine for a step. Throws `Refused` for an invalid address: a DHCP server may send any text. */
export function changeOf(step: LinkStep<NetlinkItem>): LinkChange {
  const item = itemOf(step)
  const present = step.value !== undefined
  switch (item.kind) {
    case 'bridge':
      return { kind: 'bridge', link: item.link, present }
    case 'vlan':
      return { ...item, present }
    case 'mac':
      return present ? { ...item, present } : { kind: 'mac', link: item.link, present }
    case 'mtu':
      return { ...item, present, mtu: present ? item.mtu : ETHERNET_MTU }
    case 'up':
      return { kind: 'up', link: item.link, present: true }
    case 'down':
      return { kind: 'up', link: item.link, present: !present }
    case 'address':
      return { ...item, present, ip: demandIp(item.ip) }
    case 'connected':
      return { ...item, kind: 'connected route', present, source: demandIp(item.source) }
    case 'local':
      return { ...item, kind: 'local route', present, ip: demandIp(item.ip) }
    case 'stray':
      return { kind: 'any route', present, route: item.route }
    case 'neighbour': {
      const { kind, link, mac } = item
      const ip = demandIp(item.ip)
      return present ? { kind, link, present, ip, mac } : { kind, link, present, ip }
    }
    case 'route':
      return {
        ...item,
        kind: 'default route',
        present,
        gateway: demandIp(item.gateway),
        source: demandIp(item.source),
      }
    case 'exit':
      return { kind: 'any route', present, route: exitRoute(item.table, item.link) }
    case 'behind':
      return { ...item, kind: 'route', present, gateway: item.gateway && demandIp(item.gateway) }
    case 'rule':
      return { kind: 'rule', present, ...item.rule }
    case 'input guard':
      return { ...item, present }
  }
}

function demandIp(text: string): string {
  if (!isIp(text)) throw new Refused(phrase('internet.linkAddressNotIpv4', text || 'nothing'))
  return text
}
