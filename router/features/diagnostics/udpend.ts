import { z } from 'zod'
import { IP_SOURCE } from '../../values/ip.ts'
import { padded } from '../../values/text.ts'
import { PORT_SOURCE } from '../firewall/port.ts'

/** Where RFC 862 has a service that gives back what it gets. */
const ECHO_PORT = 7

/** An address and a UDP port as `192.168.2.6:5353`; without a port, that of the echo service. */
export const UdpEnd = z
  .string()
  .regex(padded(`${IP_SOURCE}(:${PORT_SOURCE})?`), 'must be an IPv4 address and a port, such as 192.168.2.6:5353')
  .transform((text) => {
    const [address = '', port = ECHO_PORT] = text.trim().split(':')
    return { address, port: Number(port) }
  })
  .meta({ example: '192.168.2.6:5353' })
