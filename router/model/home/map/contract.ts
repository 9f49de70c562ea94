import { z } from 'zod'
import { get } from '../../operation.ts'
import { Style } from '../devices/device.ts'

const id = z.string().meta({
  description:
    '`router`, `iface:` and a link name, `dev:` and an identity, `endpoint:` and a rule name, `site:` and a name, or `plugin:`, a name and ' +
    'what the plugin calls it',
  example: 'dev:02:11:22:33:44:55',
})

const Node = z
  .object({
    ID: id,
    Kind: z
      .enum(['router', 'uplink', 'ap_radio', 'port', 'vpn', 'device', 'endpoint', 'leaf_router', 'extension'])
      .meta({
        description:
          'What it is; `vpn` is the VPN server, or another home; `extension` a plugin or a node of it; `leaf_router` another router, as a plugin reports it',
      }),
    Name: z.string().meta({ description: 'The displayed name' }),
    MAC: z.string().optional().meta({ description: 'MAC address of the device' }),
    IP: z.string().optional().meta({ description: 'Its IPv4 address, if it has one' }),
    TinyNet: z.string().optional().meta({ description: 'Network of the device', example: '192.168.2.4/30' }),
    VLANTag: z.string().optional().meta({ description: '802.1Q tag of the device' }),
    ConnType: z.enum(['wifi', 'wired', 'wireguard', 'offline']).optional().meta({ description: 'How it is connected' }),
    Iface: z.string().optional().meta({ description: 'The link, with the name in the kernel' }),
    SSID: z.string().optional().meta({ description: 'The wifi network of the device' }),
    Signal: z
      .object({
        RSSI: z.int().meta({ description: 'Strength of its last frame in dBm', example: -55 }),
        TxRate: z.number().meta({ description: 'Mbit/s to the device', example: 144.4 }),
        RxRate: z.number().meta({ description: 'Mbit/s from the device', example: 144.4 }),
      })
      .optional()
      .meta({ description: 'Of a device on a radio of this router' }),
    Groups: z.array(z.string()).optional().meta({ description: 'Groups of the device' }),
    Policies: z.array(z.string()).optional().meta({ description: 'Policies of the device' }),
    Tags: z.array(z.string()).optional().meta({ description: 'Tags of the device or the endpoint' }),
    Online: z.boolean().meta({ description: 'For a device: it is admitted now; for a link or a site: it is up' }),
    Isolated: z.boolean().optional().meta({ description: 'The device is disabled or in quarantine' }),
    Style: Style.meta({ description: 'How clients show the device' }),
    DHCPFirstTime: z.string().optional().meta({ description: 'When it first asked for an address, as UTC text' }),
    DHCPLastTime: z.string().optional().meta({ description: 'When it last asked for an address, as UTC text' }),
  })
  .meta({ id: 'TopologyNode' })
export type TopologyNode = z.infer<typeof Node>

const Edge = z
  .object({
    From: id,
    To: id,
    Layer: z.enum(['l1', 'policy']).meta({ description: '`l1`: connected; `policy`: may open connections' }),
    Kind: z.string().meta({
      description:
        '`wifi`, `wired`, `wg` or `uplink`; or `group:`, `policy:` or `endpoint:` and a name, `policy:site:` or `policy:exit:` and a name',
      example: 'group:family',
    }),
    Bidir: z.boolean().optional().meta({ description: 'Both ways' }),
  })
  .meta({ id: 'TopologyEdge' })
export type TopologyEdge = z.infer<typeof Edge>

const Sink = z
  .object({
    ID: id,
    Name: z.string().meta({ description: 'The name of the way out' }),
    Iface: z.string().meta({ description: 'The link of the plugin, with the name in the kernel' }),
    IP: z.string().optional().meta({ description: 'Its address' }),
    Online: z.boolean().meta({ description: 'It can be used, as the plugin reports' }),
  })
  .meta({ id: 'TopologySink' })

export const Topology = z
  .object({
    GeneratedAt: z.string().meta({ description: 'RFC 3339', example: '2024-03-01T10:00:00.000Z' }),
    Nodes: z.array(Node).meta({ description: 'The router, its links, devices and endpoints' }),
    Edges: z.array(Edge).meta({ description: 'Connections between nodes, and permissions' }),
    Sinks: z.array(Sink).meta({ description: 'Ways out that plugins report; uplinks are nodes' }),
  })
  .meta({ id: 'Topology' })
export type Topology = z.infer<typeof Topology>

export const topology = {
  read: get('/topology', {
    roles: ['viewer'],
    tag: 'network',
    summary: 'The home as a graph',
    description:
      'Devices are connected to their link, and links to the router. Edges of the layer `policy` are permissions: ' +
      '`policy:wan` to each uplink, or to the tunnel that all traffic of the device leaves through, `policy:lan` to the ' +
      'router for all devices, `endpoint:` to an endpoint, `policy:site:` to or from another home, `policy:exit:` to the tunnel for ' +
      'listed networks, and ' +
      '`group:` between members. Members of a group of more than 16 are connected to the router and not to each other. Plugins with ' +
      '`HasTopology` add nodes, edges and sinks; one that does not answer `GET /topology` within a second is offline.',
    reply: Topology,
  }),
}
