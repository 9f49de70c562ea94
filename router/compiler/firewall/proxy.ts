import { titled } from '../../features/devices/title.ts'
import { PRIVATE_NETS } from '../../values/subnet.ts'
import type { Frame, PfwRule } from '../network.ts'
import { packetsOf, withinHome } from './exits.ts'
import { geoRules } from './geo.ts'
import { opened, pfwReason, rulesFor } from './pfwmatch.ts'
import {
  ALL_BITS,
  because,
  type Chain,
  type Expression,
  is,
  isNot,
  jump,
  MARK,
  notWithin,
  RETURN,
  type Rule,
  refuse,
  rule,
  SENDER,
  verdictOf,
  when,
} from './rule.ts'
import { isInRules } from './slots.ts'

const WEB = is('TCP port', 80, 443)
/** HTTP/3. Clients use TCP when it is refused. */
const QUIC = is('UDP port', 443)

const isProxy = ({ action }: PfwRule): boolean => action.Kind === 'proxy'
const hasProxy = ({ pfw }: Pick<Frame, 'pfw'>): boolean => pfw.some(isProxy)

/** A private network beyond the uplink has to be listed. */
const isPublic = ({ place }: PfwRule): Expression[] =>
  place === 'listed' ? [] : [notWithin('destination', PRIVATE_NETS)]

/** In `dstnat`: web connections to the internet. `own` are the addresses of the uplinks. */
export const toProxies = (frame: Frame, own: readonly string[]): Rule[] =>
  hasProxy(frame)
    ? [
        rule(
          WEB,
          notWithin('destination', withinHome(frame)),
          own.length > 0 ? [isNot('destination', ...own)] : [],
          jump('proxied'),
        ),
      ]
    : []

/**
 * Sends connections to a plugin. Those that another rule decides about keep their destination, so that the chain `forward`
 * decides: otherwise the plugin would open them on behalf of a device that may not. So do those for a tunnel, which the
 * connections of the plugin do not use.
 */
export const proxyChains = (frame: Frame): Chain[] =>
  hasProxy(frame)
    ? [
        {
          name: 'proxied',
          rules: [
            ...frame.ruleSets.filter(({ kind }) => kind === 'forward block').map((set) => rule(isInRules(set), RETURN)),
            ...geoRules(frame, 'destination', [RETURN]),
            ...frame.exits.flatMap(packetsOf).map((match) => rule(match, RETURN)),
            ...rulesFor('out', frame).flatMap(decided),
          ],
        },
      ]
    : []

/** The first rule that matches decides, as in `pfwOut`. */
function decided(one: PfwRule): Rule[] {
  const { action, target } = one
  if (action.Kind === 'block') return opened(one).map((match) => rule(match, RETURN))
  if (action.Kind === 'allow') return opened(one).map((match) => rule(match, isPublic(one), RETURN))
  if (action.Kind !== 'proxy') return []
  const translate: readonly Expression[] = target
    ? [
        { kind: 'connection mark', keep: ALL_BITS, add: MARK.proxied },
        { kind: 'translate', to: target, port: action.Port, rule: `pfwRules ${one.id}` },
      ]
    : [RETURN]
  return opened(one).map((match) => rule(match, WEB, isPublic(one), translate))
}

/** In `forward_out`: web connections of these devices that were not sent to the plugin. */
export const notProxied = (one: PfwRule): Rule[] =>
  isProxy(one)
    ? opened(one).flatMap((match) =>
        [WEB, QUIC].map((web) => rule(match, web, isPublic(one), refuse('pfw'), pfwReason(one))),
      )
    : []

/** In `forward_lan`: a connection to a plugin needs the permission for its original destination. */
export const fromProxied = (frame: Frame): Rule[] =>
  hasProxy(frame)
    ? [
        rule(when('translated', 'proxied'), verdictOf('internet_access', ...SENDER)),
        rule(when('proxied'), refuse('forward'), because('default', `it has no policy ${titled('wan')}`)),
      ]
    : []

/** In `forward_out`: the route to the plugin is missing while its network is not connected. */
export const lostProxied = (frame: Frame): Rule[] =>
  hasProxy(frame)
    ? [rule(when('proxied'), refuse('forward'), because('default', 'the network of the plugin is not connected'))]
    : []
