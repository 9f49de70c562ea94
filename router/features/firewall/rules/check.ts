import { Invalid } from '../../../errors.ts'
import { catalogueOf } from '../../../model/dns/blocklists/services/catalogue.ts'
import { redirectsOf } from '../../../model/dns/blocklists/services/safesearch.ts'
import { netOf } from '../../../model/firewall/config/configrule.ts'
import { ACTIONS } from '../../../model/firewall/rules/actions.ts'
import { networksKey } from '../../../model/firewall/rules/destinations.ts'
import { compileExpression } from '../../../model/firewall/rules/expression.ts'
import type { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { groupsOf, tagsOf } from '../../../model/home/devices/revise.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { isUplink } from '../../../model/internet/links/interface.ts'
import { demandExit } from '../../../model/vpn/tunnels/check.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { containsIp, formatSubnet, overlap, UNROUTABLE_NETS } from '../../../values/subnet.ts'

/** Throws `Invalid` for a rule that cannot work. `at` is the path of the rule in what the caller sent, with a dot at its end, or empty. */
export function demandUsableRule(
  rule: RuleInput,
  draft: Pick<Draft, 'devices' | 'groups' | 'tunnels' | 'plugins' | 'interfaces' | 'setting'>,
  now: number,
  at = '',
): void {
  const { When, Do, Until } = rule
  const known = (identity: string): boolean =>
    draft.devices.get(identity) !== undefined ||
    [...draft.devices.rows()].some(([, { WGPubKey }]) => WGPubKey === identity)
  for (const [index, identity] of When.Devices.entries())
    if (!known(identity)) throw new Invalid(phrase('field.deviceUnknown', identity), `${at}When.Devices[${index}]`)
  for (const [index, { Device }] of When.Online.entries())
    if (!known(Device)) throw new Invalid(phrase('field.deviceUnknown', Device), `${at}When.Online[${index}].Device`)
  if (When.Expression) compileExpression(When.Expression, `${at}When.Expression`)
  groupsOf(When.Groups, `${at}When.Groups`)
  tagsOf(When.Tags, `${at}When.Tags`)
  if (Until > 0 && Until * 1000 <= now) throw new Invalid(phrase('firewall.untilPassed'), `${at}Until`)
  demandDestination(rule, `${at}To`)
  switch (Do.Kind) {
    case 'dns':
      if (!Do.ResultIP === !Do.ResultCNAME) throw new Invalid(phrase('firewall.oneDnsResult'), `${at}Do.ResultIP`)
      if (Do.ResultCNAME && (Do.ResultCNAME === Do.Domain || Do.ResultCNAME.endsWith(`.${Do.Domain}`)))
        throw new Invalid(phrase('firewall.aliasBelowDomain'), `${at}Do.ResultCNAME`)
      return
    case 'services': {
      const known = new Set(catalogueOf(draft.setting('dnsServices')).Services.map(({ Id }) => Id))
      for (const [index, id] of Do.Services.entries())
        if (!known.has(id))
          throw new Invalid(phrase('firewall.serviceUnknown', JSON.stringify(id)), `${at}Do.Services[${index}]`)
      return
    }
    case 'safesearch':
      if (redirectsOf(Do).length === 0) throw new Invalid(phrase('firewall.searchEngineRequired'), `${at}Do.Google`)
      return
    case 'tunnel':
      demandTunnel(rule, Do.Tunnel, draft, at)
      return
    case 'uplink':
      if (!isUplink(Do.Uplink, new Map(draft.interfaces.rows()).values()))
        throw new Invalid(phrase('firewall.uplinkUnknown', JSON.stringify(Do.Uplink)), `${at}Do.Uplink`)
      return
    case 'proxy':
      if (!draft.plugins.get(Do.Plugin.toLowerCase())?.NetworkCapabilities.Subnet)
        throw new Invalid(phrase('firewall.containerPluginUnknown', JSON.stringify(Do.Plugin)), `${at}Do.Plugin`)
      return
    case 'redirect':
      if (UNROUTABLE_NETS.some((one) => containsIp(one, Do.IP)))
        throw new Invalid(phrase('firewall.targetUnroutable'), `${at}Do.IP`)
      return
    case 'limit':
      if (!Do.DownMbit && !Do.UpMbit) throw new Invalid(phrase('firewall.rateRequired'), `${at}Do.DownMbit`)
      return
    case 'tag':
      tagsOf([Do.Tag], `${at}Do.Tag`)
      tagsOf(Do.Tags ?? [], `${at}Do.Tags`)
      return
    case 'group':
      groupsOf([Do.Group], `${at}Do.Group`)
      groupsOf(Do.Groups ?? [], `${at}Do.Groups`)
      for (const [index, group] of [Do.Group, ...(Do.Groups ?? [])].entries())
        if (!draft.groups.get(group))
          throw new Invalid(
            phrase('field.groupUnknown', JSON.stringify(group)),
            index === 0 ? `${at}Do.Group` : `${at}Do.Groups[${index - 1}]`,
          )
  }
}

/** As for an exit with this tunnel. A country is anywhere on the internet, so the tunnel has to lead to most of it. */
function demandTunnel({ To }: RuleInput, tunnel: string, draft: Pick<Draft, 'tunnels' | 'setting'>, at: string): void {
  const isFewNetworks = To.Place === 'listed' && networksKey(To) === undefined
  const exit = {
    ...{ Name: '', Number: 0, Devices: [], Groups: [], Tags: [], Tunnels: [tunnel], Domains: To.Domains },
    Traffic: isFewNetworks ? ('listed' as const) : ('all' as const),
    Networks: To.Networks.map((text) => formatSubnet(netOf(text))),
  }
  const tunnels = [...draft.tunnels.rows()].map(([, one]) => one)
  try {
    demandExit(exit, { tunnels, others: [], home: tinyNets(draft.setting('subnet')) })
  } catch (error) {
    if (!(error instanceof Invalid) || !error.field) throw error
    const field = error.field === 'Tunnels' ? 'Do.Tunnel' : `To.${error.field}`
    throw new Invalid(error.phrase, `${at}${field}`)
  }
}

const LISTS = ['Networks', 'Domains', 'Countries', 'ASNs'] as const

function demandDestination({ To, Do }: RuleInput, field: string): void {
  const listed = LISTS.find((list) => To[list].length > 0)
  const hasPorts = To.Protocol !== 'any' || To.Port !== 'any'
  const action = ACTIONS[Do.Kind]
  if (action.places.length === 0 && (listed || hasPorts || To.Place !== 'internet'))
    throw new Invalid(phrase('firewall.actionWithoutDestination', Do.Kind), field)
  if (To.Place === 'listed' && !listed) throw new Invalid(phrase('firewall.listedNeedsNetworks'), `${field}.Networks`)
  if (To.Place !== 'listed' && listed) throw new Invalid(phrase('firewall.listsNeedListedPlace'), `${field}.Place`)
  for (const [index, text] of To.Networks.entries())
    if (netOf(text).prefix > 0 && UNROUTABLE_NETS.some((one) => overlap(one, netOf(text))))
      throw new Invalid(phrase('field.networkUnroutable', text), `${field}.Networks[${index}]`)
  if (action.places.length > 0 && !action.hasPorts && hasPorts)
    throw new Invalid(phrase('firewall.actionWithoutPorts', Do.Kind), `${field}.Port`)
  if (action.places.length > 0 && !action.places.includes(To.Place))
    throw new Invalid(
      action.places.includes('anywhere')
        ? phrase('firewall.limitPlace')
        : phrase('firewall.placeInternetOrListed', Do.Kind),
      `${field}.Place`,
    )
}
