import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Check, empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const remarks = { RuleName: '', Disabled: false, Description: '' }
const anybody = '0.0.0.0/0'
const forward = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', DstIP: '192.168.2.6', DstPort: '80' }
const published = { DstIP: '1.2.3.4', SrcIP: '0.0.0.0/24', SrcPort: '0-10', DstPort: 'any', Protocol: 'tcp' }
/** A refusal that says this. */
const saying =
  (words: RegExp): Check =>
  (reply) => {
    line(reply)
    assert.match(reply.text, words)
  }
/** No packet is logged. */
const quiet = { Dropped: false, WanIn: false, WanOut: false, LanIn: false, LanOut: false }
const count = z.int().min(0)
const drops = z.strictObject({
  Topics: z
    .array(z.strictObject({ Topic: z.templateLiteral(['nft:drop:', z.string()]), Dropped: count, NotLogged: count }))
    .length(12),
  Lost: z.literal(0),
})
const block = { Protocol: 'tcp', SrcIP: anybody, DstIP: '198.51.100.0/24' }
const endpoint = {
  RuleName: 'printer',
  Protocol: 'tcp',
  IP: '192.168.2.218',
  Domain: '',
  Port: '9100',
  Tags: ['Print'],
}
const custom = {
  Interface: 'br-abc',
  SrcIP: '172.18.0.0/16',
  RouteDst: '',
  Policies: ['wan', 'dns'],
  Groups: ['Work'],
  Tags: [],
}

const servicePort = z.strictObject({
  Protocol: z.enum(['tcp', 'udp']),
  Port: z.string(),
  UpstreamEnabled: z.boolean(),
  Description: z.string(),
})
const untouched = z.strictObject({
  ForwardingRules: z.array(z.never()),
  BlockRules: z.array(z.never()),
  OutputBlockRules: z.array(z.never()),
  ForwardingBlockRules: z.array(z.never()),
  CustomInterfaceRules: z.array(z.never()),
  Endpoints: z.array(z.never()),
  ServicePorts: z.array(servicePort),
  MulticastPorts: z.array(z.strictObject({ Port: z.string(), Upstream: z.boolean() })),
  PingLan: z.literal(true),
  PingWan: z.literal(false),
  SystemDNSOverride: z.literal(''),
})

const end = z.strictObject({ Kind: z.string(), Name: z.string(), IP: z.ipv4() })
const explanation = z.strictObject({
  Passes: z.boolean(),
  Verdict: z.enum(['accept', 'refuse', 'drop']),
  From: end,
  To: end,
  LedTo: z.strictObject({ IP: z.ipv4(), Port: z.int().nullable(), Name: z.string() }).nullable(),
  By: z.strictObject({ Kind: z.string(), Name: z.string(), Rule: z.looseObject({}).nullable() }),
  Ports: z.array(z.strictObject({ Protocol: z.enum(['tcp', 'udp']), Port: z.int(), Passes: z.boolean() })),
  Text: z.string(),
  Coded: z.strictObject({ Code: z.string(), Values: z.array(z.unknown()) }),
})

const services = z.strictObject({
  Services: z.array(
    z.strictObject({
      Id: z.string(),
      Title: z.string(),
      Ports: z.array(z.strictObject({ Protocol: z.enum(['tcp', 'udp']), Port: z.int() })).min(1),
    }),
  ),
  Announced: z.array(z.never()),
})

// biome-ignore format: a table
export const FIREWALL: Row[] = [
  ['GET',    '/firewall/config', none,                                                            200, json(untouched)],

  ['PUT',    '/firewall/forward', forward,                                                        200, empty],
  ['PUT',    '/firewall/forward', { ...forward, RuleName: 'web' },                                200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ ForwardingRules: [{ ...remarks, ...forward, RuleName: 'web' }] })],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '192.168.2.10' },                          400, line],
  ['PUT',    '/firewall/forward', { ...forward, Protocol: 'icmp' },                               400, line],
  ['PUT',    '/firewall/forward', { ...forward, SrcPort: '0' },                                   400, line],
  ['PUT',    '/firewall/forward', { ...forward, SrcPort: '9-8' },                                 400, line],
  ['PUT',    '/firewall/forward', { ...forward, SrcPort: 'http' },                                400, line],
  ['PUT',    '/firewall/forward', { ...forward, SrcPort: '1000-1009', DstPort: '1-9' },           400, line],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '192.168.2.0/24' },                        400, line],
  ['PUT',    '/firewall/forward', { ...forward, SrcIP: 'everybody' },                             400, line],
  ['PUT',    '/firewall/forward', { Protocol: 'tcp' },                                            400, line],
  ['PUT',    '/firewall/forward', raw('{'),                                                       400, line],
  ['DELETE', '/firewall/forward', { ...forward, SrcPort: '8081' },                                404, line],
  ['DELETE', '/firewall/forward', { Protocol: 'tcp' },                                            400, line],
  ['DELETE', '/firewall/forward', forward,                                                        200, empty],
  // As the published description has it, but for its target.
  ['PUT',    '/firewall/forward', { ...published, DstIP: '192.168.2.250' },                       200, empty],
  ['DELETE', '/firewall/forward', { ...published, DstIP: '192.168.2.250' },                       200, empty],
  ['PUT',    '/firewall/forward', published,                                                      400, saying(/^DstIP: is neither in the home/)],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '8.8.8.8' },                               400, saying(/^DstIP: is neither in the home/)],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '192.168.2.1' },                           400, saying(/^DstIP: is the router itself: .*service_port/)],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '192.168.2.5' },                           400, saying(/^DstIP: is the router itself/)],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '81.2.69.142' },                           400, line],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '192.168.2.255' },                         400, saying(/^DstIP: is an address that no device can have/)],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '255.255.255.255' },                       400, line],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '8.8.8.8', Disabled: true },               200, empty],
  ['PUT',    '/firewall/forward', { ...forward, DstIP: '8.8.8.8' },                               400, line],
  ['DELETE', '/firewall/forward', { ...forward, DstIP: '8.8.8.8' },                               200, empty],

  ['PUT',    '/firewall/block', block,                                                            200, empty],
  ['PUT',    '/firewall/block', { ...block, DstIP: '198.51.100.77/24' },                          200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ BlockRules: [{ ...remarks, ...block, DstIP: '198.51.100.77/24' }] })],
  ['PUT',    '/firewall/block', { ...block, SrcIP: '300.1.1.1' },                                 400, line],
  ['PUT',    '/firewall/block', { ...block, Protocol: '' },                                       400, line],
  ['PUT',    '/firewall/block', { ...block, Protocol: 'icmp' },                                   400, line],
  ['DELETE', '/firewall/block', { ...block, Protocol: 'udp' },                                    404, line],
  ['DELETE', '/firewall/block', [],                                                               400, line],
  ['DELETE', '/firewall/block', block,                                                            200, empty],

  ['PUT',    '/firewall/block_forward', { ...block, DstPort: '' },                                200, empty],
  ['PUT',    '/firewall/block_forward', { ...block, DstPort: '0-65535' },                         200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ ForwardingBlockRules: [{ ...block, DstPort: '0-65535' }] })],
  ['PUT',    '/firewall/block_forward', { ...block, DstPort: '70000' },                           400, line],
  ['PUT',    '/firewall/block_forward', { ...block, DstIP: 'somewhere' },                         400, line],
  ['DELETE', '/firewall/block_forward', { ...block, DstPort: '80' },                              404, line],
  ['DELETE', '/firewall/block_forward', { ...block, DstPort: 80 },                                400, line],
  ['DELETE', '/firewall/block_forward', { ...block, DstPort: 'any' },                             200, empty],

  ['PUT',    '/firewall/block_output', block,                                                     200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ OutputBlockRules: [block] })],
  ['PUT',    '/firewall/block_output', { ...block, DstIP: '' },                                   400, line],
  ['DELETE', '/firewall/block_output', block,                                                     200, empty],
  ['PUT',    '/firewall/block_output', { ...block, DstPort: '853' },                              200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ OutputBlockRules: [{ ...block, DstPort: '853' }] })],
  ['PUT',    '/firewall/block_output', { ...block, DstPort: '70000' },                            400, line],
  ['DELETE', '/firewall/block_output', block,                                                     404, line],
  ['DELETE', '/firewall/block_output', { ...block, DstPort: '853' },                              200, empty],
  ['DELETE', '/firewall/block_output', block,                                                     404, line],
  ['DELETE', '/firewall/block_output', 'all',                                                     400, line],

  ['PUT',    '/firewall/endpoint', endpoint,                                                      200, empty],
  ['PUT',    '/firewall/endpoint', { ...endpoint, Port: 'any' },                                  200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ Endpoints: [{ ...endpoint, Port: 'any', Tags: ['print'] }] })],
  ['PUT',    '/firewall/endpoint', { ...endpoint, RuleName: '' },                                 400, line],
  ['PUT',    '/firewall/endpoint', { ...endpoint, Domain: 'www.test' },                           400, line],
  ['PUT',    '/firewall/endpoint', { ...endpoint, IP: '' },                                       400, line],
  ['PUT',    '/firewall/endpoint', { ...endpoint, Port: '70000' },                                400, line],
  ['PUT',    '/firewall/endpoint', { ...endpoint, IP: '', Domain: 'no name' },                    400, line],
  ['PUT',    '/firewall/endpoint', { ...endpoint, Tags: [] },                                     400, line],
  ['PUT',    '/firewall/endpoint', { ...endpoint, Tags: [''] },                                   400, line],
  ['DELETE', '/firewall/endpoint', { RuleName: 'scanner' },                                       404, line],
  ['DELETE', '/firewall/endpoint', {},                                                            400, line],
  ['DELETE', '/firewall/endpoint', endpoint,                                                      200, empty],

  ['PUT',    '/firewall/service_port', { Protocol: 'udp', Port: '123', UpstreamEnabled: false, Description: 'time' }, 200, empty],
  ['PUT',    '/firewall/service_port', { Protocol: 'tcp', Port: '0', UpstreamEnabled: false },    400, line],
  ['PUT',    '/firewall/service_port', { Protocol: 'tcp', Port: '80-90', UpstreamEnabled: false }, 400, line],
  ['PUT',    '/firewall/service_port', { Protocol: 'tcp', Port: '8080' },                         400, line],
  ['PUT',    '/firewall/service_port', { Protocol: 'sctp', Port: '8080', UpstreamEnabled: false }, 400, line],
  ['DELETE', '/firewall/service_port', { Protocol: 'udp', Port: '123' },                          200, empty],
  ['DELETE', '/firewall/service_port', { Protocol: 'udp', Port: '123' },                          404, line],
  ['DELETE', '/firewall/service_port', { Protocol: 'tcp', Port: '0' },                            400, line],
  // The last way in can be replaced: it is held open until then, and put back if nothing takes its place.
  ['DELETE', '/firewall/service_port', { Protocol: 'tcp', Port: '80' },                           200, empty],
  ['GET',    '/confirm', none,                                                                    200, jsonWith({ Pending: [{ What: 'DELETE /firewall/service_port 80' }] })],
  ['GET',    '/explain?from=192.168.2.6&to=router&port=80', none,                                 200, json(explanation)],
  ['PUT',    '/confirm', {},                                                                      400, line],
  ['PUT',    '/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: false, Description: 'admin app' }, 200, empty],
  ['GET',    '/confirm', none,                                                                    200, json({ Pending: [] })],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ ServicePorts: [{}, {}, { Port: '80', Description: 'admin app' }] })],
  ['PUT',    '/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: false },   200, empty],

  ['PUT',    '/firewall/multicast', { Port: '9999', Upstream: false },                            200, empty],
  ['PUT',    '/firewall/multicast', { Port: '9999' },                                             400, line],
  ['PUT',    '/firewall/multicast', { Port: 'mdns', Upstream: false },                            400, line],
  ['DELETE', '/firewall/multicast', { Port: '9999', Upstream: true },                             200, empty],
  ['DELETE', '/firewall/multicast', { Port: '9999' },                                             404, line],
  ['DELETE', '/firewall/multicast', { Port: 'all' },                                              400, line],

  ['PUT',    '/firewall/custom_interface', custom,                                                200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ CustomInterfaceRules: [{ ...custom, Groups: ['work'] }] })],
  ['PUT',    '/firewall/custom_interface', custom,                                                400, line],
  ['PUT',    '/firewall/custom_interface', { ...custom, SrcIP: '172.18.0.9', Policies: ['disabled'] }, 200, empty],
  ['GET',    '/firewall/config', none,                                                            200, jsonWith({ CustomInterfaceRules: [{}, { SrcIP: '172.18.0.9', Policies: ['disabled'] }] })],
  ['DELETE', '/firewall/custom_interface', { ...custom, SrcIP: '172.18.0.9' },                    200, empty],
  ['PUT',    '/firewall/custom_interface', { ...custom, SrcIP: '192.168.2.0/25' },                400, line],
  ['PUT',    '/firewall/custom_interface', { ...custom, Interface: 'wan0' },                      400, line],
  ['PUT',    '/firewall/custom_interface', { ...custom, Interface: '../x' },                      400, line],
  ['PUT',    '/firewall/custom_interface', { ...custom, SrcIP: '172.19.0.0/16', Policies: ['noapi'] }, 400, line],
  ['PUT',    '/firewall/custom_interface', { ...custom, SrcIP: '172.19.0.0/16', Tags: ['x'] },    400, line],
  ['DELETE', '/firewall/custom_interface', { ...custom, Interface: 'br-def' },                    404, line],
  ['DELETE', '/firewall/custom_interface', {},                                                    400, line],
  ['DELETE', '/firewall/custom_interface', custom,                                                200, empty],

  ['PUT',    '/firewall/icmp', { PingLan: true, PingWan: false },                                 200, empty],
  ['PUT',    '/firewall/icmp', { PingLan: true },                                                 400, line],
  ['PUT',    '/firewall/icmp', raw('no json'),                                                    400, line],

  ['GET',    '/firewall/logging', none,                                                           200, json({ ...quiet, Dropped: true })],
  ['PUT',    '/firewall/logging', { ...quiet, Dropped: true, WanOut: true, LanIn: true },         200, json({ ...quiet, Dropped: true, WanOut: true, LanIn: true })],
  ['PUT',    '/firewall/logging', quiet,                                                          200, json(quiet)],
  ['PUT',    '/firewall/logging', { ...quiet, Dropped: 'yes' },                                   400, line],
  ['PUT',    '/firewall/logging', { ...quiet, Output: true },                                     400, line],
  ['PUT',    '/firewall/logging', { Dropped: true },                                              400, line],
  ['PUT',    '/firewall/logging', { ...quiet, Dropped: true },                                    200, json({ ...quiet, Dropped: true })],
  ['GET',    '/firewall/drops', none,                                                             200, json(drops)],

  ['PUT',    '/firewall/preview', { Kind: 'icmp', Add: { PingLan: true, PingWan: true } },          200, jsonWith({ Closes: [], IsComplete: true })],
  ['PUT',    '/firewall/preview', { Kind: 'icmp' },                                               400, line],
  ['PUT',    '/firewall/preview', { Kind: 'drawbridge', Add: {} },                                400, line],
  ['PUT',    '/firewall/preview', { Kind: 'block', Add: { Protocol: 'tcp', SrcIP: 'x', DstIP: '' } }, 400, line],
  ['PUT',    '/firewall/preview', { Kind: 'multicast', Remove: { Port: '9', Upstream: false } },  404, line],
  ['PUT',    '/firewall/systemDnsOverride', '9.9.9.9',                                            200, empty],
  ['PUT',    '/firewall/systemDnsOverride', 'dns.test',                                           400, line],
  ['PUT',    '/firewall/systemDnsOverride', '',                                                   200, empty],
  ['GET',    '/firewall/config', none,                                                            200, json(untouched)],

  ['GET',    '/explain?from=internet&to=router&port=80', none,                                    200, json(explanation)],
  ['GET',    '/explain?from=internet&to=router&port=80', none,                                    200, jsonWith({ Passes: false, Verdict: 'drop', By: { Kind: 'default' } })],
  ['GET',    '/explain?from=router&to=198.51.100.7&proto=icmp', none,                             200, jsonWith({ Passes: true, By: { Kind: 'router' } })],
  ['GET',    '/explain?from=192.168.2.250&to=internet&port=80', none,                             200, jsonWith({ Passes: false, By: { Kind: 'identity' } })],
  ['GET',    '/explain?from=unknown&to=router&port=80', none,                                     404, line],
  ['GET',    '/explain?from=internet&to=router', none,                                            400, line],
  ['GET',    '/explain?from=internet&to=router&port=0', none,                                     400, line],
  ['GET',    '/explain?from=internet&to=router&port=80&proto=gre', none,                          400, line],
  ['GET',    '/explain?from=internet&to=router&service=ssh', none,                                200, jsonWith({ Passes: false, Ports: [{ Protocol: 'tcp', Port: 22, Passes: false }] })],
  ['GET',    '/explain?from=internet&to=router&service=singing', none,                            400, line],
  ['GET',    '/services', none,                                                                   200, json(services)],
  ['GET',    '/services?identity=02:00:00:00:00:99', none,                                        404, line],
  ['GET',    `/services?identity=${'x'.repeat(200)}`, none,                                                     400, line],
  ['GET',    '/explain?from=internet', none,                                                      400, line],
]
