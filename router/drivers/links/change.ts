import { Refused } from '../../errors.ts'
import { type LinkChange, MAIN_TABLE } from '../../machine/machine.ts'
import { isIp } from '../../values/ip.ts'
import { parseSubnet, type Subnet } from '../../values/subnet.ts'
import type { Step } from '../driver.ts'
import { parseRoute, parseRule, parseStray } from './routing.ts'

/** What a step asks of the machine. Throws `Refused` for what is no address: a network's server may have said anything. */
export function changeOf({ key, had, value }: Step): LinkChange {
  const [kind, ...words] = key.split(' ')
  const [link = '', subject = '', number = ''] = words
  const present = value !== undefined
  switch (kind) {
    case 'bridge':
      return { kind, link, present }
    case 'vlan':
      return { kind, link, present, parent: subject, tag: Number(number) }
    case 'mac':
      return present ? { kind, link, present, mac: value } : { kind, link, present }
    case 'up':
      return { kind, link, present: true }
    case 'down':
      return { kind: 'up', link, present: !present }
    case 'address': {
      const [ip = '', prefix] = subject.split('/')
      return { kind, link, present, ip: demandIp(ip), prefix: Number(prefix) }
    }
    case 'connected':
      return {
        kind: 'connected route',
        link,
        present,
        net: demandSubnet(subject),
        source: demandIp(value ?? had ?? ''),
      }
    case 'local':
      return { kind: 'local route', link, present, ip: demandIp(subject) }
    case 'stray':
      return { kind: 'any route', present, route: parseStray(words) }
    case 'neighbour':
      return present
        ? { kind, link, present, ip: demandIp(subject), mac: value }
        : { kind, link, present, ip: demandIp(subject) }
    case 'route': {
      const { gateway, link, source } = parseRoute(value ?? had ?? '')
      const [table, metric] = subject === 'table' ? [Number(number), 0] : [MAIN_TABLE, Number(number)]
      const way = { gateway: demandIp(gateway), source: demandIp(source) }
      return { kind: 'default route', link, present, table, metric, ...way }
    }
    case 'behind':
      return {
        kind: 'route',
        link,
        present,
        net: demandSubnet(subject),
        gateway: number === 'itself' ? undefined : demandIp(number),
      }
    case 'rule':
      return { kind, present, ...parseRule(words) }
    case 'input':
      return { kind: 'input guard', present, bits: Number(subject) }
    default:
      throw new Error(`not a step of this driver: ${key}`)
  }
}

function demandIp(text: string): string {
  if (!isIp(text)) throw new Refused(`not an IPv4 address: ${text || 'nothing'}`)
  return text
}

function demandSubnet(text: string): Subnet {
  const net = parseSubnet(text)
  if (!net) throw new Refused(`not an IPv4 network: ${text || 'nothing'}`)
  return net
}
