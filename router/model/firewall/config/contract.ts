import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { confirmable } from '../../access/confirm/contract.ts'
import { untested } from '../../dns/resolvers/settings.ts'
import { type Details, del, get, type Operation, put } from '../../operation.ts'
import { FirewallConfig, MulticastPort, Ping, ServicePort } from './config.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  OutputBlockRule,
  Protocol,
} from './configrule.ts'
import { Port } from './port-schema.ts'

/** A verdict map in the JSON format of nftables: metadata, then the map. */
export const MapListing = z.object({
  nftables: z
    .tuple([
      z.object({ metainfo: z.looseObject({}).meta({ description: 'The version of nftables and of its JSON format' }) }),
      z.object({
        map: z
          .looseObject({
            family: z.string().meta({ description: 'The address family of the table' }),
            name: z.string().meta({ description: 'The name of the map' }),
            table: z.string().meta({ description: 'The table of the map' }),
            type: z.array(z.string()).meta({ description: 'The types of the fields of a key' }),
            map: z.string().meta({ description: 'The type of the values; `verdict`' }),
            elem: z
              .array(z.tuple([z.unknown(), z.unknown()]))
              .meta({ description: 'The elements: pairs of key and verdict' }),
          })
          .meta({ description: 'The map' }),
      }),
    ])
    .meta({ description: 'Two entries: metadata of nftables, and the map' }),
})
export type MapListing = z.input<typeof MapListing>

/** All settings of the firewall. */
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
    SystemDNSOverride: z
      .string()
      .meta({ description: 'Resolver for the router’s own queries; empty for the resolver of the household' }),
  })
  .meta({ id: 'FirewallConfig' })

const tag = 'firewall'

/** The operations of each kind of rule. */
const rule = <P extends Operation['path'], B extends z.ZodType, D extends z.ZodType>(
  path: P,
  kind: {
    readonly tag: string
    readonly add: string
    readonly remove: string
    readonly description: string
    readonly wrong: string
    /** How a rule to delete is identified. */
    readonly found: string
    readonly body: B
    readonly removed: D
  },
) => ({
  add: put(path, {
    tag,
    summary: kind.add,
    description: kind.description,
    body: kind.body,
    errors: { 400: kind.wrong },
  } satisfies Details),
  remove: del(path, {
    tag,
    summary: kind.remove,
    description: kind.found,
    body: kind.removed,
    errors: { 400: 'Not a valid rule of this kind', 404: 'No such rule' },
  } satisfies Details),
})

const noRule = 'An invalid field'
const foundByWhatItDoes = 'Identified by what it matches; name, description and `Disabled` are ignored.'

const forward = rule('/firewall/forward', {
  tag,
  add: 'Forward a port of the uplinks to a device',
  remove: 'Stop forwarding a port',
  description:
    'Connections from `SrcIP` to port `SrcPort` of an uplink’s address are forwarded to `DstIP`, port `DstPort`. The ' +
    'device needs no policy for this, and sees the address of the client. `DstPort` is `any` for the same port, one ' +
    'port, or a range as long as `SrcPort`, which shifts the range. Devices with the policy `wan` may use the ' +
    'uplink’s address too. Ports of the router that are open to the internet stay with the router, also those in a range: ' +
    'that of the VPN server, those of tunnels, and service ports with `UpstreamEnabled`. If the rule exists, its name, ' +
    'description and `Disabled` are updated.',
  wrong:
    'An invalid field, a target that can never be reached, ranges of different length, more than 4096 forwarded ' +
    'ports in all rules together, a port that another rule forwards, or only ports that the router itself uses',
  found: foundByWhatItDoes,
  body: ForwardingRule,
  removed: ForwardingRule,
})
const block = rule('/firewall/block', {
  tag,
  add: 'Block connections between addresses',
  remove: 'Delete a block',
  description:
    'Packets from `SrcIP` to `DstIP` of this protocol are dropped on arrival, from the internet and from the ' +
    'household, for all ports. Open connections are closed.',
  wrong: noRule,
  found: foundByWhatItDoes,
  body: BlockRule,
  removed: BlockRule,
})
const blockForward = rule('/firewall/block_forward', {
  tag,
  add: 'Block routed traffic between addresses',
  remove: 'Delete a block of routed traffic',
  description:
    'Like a block, but for routed packets only, and for a port or range. It takes precedence over all other rules, ' +
    'port forwards included. Open connections are closed; answers to connections in the other direction pass.',
  wrong: noRule,
  found: foundByWhatItDoes,
  body: ForwardingBlockRule,
  removed: ForwardingBlockRule,
})
const blockOutput = rule('/firewall/block_output', {
  tag,
  add: 'Block connections of the router itself',
  remove: 'Delete a block of the router itself',
  description: 'Like a block, but for connections that the router opens, and for a port or range.',
  wrong: noRule,
  found: foundByWhatItDoes,
  body: OutputBlockRule,
  removed: OutputBlockRule,
})
const endpoint = rule('/firewall/endpoint', {
  tag,
  add: 'Allow devices with a tag to reach an address or domain',
  remove: 'Remove an endpoint',
  description:
    'Every device with one of the tags may open connections to this address or domain, port and protocol: on another ' +
    'device, in the internet, or in a private network beyond the uplink. It needs no other policy, and the other ' +
    'direction is not allowed. The addresses of a domain are updated as its DNS answers change. An endpoint with the ' +
    'same `RuleName` is replaced.',
  wrong: 'An invalid field, both or neither of `IP` and `Domain`, or no tag',
  found: 'Identified by its `RuleName`.',
  body: Endpoint,
  removed: z.object({ RuleName: Endpoint.shape.RuleName }),
})
const servicePort = rule('/firewall/service_port', {
  tag,
  add: 'Open a port of the router itself',
  remove: 'Close a port of the router',
  description:
    'Opens a port to all household devices, and with `UpstreamEnabled` to the internet. An open port is updated.',
  wrong: 'An invalid field, or a port that a rule forwards to a device',
  found: 'Identified by its protocol and port.',
  body: ServicePort,
  removed: z.object({ Protocol, Port }),
})
const multicast = rule('/firewall/multicast', {
  tag,
  add: 'Open a multicast port of the router',
  remove: 'Close a multicast port',
  description:
    'Opens this UDP port of the router for packets to multicast groups, from the household and with `Upstream` from ' +
    'the uplinks. `/multicastSettings` sets which groups are relayed between devices.',
  wrong: noRule,
  found: 'Identified by its port.',
  body: MulticastPort,
  removed: z.object({ Port }),
})
const customInterface = rule('/firewall/custom_interface', {
  tag,
  add: 'Allow a network behind another link',
  remove: 'Remove a network behind another link',
  description:
    'For container bridges and similar networks. `SrcIP` are the addresses behind the link; the router adds a route ' +
    'to them over the link, or over the host `RouteDst` on it, unless a route exists. Policies: `wan` for the ' +
    'internet, `lan_upstream` for private networks beyond the uplink, `lan` for the household in both directions, ' +
    '`dns` for the resolver, `api` for ports 80 and 443 of the router. `disabled` closes the addresses, whatever ' +
    'this and other rules allow, also for packets of the router itself. A rule stays when its link disappears, and ' +
    'applies again when the link is back.',
  wrong:
    'An invalid field, a rule for the same link, addresses and route, addresses of the household, or lan_upstream or ' +
    'tags for more than one address',
  found: 'Identified by `Interface`, `SrcIP` and `RouteDst`.',
  body: CustomInterfaceRule,
  removed: CustomInterfaceRule.partial({ Policies: true }),
})

export const firewall = {
  config: get('/firewall/config', { roles: ['viewer'], tag, summary: 'All firewall rules', reply: FirewallReport }),
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
        'Identified by its protocol and port. The last port of the router’s API stays open for a minute, in which it can ' +
        'be added again with another description; otherwise the deletion is reverted.',
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
    errors: { 400: 'A field is missing, or not true or false' },
  }),
  setSystemDns: put('/firewall/systemDnsOverride', {
    tag,
    summary: 'Set the resolver for the router’s own queries',
    description:
      'A JSON string: the address of a resolver, or empty for the resolver of the household. It is sent a test query ' +
      'first, and is refused with the reason if it does not answer.',
    query: untested,
    body: z.union([z.literal(''), Ipv4Address]).meta({ example: '9.9.9.9' }),
    errors: { 400: 'Not an IPv4 address or empty, or the resolver did not answer' },
  }),
  map: get('/nfmap/{name}', {
    roles: ['viewer'],
    tag: 'network',
    summary: 'A verdict map of the firewall',
    description:
      'The elements in the kernel now: `ethernet_filter` (address, link, MAC), `internet_access`, `dns_access`, ' +
      '`lan_access`, `upstream_private_rfc1918_allowed` (address, link), `dhcp_access` (link, MAC), and for a group ' +
      '`cams` its members in `cams_src_access` and `cams_dst_access`; networks behind custom interfaces are included. ' +
      'Existing clients also read `fwd_iface_wan`, `fwd_iface_lan`, `fwd_block`, `lan_tcp_accept`, `wan_tcp_accept`, ' +
      '`lan_udp_accept`, `wan_udp_accept`, `multicast_lan_udp_accept`, `multicast_wan_udp_accept`, `ping_rules`, ' +
      '`drop_private_rfc1918`, `ept_tcpfwd`, `ept_udpfwd`, `output_block` and `site_forward`: this ruleset stores them ' +
      'in another form, and they are derived from the same facts.',
    params: { name: z.string().max(200).meta({ description: 'The name of the map', example: 'internet_access' }) },
    reply: MapListing,
    errors: { 400: 'No such map' },
  }),
}
