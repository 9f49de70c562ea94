import { z } from 'zod'
import { get } from '../operation.ts'
import { Neighbour } from './neighbour.ts'

/** What the kernel says of itself. */
export const diagnostics = {
  ipAddr: get('/ip/addr', {
    tag: 'network',
    access: 'setup',
    summary: 'Links and their addresses',
    description: 'The output of `ip -j addr`, unchanged.',
    reply: z.array(
      z.looseObject({
        ifname: z.string(),
        flags: z.array(z.string()),
        operstate: z.string(),
        link_type: z.string(),
        address: z.string().optional(),
        addr_info: z.array(z.looseObject({ family: z.string(), local: z.string().optional(), prefixlen: z.number() })),
      }),
    ),
  }),
  ipInterfaces: get('/ip/interfaces', {
    tag: 'general',
    summary: 'Which link an address is on',
    description: 'The router’s own addresses, and those of the devices that are here.',
    reply: z.record(z.string(), z.string()).meta({ example: { '192.168.2.6': 'wlan1.4097' } }),
  }),
  arp: get('/arp', {
    tag: 'network',
    summary: 'The neighbour table',
    description: 'Who has been heard at which address. Flags: 0x6 set by us, 0x2 learned, 0x0 nobody has answered.',
    reply: z.array(Neighbour),
  }),
}
