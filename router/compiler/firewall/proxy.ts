import { titled } from '../../model/home/devices/titled.ts'
import { phrase } from '../../phrases/phrase.ts'
import { PRIVATE_NETS } from '../../values/subnet.ts'
import type { Frame, PfwRule } from '../network.ts'
import { packetsOf, withinHome } from './exits.ts'
import { geoRules } from './geo.ts'
import { opened, pfwReason, rulesFor } from './pfwmatch.ts'
import {
  ACCEPT,
  ALL_BITS,
  because,
  type Chain,
  type Expression,
  is,
  isIn,
  isNot,
  jump,
  MARK,
  notWithin,
  type PacketRule,
  RETURN,
  refuse,
  rule,
  SENDER,
  verdictOf,
  when,
} from './rule.ts'
import { isInRules } from './slots.ts'

const TCP_OR_UDP = is('protocol', 'tcp', 'udp')
const WEB = is('TCP port', 80, 443)
/** HTTP/3. Clients use TCP when it is refused. */
const QUIC = is('UDP port', 443)

const isProxy = ({ action }: PfwRule): boolean => action.Kind === 'proxy'
const hasProxy = ({ pfw }: Pick<Frame, 'pfw'>): boolean => pfw.some(isProxy)
const isRedirect = ({ action }: PfwRule): boolean => action.Kind === 'redirect'
/** Whether a rule sends connections to another address. */
const isTranslating = (one: PfwRule): boolean => isProxy(one) || isRedirect(one)

/** A private network beyond the uplink has to be listed. */
const isPublic = ({ place }: PfwRule): Expression[] =>
  place === 'listed' ? [] : [notWithin('destination', PRIVATE_NETS)]

/** In `dstnat`: connections to the internet that rules may send elsewhere. `own` are the addresses of the uplinks. */
export const toProxies = (frame: Frame, own: readonly string[]): PacketRule[] =>
  frame.pfw.some(isTranslating)
    ? [
        rule(
          frame.pfw.some(isRedirect) ? TCP_OR_UDP : WEB,
          notWithin('destination', withinHome(frame)),
          own.length > 0 ? [isNot('destination', ...own)] : [],
          jump('proxied'),
        ),
      ]
    : []

/**
 * Sends connections to a plugin or to another address. Those that another rule decides about keep their destination, so that the
 * chain `forward` decides: otherwise the plugin would open them on behalf of a device that may not.
 */
export const proxyChains = (frame: Frame): Chain[] =>
  frame.pfw.some(isTranslating)
    ? [
        {
          name: 'proxied',
          rules: [
            ...frame.ruleSets.filter(({ kind }) => kind === 'forward block').map((set) => rule(isInRules(set), RETURN)),
            ...geoRules(frame, 'destination', [RETURN]),
            ...rulesFor('out', frame).flatMap((one) => decided(one, frame)),
          ],
        },
      ]
    : []

/** The first rule that matches decides, as in `pfwOut`. */
function decided(one: PfwRule, { exits }: Frame): PacketRule[] {
  const { action, target } = one
  if (action.Kind === 'block') return opened(one).map((match) => rule(match, RETURN))
  if (action.Kind === 'allow') return opened(one).map((match) => rule(match, isPublic(one), RETURN))
  if (action.Kind === 'redirect') return redirected(one, action.Port)
  if (action.Kind !== 'proxy') return []
  // The connections of the plugin do not use the tunnel of the device.
  const tunnelled = exits.flatMap(packetsOf)
  const translate: readonly Expression[] = target
    ? [
        { kind: 'connection mark', keep: ALL_BITS, add: MARK.proxied },
        { kind: 'translate', to: target, port: action.Port, rule: `pfwRules ${one.id}` },
      ]
    : [RETURN]
  return opened(one).flatMap((match) => [
    ...tunnelled.map((exit) => rule(match, WEB, isPublic(one), exit, RETURN)),
    rule(match, WEB, isPublic(one), translate),
  ])
}

/** One rule for each protocol: the kernel translates a port only in a rule for one protocol. */
const redirected = (one: PfwRule, port: number | undefined): PacketRule[] =>
  one.target === undefined
    ? []
    : opened(one).flatMap((match) =>
        (['tcp', 'udp'] as const)
          .filter((protocol) => one.protocol === 'any' || one.protocol === protocol)
          .map((protocol) =>
            rule(
              is('protocol', protocol),
              match,
              isPublic(one),
              { kind: 'connection mark', keep: ALL_BITS, add: MARK.redirected },
              {
                kind: 'translate',
                to: one.target!,
                ...(port !== undefined && { port }),
                rule: `pfwRules ${one.id}`,
              },
            ),
          ),
      )

/** In `forward_out` and `forward_lan`: the connections that a rule has sent to its address. */
export const fromRedirected = (one: PfwRule): PacketRule[] =>
  one.action.Kind === 'redirect'
    ? [
        rule(
          isIn(one.set, ...SENDER),
          is('destination', one.action.IP),
          when('translated', 'redirected'),
          ACCEPT,
          pfwReason(one),
        ),
      ]
    : []

/** In `forward_out`: web connections of these devices that were not sent to the plugin. */
export const notProxied = (one: PfwRule): PacketRule[] =>
  isProxy(one)
    ? opened(one).flatMap((match) =>
        [WEB, QUIC].map((web) => rule(match, web, isPublic(one), refuse('pfw'), pfwReason(one))),
      )
    : []

/** In `forward_lan`: a connection to a plugin needs the permission for its original destination. */
export const fromProxied = (frame: Frame): PacketRule[] =>
  hasProxy(frame)
    ? [
        rule(when('translated', 'proxied'), verdictOf('internet_access', ...SENDER)),
        rule(when('proxied'), refuse('forward'), because('default', phrase('firewall.policyLacking', titled('wan')))),
      ]
    : []

/** In `forward_out`: the route to the plugin is missing while its network is not connected. */
export const lostProxied = (frame: Frame): PacketRule[] =>
  hasProxy(frame)
    ? [rule(when('proxied'), refuse('forward'), because('default', phrase('firewall.pluginNetworkDown')))]
    : []
