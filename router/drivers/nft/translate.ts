import { addressesOf } from '../../compiler/ends.ts'
import { closestFirst } from '../../compiler/lookup.ts'
import type { Frame } from '../../compiler/network.ts'
import type { RuleSet } from '../../compiler/rules.ts'
import { LIMIT_FORWARDED } from './limits.ts'
import { type Chain, fromUplinks, MARK, toUplinks } from './match.ts'
import { isIn, lookUp, nameOf } from './rules.ts'

/**
 * Where connections are led, and under whose address they leave. Only the first packet of each comes here: what is asked
 * here costs nothing afterwards, and so whole kinds of blocks stand here too. Connections that are there already when a
 * block is made are cut (`pass/connections.ts`).
 */
export function translateChains(frame: Frame): Chain[] {
  const ofKind = (kind: RuleSet['kind']): RuleSet[] => frame.ruleSets.filter((set) => set.kind === kind)
  const drops = (kind: RuleSet['kind']): string[] =>
    ofKind(kind).map((set) => `${isIn(set)} counter drop comment "drop:block"`)
  const forwards = ofKind('forward').sort(closestFirst)
  const forwarded = forwards.map((set) => `meta l4proto { tcp, udp } dnat ip to ${lookUp(set)} map @${nameOf(set)}`)
  const own = frame.uplinks.flatMap(addressesOf)
  const isAsked = forwards.length > 0 && own.length > 0 ? `ip daddr { ${own.join(', ')} }` : ''

  return [
    {
      name: 'redirect_dns',
      // What asked a resolver at the uplink's address is led elsewhere by no forward.
      rules: [
        `ct mark set ct mark & ${MARK.uplink}`,
        'dnat ip to ip saddr map @dns_custom',
        ...(frame.lanIp ? [`dnat ip to ${frame.lanIp}`] : []),
      ],
    },
    { name: 'forwarded', rules: forwarded },
    { name: 'inbound', rules: [`ct mark set ct mark | ${MARK.inbound}`, 'goto forwarded'] },
    { name: 'hairpin', rules: [`ct mark set ct mark | ${MARK.hairpin}`, 'goto forwarded'] },
    {
      name: 'dstnat',
      hook: 'nat hook prerouting priority dstnat; policy accept',
      rules: [
        'iifname "lo" accept',
        // Nobody can be at port 0, and rules for any port begin at 1 (RFC 6335, section 6).
        'meta l4proto { tcp, udp } th dport 0 counter drop comment "drop:forward"',
        ...drops('block'),
        ...(isAsked ? fromUplinks(frame, `${isAsked} goto inbound`) : []),
        ...fromUplinks(frame, 'accept'),
        ...(isAsked ? [`${isAsked} jump hairpin`] : []),
        'meta l4proto { tcp, udp } th dport 53 goto redirect_dns',
      ],
    },
    // Made by the router itself.
    { name: 'own', hook: 'nat hook output priority -100; policy accept', rules: drops('output block') },
    // A connection's first packet is counted here, and only once it was admitted; the others are counted where they pass.
    { name: 'leave', rules: ['ip saddr @outgoing_traffic_wan', 'masquerade'] },
    {
      name: 'srcnat',
      hook: 'nat hook postrouting priority srcnat; policy accept',
      rules: [
        LIMIT_FORWARDED,
        ...toUplinks(frame, 'goto leave'),
        `ct mark & ${MARK.inbound} != 0 ip daddr @incoming_traffic_wan accept`,
        // A device that calls itself by the uplink's address would not take a packet from its own.
        `ct mark & ${MARK.hairpin} != 0 ip saddr . ip daddr @itself masquerade`,
        'ip saddr @outgoing_traffic_lan',
        'ip daddr @incoming_traffic_lan',
      ],
    },
  ]
}
