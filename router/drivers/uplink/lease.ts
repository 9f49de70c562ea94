import type { UplinkLease } from '../../presence/presence.ts'
import { isIp } from '../../values/ip.ts'
import { containsIp, UNROUTABLE_NETS } from '../../values/subnet.ts'

/**
 * What the client's script left: `name=value` lines. The values come from whoever answers on the uplink, so nothing but
 * whole addresses that a host can have is taken. `deconfig` and `leasefail` mean that we have no address.
 */
export function parseLease(link: string, text: string): { event: string; lease: UplinkLease | undefined } {
  const values = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const ip = values.get('ip') ?? ''
  const prefix = Number(values.get('mask'))
  const router = values.get('router')?.split(' ')[0] ?? ''
  const event = values.get('event') ?? ''
  const bound = event === 'bound' || event === 'renew'
  const whole = bound && isHost(ip) && isIp(router) && prefix >= 1 && prefix <= 32
  return { event, lease: whole ? { link, address: `${ip}/${prefix}`, router } : undefined }
}

const isHost = (ip: string): boolean => isIp(ip) && !UNROUTABLE_NETS.some((net) => containsIp(net, ip))
