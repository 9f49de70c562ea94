import { phrase } from '../../phrases/phrase.ts'
import type { RuleSet } from '../configrules.ts'
import { addressesOf } from '../ends.ts'
import type { Custom, Frame } from '../network.ts'
import { outgoingOf } from '../tunnels.ts'
import { REMEMBER_PEER } from './fragments.ts'
import { HOOKS } from './hooks.ts'
import { LIMIT_FORWARDED } from './limits.ts'
import { logForwarded } from './log.ts'
import { openToInternet } from './own.ts'
import { proxyChains, toProxies } from './proxy.ts'
import {
  ACCEPT,
  ALL_BITS,
  because,
  type Chain,
  drop,
  type Expression,
  goto,
  is,
  isIn,
  jump,
  MARK,
  type PacketRule,
  RETURN,
  rule,
  when,
} from './rule.ts'
import { closestFirst, isInRules, keyOfRuleSet, nameOfRuleSet } from './slots.ts'
import { fromOutside, fromUplinks, to, toOutside } from './where.ts'

const TCP_OR_UDP = is('protocol', 'tcp', 'udp')
const mark = (add: number): Expression => ({ kind: 'connection mark', keep: ALL_BITS, add })

/** Networks behind a tunnel that have a rule for their link. */
function sites(frame: Frame): Custom[] {
  const links = outgoingOf(frame).map(({ link }) => link)
  return frame.customs.filter(({ link }) => links.includes(link))
}

/** Connections to ports of the router that are open to the internet are not forwarded. */
const kept = (frame: Frame): PacketRule[] =>
  (['TCP port', 'UDP port'] as const).flatMap((field) => {
    const ports = openToInternet(frame).filter(({ Protocol }) => field.startsWith(Protocol.toUpperCase()))
    return ports.length > 0 ? [rule(is(field, ...ports.map(({ Port }) => Port)), RETURN)] : []
  })

/**
 * Address translation: destinations of port forwards and redirected queries, source addresses at uplinks. Evaluated only for the
 * first packet of each connection, so blocks are here as well. Open connections that a new block forbids are ended
 * (`permits.ts`).
 */
export function translateChains(frame: Frame): Chain[] {
  const ofKind = (kind: RuleSet['kind']): RuleSet[] => frame.ruleSets.filter((set) => set.kind === kind)
  const drops = (kind: RuleSet['kind'], what: 'block' | 'output'): PacketRule[] =>
    ofKind(kind).map((set) => rule(isInRules(set), drop(what)))
  const forwards = ofKind('forward').sort(closestFirst)
  const own = frame.uplinks.flatMap(addressesOf)
  const toOwn = is('destination', ...own)
  const isTranslated = forwards.length > 0 && own.length > 0

  return [
    {
      name: 'redirect_dns',
      rules: [
        rule({ kind: 'translate by', map: 'dns_custom', key: ['source'] }),
        ...(frame.lanIp ? [rule({ kind: 'translate', to: frame.lanIp })] : []),
      ],
    },
    {
      name: 'forwarded',
      rules: forwards.map((set) =>
        rule(TCP_OR_UDP, { kind: 'translate by', map: nameOfRuleSet(set), key: keyOfRuleSet(set) }),
      ),
    },
    ...proxyChains(frame),
    // From the home the router's addresses on the uplinks lead where they lead from the internet.
    { name: 'inbound', rules: [...kept(frame), rule(mark(MARK.inbound)), rule(goto('forwarded'))] },
    { name: 'hairpin', rules: [...kept(frame), rule(mark(MARK.hairpin)), rule(goto('forwarded'))] },
    {
      name: 'dstnat',
      hook: HOOKS.dstnat,
      rules: [
        rule(is('input link', 'lo'), ACCEPT),
        // Port 0 is reserved, and rules for any port begin at 1 (RFC 6335, section 6).
        rule(TCP_OR_UDP, is('port', 0), drop('forward'), because('default', phrase('firewall.portZeroReserved'))),
        ...drops('block', 'block'),
        ...(isTranslated ? fromUplinks(frame, toOwn, goto('inbound')) : []),
        ...fromOutside(frame, ACCEPT),
        // Before forwards: with one for all ports, a device of the home would otherwise answer the queries to the uplink's address.
        rule(TCP_OR_UDP, is('port', 53), goto('redirect_dns')),
        ...(isTranslated ? [rule(toOwn, jump('hairpin'))] : []),
        ...toProxies(frame, own),
      ],
    },
    // Opened by the router itself.
    {
      name: 'own',
      hook: HOOKS.own,
      rules: drops('output block', 'output'),
    },
    // Counts the first packet of an admitted connection; the chain `forward` counts the others.
    {
      name: 'leave',
      rules: [REMEMBER_PEER, rule(isIn('outgoing_traffic_wan', 'source')), rule({ kind: 'masquerade' })],
    },
    {
      name: 'srcnat',
      hook: HOOKS.srcnat,
      rules: [
        LIMIT_FORWARDED,
        ...logForwarded(frame),
        // No masquerading towards another site: it uses the real addresses of the devices of this home.
        ...sites(frame).map((custom) => rule(to(custom), isIn('outgoing_traffic_wan', 'source'), ACCEPT)),
        ...toOutside(frame, goto('leave')),
        rule(when('inbound'), isIn('incoming_traffic_wan', 'destination'), ACCEPT),
        // A device that connects to itself through the uplink's address: it would drop packets from its own address.
        rule(when('hairpin'), isIn('itself', 'source', 'destination'), { kind: 'masquerade' }),
        rule(isIn('outgoing_traffic_lan', 'source')),
        rule(isIn('incoming_traffic_lan', 'destination')),
      ],
    },
  ]
}
