import { z } from 'zod'
import { json, jsonWith, line, none, type Row } from './rows.ts'

const multicast = z.strictObject({
  Disabled: z.boolean(),
  Addresses: z.array(
    z.strictObject({
      Address: z.string().regex(/^2\d+(\.\d+){3}:\d+$/),
      Disabled: z.boolean(),
      Tags: z.array(z.string()),
      Description: z.string(),
    }),
  ),
  DisableMDNSAdvertise: z.boolean(),
  MDNSName: z.string(),
})

// biome-ignore format: a table
export const MULTICAST: Row[] = [
  ['GET', '/multicastSettings', none,                                                 200, json(multicast)],
  ['GET', '/multicastSettings', none,                                                 200, jsonWith({ DisableMDNSAdvertise: true })],
  ['PUT', '/multicastSettings', none,                                                 400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '192.168.2.1:5353' }] },     400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '224.0.0.251' }] },          400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '[ff02::fb]:5353' }] },      400, line],
  ['PUT', '/multicastSettings', { Addresses: [{}] },                                  400, line],
  ['PUT', '/multicastSettings', { Addresses: Array(17).fill('224.0.0.251:5353') },    400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '224.0.0.251:5353', Tags: ['a\nb'] }] }, 400, line],
  ['PUT', '/multicastSettings', { MDNSName: 'my router' },                            400, line],
  ['GET', '/multicastSettings', none,                                                 200, jsonWith({ MDNSName: '', Addresses: [{ Address: '224.0.0.251:5353' }, { Address: '239.255.255.250:1900' }] })],
  ['PUT', '/multicastSettings', { Disabled: false, Addresses: [{ Address: '224.0.0.251:5353' }], DisableMDNSAdvertise: false, MDNSName: 'MyDevice' }, 200,
    json({ Disabled: false, Addresses: [{ Address: '224.0.0.251:5353', Disabled: false, Tags: [], Description: '' }], DisableMDNSAdvertise: false, MDNSName: 'MyDevice' })],
  ['PUT', '/multicastSettings', { Adresses: [] },                                     400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '224.0.0.251:5353', Tag: ['cast'] }] }, 400, line],
  ['PUT', '/multicastSettings', {},                                                   200, jsonWith({ MDNSName: 'MyDevice', Addresses: [{ Address: '224.0.0.251:5353' }] })],
  ['PUT', '/multicastSettings', { DisableMDNSAdvertise: false },                      200, jsonWith({ MDNSName: 'MyDevice', Addresses: [{ Address: '224.0.0.251:5353' }] })],
  ['PUT', '/multicastSettings', { disablemdnsadvertise: true, addresses: ['224.0.0.251:5353', '239.255.255.250:1900', '224.0.0.251:5353'] }, 200,
    json(multicast.refine(({ Addresses, DisableMDNSAdvertise }) => Addresses.length === 2 && DisableMDNSAdvertise))],
]
