import { z } from 'zod'
import { json, line, none, type Row } from '../rows.ts'
import { PHONE } from './actors.ts'

const ip = z.ipv4()
const count = z.int().nonnegative()
/** A verdict map, as nft prints it. */
const map = (types: readonly string[], verdict: string) =>
  z.strictObject({
    nftables: z.tuple([
      z.strictObject({
        metainfo: z.looseObject({ version: z.string(), release_name: z.string(), json_schema_version: z.int() }),
      }),
      z.strictObject({
        map: z.looseObject({
          family: z.literal('inet'),
          name: z.string(),
          table: z.string(),
          type: z.tuple(types.map((type) => z.literal(type)) as [z.ZodLiteral<string>]),
          map: z.literal('verdict'),
          elem: z.array(
            z.tuple([
              z.strictObject({ concat: z.array(z.string()).length(types.length) }),
              z.looseObject({ [verdict]: z.unknown() }),
            ]),
          ),
        }),
      }),
    ]),
  })
const WHO_AND_WHERE = ['ipv4_addr', 'ifname']
const counters = z.array(z.strictObject({ IP: ip, Domain: z.string(), Packets: count, Bytes: count }))
const flows = z.array(
  z.strictObject({
    Interface: z.string().min(1),
    Src: ip,
    SrcDomain: z.string(),
    Dst: ip,
    DstDomain: z.string(),
    Packets: count,
    Bytes: count,
    Timeout: z.literal(3600),
    Expires: z.int().min(0).max(3600),
  }),
)
const history = z.array(z.record(ip, z.strictObject({ LanIn: count, LanOut: count, WanIn: count, WanOut: count })))
const totals = z.strictObject({
  Since: z.iso.datetime(),
  Totals: z.record(ip, z.strictObject({ LanIn: count, LanOut: count, WanIn: count, WanOut: count })),
})
const deviceTraffic = z.strictObject({
  IP: ip,
  Since: z.iso.datetime(),
  BytesIn: count.positive(),
  BytesOut: count.positive(),
  Destinations: z
    .array(
      z.strictObject({
        IP: ip,
        Domain: z.string(),
        ASN: count,
        ASNName: z.string(),
        Country: z.string().regex(/^([A-Z]{2})?$/),
        BytesIn: count,
        BytesOut: count,
        LastSeen: z.iso.datetime(),
      }),
    )
    .min(1),
})
const auditEntries = z.array(
  z.strictObject({
    Id: count,
    Time: z.iso.datetime(),
    Who: z.string(),
    Kind: z.enum(['user', 'token', 'console', 'router', 'nobody']),
    From: z.string(),
    Operation: z.string().regex(/^(GET|PUT|DELETE) \/|^[a-z ]+$/),
    What: z.string().min(1),
    Before: z.unknown(),
    After: z.unknown(),
  }),
)

// biome-ignore format: a table
export const MAPS_AND_TRAFFIC: Row[] = [
  ['GET', '/nfmap/ethernet_filter', none,               200, json(map([...WHO_AND_WHERE, 'ether_addr'], 'return'))],
  ['GET', '/nfmap/internet_access', none,               200, json(map(WHO_AND_WHERE, 'accept'))],
  ['GET', '/nfmap/dns_access', none,                    200, json(map(WHO_AND_WHERE, 'accept'))],
  ['GET', '/nfmap/lan_access', none,                    200, json(map(WHO_AND_WHERE, 'accept'))],
  ['GET', '/nfmap/dhcp_access', none,                   200, json(map(['ifname', 'ether_addr'], 'accept'))],
  ['GET', '/nfmap/bulk_dst_access', none,               200, json(map(WHO_AND_WHERE, 'accept'))],
  ['GET', '/nfmap/nothing', none,                       400, line],
  ['GET', '/nfmap/nobody_src_access', none,             400, line],
  ['GET', '/nfmap/lan_access%20%7D', none,              400, line],
  ['GET', '/traffic/incoming_traffic_lan', none,        200, json(counters)],
  ['GET', '/traffic/outgoing_traffic_lan', none,        200, json(counters)],
  ['GET', '/traffic/incoming_traffic_wan', none,        200, json(counters.min(1))],
  ['GET', '/traffic/outgoing_traffic_wan', none,        200, json(counters.min(1))],
  ['GET', '/traffic/other', none,                       400, line],
  ['GET', '/iptraffic', none,                           200, json(flows.min(1))],
  ['GET', '/traffic_history', none,                     200, json(history.min(1).max(1440))],
  ['GET', '/traffic_history?minutes=1', none,           200, json(history.length(1))],
  ['GET', '/traffic_history?minutes=0', none,           400, line],
  ['GET', '/traffic_history?minutes=soon', none,        400, line],
  ['GET', '/traffic_totals', none,                      200, json(totals)],
  ['GET', '/traffic_totals?minutes=60', none,           200, json(totals)],
  ['GET', '/traffic_totals?minutes=1441', none,         400, line],
  ['GET', '/traffic_totals?minutes=0', none,            400, line],
  ['GET', `/iptraffic?device=${PHONE}`, none,           200, json(flows.min(1))],
  ['GET', '/iptraffic?device=nobody', none,             404, line],
  ['GET', '/iptraffic?device=', none,                   400, line],
  ['GET', `/traffic/device/${PHONE}`, none,             200, json(deviceTraffic)],
  ['GET', '/traffic/device/nobody', none,               404, line],
  ['GET', `/traffic/device/${'x'.repeat(65)}`, none,    400, line],
  ['GET', '/audit', none,                               200, json(auditEntries.min(1).max(100))],
  ['GET', '/audit?limit=1&who=admin&what=GROUP', none,  200, json(auditEntries.length(1))],
  ['GET', '/audit?before=1', none,                      200, json([])],
  ['GET', '/audit?limit=0', none,                       400, line],
  ['GET', '/audit?limit=1001', none,                    400, line],
  ['GET', '/audit?before=yesterday', none,              400, line],
  ['GET', `/audit?what=${'x'.repeat(129)}`, none,       400, line],
]
