import { z } from 'zod'
import { savedSetting, savedTable } from '../saved.ts'
import { defaultFirewall, FirewallConfig } from './config/config.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  keyOfBlock,
  keyOfCustom,
  keyOfForward,
  keyOfPortBlock,
  OutputBlockRule,
} from './config/configrule.ts'
import { defaultGeoBlock, GeoBlockConfig } from './geoblock/config.ts'
import { defaultMulticast, MulticastSettings } from './multicast/settings.ts'
import { defaultPacketLog, PacketLogging } from './refused/settings.ts'
import { Rule } from './rules/pfwrule.ts'

const SHOWN = ['RuleName', 'Description', 'Protocol', 'SrcIP', 'SrcPort', 'DstIP', 'DstPort']

export const firewallTables = {
  forwards: savedTable({
    schema: ForwardingRule,
    keyOf: keyOfForward,
    audit: { noun: 'port forward', shows: SHOWN, hasPlainKey: true },
    undo: 'alone',
  }),
  blocks: savedTable({
    schema: BlockRule,
    keyOf: keyOfBlock,
    audit: { noun: 'block', shows: SHOWN, hasPlainKey: true },
    undo: 'alone',
  }),
  outputBlocks: savedTable({
    schema: OutputBlockRule,
    keyOf: keyOfPortBlock,
    audit: { noun: 'block of the router itself', shows: SHOWN, hasPlainKey: true },
    undo: 'alone',
  }),
  forwardBlocks: savedTable({
    schema: ForwardingBlockRule,
    keyOf: keyOfPortBlock,
    audit: { noun: 'forwarding block', shows: SHOWN, hasPlainKey: true },
    undo: 'alone',
  }),
  endpoints: savedTable({
    schema: Endpoint,
    keyOf: ({ RuleName }) => RuleName,
    audit: { noun: 'endpoint', shows: [...SHOWN, 'IP', 'Domain', 'Port', 'Tags'], hasPlainKey: true },
    undo: 'alone',
  }),
  customInterfaces: savedTable({
    schema: CustomInterfaceRule,
    keyOf: keyOfCustom,
    audit: {
      noun: 'custom interface',
      shows: [...SHOWN, 'Interface', 'RouteDst', 'Policies', 'Groups', 'Tags'],
      hasPlainKey: true,
    },
    undo: 'alone',
  }),
  pfwRules: savedTable({
    schema: Rule,
    keyOf: ({ Id }) => Id,
    audit: {
      noun: 'firewall rule',
      shows: ['Name', 'When', 'To', 'Do', 'Skips'],
      unlogged: ['Order', 'Number'],
    },
    undo: 'alone',
  }),
}

export const firewallSettings = {
  firewall: savedSetting({
    schema: FirewallConfig,
    defaults: defaultFirewall,
    audit: { noun: 'ports of the router', shows: ['ServicePorts', 'MulticastPorts', 'SystemDNSOverride'] },
    undo: 'alone',
  }),
  packetLog: savedSetting({
    schema: PacketLogging,
    defaults: defaultPacketLog,
    audit: { noun: 'packet log', shows: [] },
    undo: 'alone',
  }),
  geoBlock: savedSetting({
    schema: GeoBlockConfig,
    defaults: defaultGeoBlock,
    audit: { noun: 'geo block', shows: ['DenyCountries', 'DenyASNs', 'Lists'] },
  }),
  multicast: savedSetting({
    schema: MulticastSettings,
    defaults: defaultMulticast,
    audit: { noun: 'device discovery', shows: ['Addresses', 'MDNSName'] },
    undo: 'alone',
  }),
  /** Variables of conditions of the programmable firewall. */
  pfwVariables: savedSetting({
    schema: z.record(z.string(), z.string()),
    defaults: () => ({}),
    audit: { noun: 'variables of firewall rules', shows: [] },
  }),
}
