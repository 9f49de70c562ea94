import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { confirmable } from '../confirm/contract.ts'
import { untested } from '../dns/settings.ts'
import { type Details, del, get, type Operation, put } from '../operation.ts'
import { FirewallConfig, MulticastPort, Ping, ServicePort } from './config.ts'
import { Port } from './port.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  OutputBlockRule,
  Protocol,
} from './rule.ts'

/** A verdict map in nftables’ own JSON: what it describes itself with, then the map. */
export const MapListing = z.object({
  nftables: z
    .tuple([
      z.object({ metainfo: z.looseObject({}).meta({ description: 'The version of nftables and of its JSON format' }) }),
      z.object({
        map: z
          .looseObject({
            family: z.string().meta({ description: 'The address family of the table' }),
            name: z.string().meta({ description: 'The name of the map' }),
            table: z.string().meta({ description: 'The table that the map is in' }),
            type: z.array(z.string()).meta({ description: 'The types of the parts of a key' }),
            map: z.string().meta({ description: 'The type of the values; `verdict`' }),
            elem: z
              .array(z.tuple([z.unknown(), z.unknown()]))
              .meta({ description: 'The elements, each a key and a verdict' }),
          })
          .meta({ description: 'The map' }),
      }),
    ])
    .meta({ description: 'Two entries: what nftables says of itself, and the map' }),
})
export type MapListing = z.input<typeof MapListing>

/** Everything the owner has set about the firewall. */
export const FirewallReport = z
  .object({
    ForwardingRules: z
      .array(ForwardingRule)
      .meta({ description: 'Ports of the uplinks that are forwarded to devices' }),
    BlockRules: z.array(BlockRule).meta({ description: 'Blocks between addresses' }),
    OutputBlockRules: z
      .array(OutputBlockRule)
      .meta({ description: 'Blocks of connections that the router itself opens' }),
    ForwardingBlockRules: z
      .array(ForwardingBlockRule)
      .meta({ description: 'Blocks of routed connections, by address and port' }),
    CustomInterfaceRules: z
      .array(CustomInterfaceRule)
      .meta({ description: 'Networks behind other links, such as container bridges' }),
    Endpoints: z.array(Endpoint).meta({ description: 'Addresses and domains that devices with a tag may reach' }),
    ...FirewallConfig.omit({ SystemDNSOverride: true }).shape,
    SystemDNSOverride: z.string().meta({ description: 'Where the router’s own questions go; empty for its resolver' }),
  })
  .meta({ id: 'FirewallConfig' })

const tag = 'firewall'

/** The two calls that every kind of rule has. */
const rule = <P extends Operation['path'], B extends z.ZodType, D extends z.ZodType>(
  path: P,
  say: {
    readonly add: string
    readonly remove: string
    readonly description: string
    readonly wrong: string
    /** How the rule to be removed is identified. */
    readonly found: string
  },
  body: B,
  removed: D,
) => ({
  add: put(path, {
    tag,
    summary: say.add,
    description: say.description,
    body,
    errors: { 400: say.wrong },
  } satisfies Details),
  remove: del(path, {
    tag,
    summary: say.remove,
    description: say.found,
    body: removed,
    errors: { 400: 'What is given is no such rule', 404: 'There is no such rule' },
  } satisfies Details),
})

const noRule = 'A field that is not as described'
const foundByWhatItDoes = 'Found by what it does; its name, its description and whether it is disabled do not matter.'

const forward = rule(
  '/firewall/forward',
  {
    add: 'Forward a port of the uplinks to a device',
    remove: 'Stop forwarding a port',
    description:
      'Connections from `SrcIP` to port `SrcPort` of an uplink’s address go on to `DstIP` at `DstPort`; the device needs no ' +
      'policy for it, and sees who calls. `DstPort` is `any` for the port that was asked for, one port, or a range as long as ' +
      '`SrcPort`, which is then shifted. Devices with the policy `wan` may use the uplink’s address too. Adding a rule that ' +
      'is there already changes its name, its description and whether it is disabled.',
    wrong:
      'A field that is not as described, a target that can never be reached, ranges of different length, more than 4096 ports of all rules that are led to others, ' +
      'or a port that another rule forwards',
    found: foundByWhatItDoes,
  },
  ForwardingRule,
  ForwardingRule,
)
const block = rule(
  '/firewall/block',
  {
    add: 'Block connections between addresses',
    remove: 'Delete a block',
    description:
      'Whatever comes from `SrcIP` for `DstIP` over this protocol is dropped as it arrives, from the internet and from the ' +
      'household, whatever its port. Connections that are there already end.',
    wrong: noRule,
    found: foundByWhatItDoes,
  },
  BlockRule,
  BlockRule,
)
const blockForward = rule(
  '/firewall/block_forward',
  {
    add: 'Block routed traffic between addresses',
    remove: 'Delete a block of routed traffic',
    description:
      'As a block, for what is routed alone, and for a port or range: it goes before every other rule, port forwards among ' +
      'them. Connections that are there already end; answers to connections that were opened the other way pass.',
    wrong: noRule,
    found: foundByWhatItDoes,
  },
  ForwardingBlockRule,
  ForwardingBlockRule,
)
const blockOutput = rule(
  '/firewall/block_output',
  {
    add: 'Block connections of the router itself',
    remove: 'Delete a block of the router itself',
    description: 'As a block, for connections that the router opens, and for a port or range.',
    wrong: noRule,
    found: foundByWhatItDoes,
  },
  OutputBlockRule,
  OutputBlockRule,
)
const endpoint = rule(
  '/firewall/endpoint',
  {
    add: 'Allow devices with a tag to reach an address or domain',
    remove: 'Remove an endpoint',
    description:
      'Every device that has one of the tags may open connections to this address or domain, port and protocol, wherever it ' +
      'is: another device, the internet, or a private network beyond the uplink. It needs no other policy, and nothing leads ' +
      'the other way. A domain is followed as its DNS answers change. An endpoint of the same `RuleName` is replaced.',
    wrong: 'A field that is not as described, both or neither of `IP` and `Domain`, or no tag',
    found: 'Found by its `RuleName`.',
  },
  Endpoint,
  z.object({ RuleName: Endpoint.shape.RuleName }),
)
const servicePort = rule(
  '/firewall/service_port',
  {
    add: 'Open a port of the router itself',
    remove: 'Close a port of the router',
    description:
      'Open to every household device, and with `UpstreamEnabled` to the internet. A port that is open already is changed.',
    wrong: noRule,
    found: 'Found by its protocol and port.',
  },
  ServicePort,
  z.object({ Protocol, Port }),
)
const multicast = rule(
  '/firewall/multicast',
  {
    add: 'Open a multicast port of the router',
    remove: 'Close a multicast port',
    description:
      'Opens this UDP port of the router for packets to multicast groups, from the household and with `Upstream` from the ' +
      'uplinks. Which groups are relayed between devices is `/multicastSettings`.',
    wrong: noRule,
    found: 'Found by its port.',
  },
  MulticastPort,
  z.object({ Port }),
)
const customInterface = rule(
  '/firewall/custom_interface',
  {
    add: 'Allow a network behind another link',
    remove: 'Remove a network behind another link',
    description:
      'For container bridges and the like. `SrcIP` are the addresses behind the link; the router leads to them over the link, ' +
      'or over the machine `RouteDst` on it, unless it knows a way there already. Policies: `wan` the internet, ' +
      '`lan_upstream` private networks beyond the uplink, `lan` the household, and it back, `dns` the resolver, `api` ports ' +
      '80 and 443 of the router. `disabled` closes the addresses, whatever this and other rules open for them; ' +
      'the router itself sends nothing to them either. A rule outlives its link, and holds when that comes back.',
    wrong:
      'A field that is not as described, a rule for the same link, addresses and way, addresses of the household, or ' +
      'lan_upstream or tags for more than one address',
    found: 'Found by `Interface`, `SrcIP` and `RouteDst`.',
  },
  CustomInterfaceRule,
  CustomInterfaceRule.partial({ Policies: true }),
)

export const firewall = {
  config: get('/firewall/config', {
    tag,
    summary: 'All firewall rules',
    reply: FirewallReport,
  }),
  addForward: forward.add,
  removeForward: forward.remove,
  addBlock: block.add,
  removeBlock: block.remove,
  addBlockForward: blockForward.add,
  removeBlockForward: blockForward.remove,
  addBlockOutput: blockOutput.add,
  removeBlockOutput: blockOutput.remove,
  addEndpoint: endpoint.add,
  removeEndpoint: endpoint.remove,
  openPort: { ...servicePort.add, details: { ...servicePort.add.details, query: confirmable } },
  closePort: {
    ...servicePort.remove,
    details: {
      ...servicePort.remove.details,
      query: confirmable,
      description:
        'Found by its protocol and port. The last port that the router answers on stays open for a minute, in which it can be ' +
        'opened again with another description; without that it is put back.',
      errors: { 404: 'The port is not open' },
    },
  },
  openMulticast: multicast.add,
  closeMulticast: multicast.remove,
  addCustomInterface: customInterface.add,
  removeCustomInterface: customInterface.remove,
  setPing: put('/firewall/icmp', {
    tag,
    summary: 'Set who may ping the router',
    body: Ping,
    errors: { 400: 'One of the two is missing, or not true or false' },
  }),
  setSystemDns: put('/firewall/systemDnsOverride', {
    tag,
    summary: 'Set the resolver for the router’s own queries',
    description:
      'A JSON string: the address of a resolver, or empty for the one that the household uses. It is asked a test question ' +
      'first, and refused with the reason when it does not answer.',
    query: untested,
    body: z.union([z.literal(''), Ip]).meta({ example: '9.9.9.9' }),
    errors: { 400: 'Neither an IPv4 address nor empty, or the resolver did not answer' },
  }),
  map: get('/nfmap/{name}', {
    tag: 'network',
    summary: 'A verdict map of the firewall',
    description:
      'Who is admitted right now, as it is in the kernel: `ethernet_filter` (address, link, MAC), `internet_access`, ' +
      '`dns_access`, `lan_access`, `upstream_private_rfc1918_allowed` (address, link), `dhcp_access` (link, MAC), and for a ' +
      'group `cams` its members in `cams_src_access` and `cams_dst_access`; with them the networks behind custom ' +
      'interfaces. Also the maps that clients know by the names `fwd_iface_wan`, `fwd_iface_lan`, `fwd_block`, ' +
      '`lan_tcp_accept`, `wan_tcp_accept`, `lan_udp_accept`, `wan_udp_accept`, `multicast_lan_udp_accept`, ' +
      '`multicast_wan_udp_accept`, `ping_rules`, `drop_private_rfc1918`, `ept_tcpfwd`, `ept_udpfwd`, `output_block` and ' +
      '`site_forward`: this ruleset has them in another form, and they are derived from the same facts.',
    params: { name: z.string().max(200).meta({ description: 'The name of the map', example: 'internet_access' }) },
    reply: MapListing,
    errors: { 400: 'There is no such map' },
  }),
}
