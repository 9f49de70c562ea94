import { z } from 'zod'
import { PHONE } from './actors.ts'
import { json, jsonWith, line, none, type Row } from './rows.ts'

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
          table: z.literal('filter'),
          handle: count,
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
/** A map that this ruleset has in another form: the key of each element has as many fields as the map has types. */
const derived = (name: string, types: readonly string[]) =>
  z.strictObject({
    nftables: z.tuple([
      z.strictObject({
        metainfo: z.looseObject({ version: z.string(), release_name: z.string(), json_schema_version: z.int() }),
      }),
      z.strictObject({
        map: z.strictObject({
          family: z.literal('inet'),
          name: z.literal(name),
          table: z.literal('filter'),
          handle: count,
          type: z.array(z.string()).refine((given) => given.join() === types.join()),
          map: z.literal('verdict'),
          elem: z.array(
            z.tuple([
              types.length > 1 ? z.strictObject({ concat: z.array(z.unknown()).length(types.length) }) : z.unknown(),
              z.looseObject({}),
            ]),
          ),
        }),
      }),
    ]),
  })
const BLOCK = ['ipv4_addr', 'ipv4_addr', 'inet_proto', 'inet_service']
const REACH = ['ipv4_addr', 'ifname', 'ipv4_addr', 'inet_service']
const PORT = ['inet_service']
const WHO_AND_WHERE = ['ipv4_addr', 'ifname']
/** Maps that clients read and that the kernel has under other names. */
const DERIVED: readonly (readonly [name: string, types: readonly string[]])[] = [
  ['fwd_iface_wan', WHO_AND_WHERE],
  ['fwd_iface_lan', WHO_AND_WHERE],
  ['fwd_block', BLOCK],
  ['output_block', BLOCK],
  ['lan_tcp_accept', PORT],
  ['wan_tcp_accept', PORT],
  ['lan_udp_accept', PORT],
  ['wan_udp_accept', PORT],
  ['multicast_lan_udp_accept', PORT],
  ['multicast_wan_udp_accept', PORT],
  ['ping_rules', ['ifname']],
  ['drop_private_rfc1918', ['ipv4_addr']],
  ['ept_tcpfwd', REACH],
  ['ept_udpfwd', REACH],
  ['site_forward', WHO_AND_WHERE],
]
/** The phone is online on a radio, and every edge joins two nodes. */
export const topology = z
  .strictObject({
    GeneratedAt: z.iso.datetime(),
    Nodes: z.array(
      z.looseObject({
        ...{ ID: z.string(), Name: z.string(), Online: z.boolean() },
        Kind: z.enum(['router', 'uplink', 'ap_radio', 'port', 'vpn', 'device', 'endpoint', 'extension']),
        Style: z.strictObject({ Icon: z.string(), Color: z.string() }),
      }),
    ),
    Edges: z.array(
      z.strictObject({
        From: z.string(),
        To: z.string(),
        Layer: z.enum(['l1', 'policy']),
        Kind: z.string().regex(/^(wifi|wired|wg|uplink|(group|policy|endpoint):.+)$/),
        Bidir: z.boolean().optional(),
      }),
    ),
    Sinks: z.array(z.unknown()).length(0),
  })
  .refine(({ Nodes, Edges }) => {
    const ids = new Set(Nodes.map(({ ID }) => ID))
    return ids.size === Nodes.length && Edges.every(({ From, To }) => ids.has(From) && ids.has(To))
  })
  .refine(({ Nodes, Edges }) =>
    [
      Nodes.some(({ ID, Online, ConnType }) => ID === 'router' && Online && ConnType === undefined),
      Nodes.some(({ Name, Online, ConnType }) => Name === 'phone' && Online && ConnType === 'wifi'),
      Edges.some(({ To, Kind }) => To === 'iface:wan0' && Kind === 'policy:wan'),
      Edges.some(({ From, To, Kind }) => From === 'router' && To === 'iface:wan0' && Kind === 'uplink'),
    ].every(Boolean),
  )
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
const bytes = { LanIn: count, LanOut: count, WanIn: count, WanOut: count }
const usage = (scale: string) =>
  z.strictObject({
    Scale: z.literal(scale),
    Since: z.iso.datetime(),
    Until: z.iso.datetime(),
    Zone: z.string().min(1),
    Periods: z.array(z.strictObject({ Start: z.iso.datetime(), ...bytes })).min(1),
    Devices: z.array(z.strictObject({ Identity: z.string(), Name: z.string(), IP: z.string(), ...bytes })),
    Groups: z.array(z.strictObject({ Name: z.string(), ...bytes })),
    Networks: z.array(
      z.strictObject({ ASN: count, ASNName: z.string(), Country: z.string(), BytesIn: count, BytesOut: count }),
    ),
  })
const insights = z.strictObject({ Enabled: z.literal(true), RetentionDays: z.literal(7) })
const both = { BytesIn: count, BytesOut: count }
const deviceBytes = z.array(z.strictObject({ IP: z.string(), ...both }))
const networks = z.array(
  z.strictObject({ ASN: count, Name: z.string(), Country: z.string(), ...both, Devices: deviceBytes }),
)
const overview = z.strictObject({
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  TotalIn: count,
  TotalOut: count,
  Countries: z.array(z.strictObject({ Country: z.string(), ...both, Devices: deviceBytes, ASNs: networks })),
  ASNs: networks,
  ContainerNets: z.array(z.string()),
})
const auditEntries = z.array(
  z.strictObject({
    Id: count,
    Time: z.iso.datetime(),
    Who: z.string(),
    Kind: z.enum(['user', 'token', 'console', 'router', 'anonymous']),
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
  ['GET', '/nfmap/bulk_src_access', none,               200, json(map(WHO_AND_WHERE, 'accept'))],
  ['GET', '/nfmap/upstream_private_rfc1918_allowed', none, 200, json(map(WHO_AND_WHERE, 'return'))],
  ...DERIVED.map(([name, types]): Row => ['GET', `/nfmap/${name}`, none, 200, json(derived(name, types))]),
  ['GET', '/nftables', none,                            200, jsonWith({ nftables: [{}, { table: { family: 'inet', name: 'sallyport' } }] })],
  ['GET', '/nftable/inet/sallyport', none,              200, json(z.strictObject({ nftables: z.array(z.looseObject({})).min(10) }))],
  ['GET', '/nftable/inet/nothing', none,                404, line],
  ['GET', '/nftable/inet/a%20b', none,                  400, line],
  ['GET', '/nftable/ipx/sallyport', none,               400, line],
  ['GET', '/topology', none,                            200, json(topology)],
  ['GET', '/nfmap/nothing', none,                       400, line],
  ['GET', '/nfmap/unknown_src_access', none,            400, line],
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
  ['GET', '/iptraffic?device=unknown', none,            404, line],
  ['GET', `/iptraffic?device=${'x'.repeat(200)}`, none,     400, line],
  ['GET', `/traffic/device/${PHONE}`, none,             200, json(deviceTraffic)],
  ['GET', '/traffic/device/unknown', none,              404, line],
  ['GET', '/traffic_usage', none,                       200, json(usage('day'))],
  ['GET', '/traffic_usage?scale=hour', none,            200, json(usage('hour'))],
  ['GET', `/traffic_usage?scale=month&device=${PHONE}`, none, 200, json(usage('month'))],
  ['GET', '/traffic_usage?scale=year', none,            400, line],
  ['GET', '/traffic_usage?from=yesterday', none,        400, line],
  ['GET', '/traffic_usage?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', none, 400, line],
  ['GET', '/traffic_usage?device=unknown', none,        404, line],
  ['GET', '/traffic_usage?group=unknown', none,         404, line],
  ['GET', '/traffic_usage/csv', none,                   200, (body) => /^Start,Device,Identity,LanIn,LanOut,WanIn,WanOut\r\n/.test(String(body))],
  ['GET', '/traffic_usage/csv?scale=year', none,        400, line],
  ['GET', '/traffic_limits', none,                      200, json([])],
  ['PUT', '/traffic_limits', none,                      400, line],
  ['PUT', '/traffic_limits', [{ Device: PHONE, Group: '', Bytes: 0 }], 400, line],
  ['PUT', '/traffic_limits', [{ Device: '', Group: '', Bytes: 1 }], 400, line],
  ['PUT', '/traffic_limits', [{ Device: PHONE, Group: '', Bytes: 1 }, { Device: PHONE, Group: '', Bytes: 2 }], 400, line],
  ['PUT', '/traffic_limits', [{ Device: 'unknown', Group: '', Bytes: 1 }], 404, line],
  ['PUT', '/traffic_limits', [{ Device: '', Group: 'unknown', Bytes: 1 }], 404, line],
  ['PUT', '/traffic_limits', [{ Device: PHONE, Group: '', Bytes: 1e12 }], 200, jsonWith([{ Device: PHONE, Bytes: 1e12 }])],
  ['PUT', '/traffic_limits', [],                        200, json([])],
  ['GET', '/traffic_insights/config', none,             200, json(insights)],
  ['PUT', '/traffic_insights/config', {},               400, line],
  ['PUT', '/traffic_insights/config', { Enabled: true, RetentionDays: 0 }, 400, line],
  ['PUT', '/traffic_insights/config', { Enabled: true, RetentionDays: 91 }, 400, line],
  ['PUT', '/traffic_insights/config', { Enabled: true, RetentionDays: 7 }, 200, json(insights)],
  ['GET', '/traffic_insights/overview', none,           200, json(overview)],
  ['GET', '/traffic_insights/overview?minutes=60', none, 200, json(overview)],
  ['GET', '/traffic_insights/overview?minutes=0', none, 400, line],
  ['GET', '/traffic_insights/device/192.168.2.6', none, 200, jsonWith({ IP: '192.168.2.6' })],
  ['GET', '/traffic_insights/device/192.168.2.6?minutes=10080', none, 200, jsonWith({ IP: '192.168.2.6' })],
  ['GET', '/traffic_insights/device/unknown', none,     400, line],
  ['GET', '/traffic_insights/device/192.168.2.6?minutes=soon', none, 400, line],
  ['GET', `/traffic/device/${'x'.repeat(65)}`, none,    400, line],
  ['GET', '/audit', none,                               200, json(auditEntries.min(1).max(100))],
  ['GET', '/audit?limit=1&who=admin&what=GROUP', none,  200, json(auditEntries.length(1))],
  ['GET', '/audit?before=1', none,                      200, json([])],
  ['GET', '/audit?limit=0', none,                       400, line],
  ['GET', '/audit?limit=1001', none,                    400, line],
  ['GET', '/audit?before=yesterday', none,              400, line],
  ['GET', `/audit?what=${'x'.repeat(129)}`, none,       400, line],
]
