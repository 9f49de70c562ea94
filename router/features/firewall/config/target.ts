import { type ForwardingRule, netOf } from '../../../model/firewall/config/configrule.ts'
import { BLOCK_SIZE, isDeviceAddress, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { uplinkLink } from '../../../model/internet/links/interface.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { type Ip, ipToNumber } from '../../../values/ip.ts'
import { containsIp } from '../../../values/subnet.ts'

type View = Pick<Draft, 'setting'> & {
  readonly interfaces: Pick<Draft['interfaces'], 'rows'>
  readonly uplinkLeases: Pick<Draft['uplinkLeases'], 'get'>
  readonly customInterfaces: Pick<Draft['customInterfaces'], 'rows'>
}

/** Why nothing that is forwarded to an address can ever arrive, and what to do instead. */
export interface Unreachable {
  readonly reason: Phrase
  readonly instead: Phrase
}

/**
 * Why an address cannot be the target of a port forward; undefined for one that a device, or a machine behind another
 * link, can have, whether or not there is one now.
 */
export function unreachable(ip: Ip, view: View): Unreachable | undefined {
  const nets = [view.setting('subnet'), ...view.setting('formerSubnets')].flatMap(tinyNets)
  if (isDeviceAddress(nets, ip)) return undefined
  if (isRoutersOwn(ip, view, nets.some((net) => containsIp(net, ip)) && ipToNumber(ip) % BLOCK_SIZE === 1))
    return { reason: phrase('dns.resolverIsRouter'), instead: phrase('firewall.forwardUseServicePort') }
  if (nets.some((net) => containsIp(net, ip)))
    return {
      reason: phrase('firewall.forwardToNoDevice'),
      instead: phrase('firewall.forwardUseDeviceAddress'),
    }
  if ([...view.customInterfaces.rows()].some(([, { SrcIP }]) => containsIp(netOf(SrcIP), ip))) return undefined
  return {
    reason: phrase('firewall.forwardToElsewhere'),
    instead: phrase('firewall.forwardAddNetworkFirst'),
  }
}

function isRoutersOwn(ip: Ip, { interfaces, uplinkLeases }: View, isRouterSide: boolean): boolean {
  const addressOf = (text: string | undefined): string | undefined => text?.split('/', 1)[0]
  return (
    isRouterSide ||
    [...interfaces.rows()].some(([, link]) =>
      [
        link.IP,
        ...(link.AdditionalIPs ?? []).map(({ IP }) => IP),
        ...(link.Type === 'Uplink' ? [uplinkLeases.get(uplinkLink(link))?.address] : []),
      ].some((address) => addressOf(address) === ip),
    )
  )
}

const LONGEST = 256

/** Disables port forwards whose target cannot be reached any more, and adds the reason to their description. */
export function disableUnreachable(draft: Draft): void {
  for (const [key, rule] of [...draft.forwards.rows()]) {
    const why = rule.Disabled ? undefined : unreachable(rule.DstIP, draft)
    if (why) draft.forwards.put(key, disabled(rule, `disabled by the router: ${rule.DstIP} ${why.reason}`))
  }
}

const disabled = (rule: ForwardingRule, reason: string): ForwardingRule => ({
  ...rule,
  Disabled: true,
  Description:
    rule.Description === '' ? reason : `${rule.Description.slice(0, LONGEST - reason.length - 3)} (${reason})`,
})
