import { z } from 'zod'
import { isIp } from '../../values/ip.ts'

/** Where RFC 862 has a service that gives back what it gets. */
const ECHO_PORT = 7

/** An address and a UDP port as `192.168.2.6:5353`; without a port, that of the echo service. */
export const UdpEnd = z
  .string()
  .trim()
  .refine((text) => parse(text) !== undefined, 'must be an IPv4 address and a port, such as 192.168.2.6:5353')
  .transform((text) => parse(text)!)
  .meta({ example: '192.168.2.6:5353' })

function parse(text: string): { readonly address: string; readonly port: number } | undefined {
  const [, address = '', digits = `${ECHO_PORT}`] = /^([\d.]+)(?::([1-9]\d{0,4}))?$/.exec(text) ?? []
  return isIp(address) && Number(digits) <= 65535 ? { address, port: Number(digits) } : undefined
}
