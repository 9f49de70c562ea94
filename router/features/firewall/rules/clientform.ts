import { isDeepStrictEqual } from 'node:util'
import { Invalid } from '../../../errors.ts'
import type {
  BlockForm,
  Client,
  ClientDestination,
  ClientForm,
  CommonForm,
  ForwardForm,
  GroupForm,
  TagForm,
} from '../../../model/firewall/rules/clientrule.ts'
import {
  type Action,
  type Conditions,
  type Destination,
  isForAll,
  type Rule,
  RuleInput,
} from '../../../model/firewall/rules/pfwrule.ts'
import { keyOfDevice } from '../../../model/home/devices/device.ts'
import { isUplink } from '../../../model/internet/links/interface.ts'
import { phrase, phraseIn, schemaPhrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { isIp } from '../../../values/ip.ts'

export type RuleListName = 'block' | 'forward' | 'tag' | 'group'
export interface Forms {
  block: BlockForm
  forward: ForwardForm
  tag: TagForm
  group: GroupForm
}

export const listNameOf = ({ Do: { Kind } }: Pick<Rule, 'Do'>): RuleListName =>
  Kind === 'block' || Kind === 'tag' || Kind === 'group' ? Kind : 'forward'

type Named = Pick<Facts, 'devices' | 'endpoints' | 'tunnels' | 'plugins' | 'interfaces'>

const EVERYBODY = '0.0.0.0'
const EVERYWHERE = '0.0.0.0/0'

/**
 * A rule in the form of present clients, with all their fields. What they cannot show is left out, such as the second device of a rule or
 * the minutes used.
 */
export function formOf(rule: Rule, facts: Pick<Named, 'tunnels' | 'plugins'>): ClientForm {
  const { Name, Disabled, When, To, Do } = rule
  const common: CommonForm = {
    ...{ RuleName: Name, Disabled, Condition: When.Expression ?? '' },
    Time: When.Times[0] ?? { Days: [], Start: '', End: '' },
    Client: {
      ...{ Group: When.Groups[0] ?? '', Identity: When.Devices[0] ?? '', Tag: When.Tags[0] ?? '', Endpoint: '' },
      SrcIP: isForAll(When) ? EVERYBODY : '',
    },
  }
  if (Do.Kind === 'tag') return { ...common, Tags: [Do.Tag, ...(Do.Tags ?? [])] }
  if (Do.Kind === 'group') return { ...common, Groups: [Do.Group, ...(Do.Groups ?? [])] }
  const Protocol = To.Protocol === 'any' ? ('' as const) : To.Protocol
  const ports = To.Port === 'any' ? '' : To.Port
  if (Do.Kind === 'block') return { ...common, Protocol, Dst: shown(To), DstPort: ports }
  const to = Do.Kind === 'redirect' ? { IP: Do.IP, Port: String(Do.Port ?? '') } : { IP: '', Port: '' }
  return {
    ...{ ...common, Protocol, OriginalDst: shown(To), OriginalDstPort: ports, Dst: { IP: to.IP }, DstPort: to.Port },
    DstInterface: interfaceOf(Do, facts),
  }
}

function shown({ Place, Networks, Domains, Countries, ASNs }: Destination): ClientDestination {
  if (Place === 'anywhere') return { IP: EVERYWHERE }
  const [IP = ''] = Networks
  if (IP || Place !== 'listed') return { IP }
  return Domains[0] ? { Domain: Domains[0] } : Countries[0] ? { Country: Countries[0] } : { ASN: String(ASNs[0]) }
}

function interfaceOf(Do: Action, { tunnels, plugins }: Pick<Named, 'tunnels' | 'plugins'>): string {
  if (Do.Kind === 'uplink') return Do.Uplink
  if (Do.Kind === 'tunnel') return tunnels.get(Do.Tunnel)?.Link ?? Do.Tunnel
  if (Do.Kind === 'proxy')
    return plugins.get(Do.Plugin.toLowerCase())?.NetworkCapabilities.Interface || Do.Plugin.toLowerCase()
  return ''
}

/**
 * A rule of the list in our form, as `RuleInput`. A part that is as it was shown keeps everything that `before` has of it, also what the
 * client cannot show. Throws `Invalid`, which names the client's field.
 */
export function inputOfForm<L extends RuleListName>(list: L, form: Forms[L], facts: Named, before?: Rule): RuleInput {
  const was = before && (formOf(before, facts) as Forms[L])
  const same = (...fields: string[]): boolean =>
    was !== undefined && fields.every((field) => isDeepStrictEqual(fieldOf(form, field), fieldOf(was, field)))
  const { Expression: _before, ...conditions } = before?.When ?? {}
  const When = {
    ...conditions,
    ...(form.Condition !== '' && { Expression: form.Condition }),
    ...(same('Client') ? {} : selectedBy(form.Client, facts)),
    ...(same('Time') ? {} : { Times: timesOf(form.Time) }),
  }
  const isSameAction = same(
    'Protocol',
    'Dst',
    'DstPort',
    'OriginalDst',
    'OriginalDstPort',
    'DstInterface',
    'Tags',
    'Groups',
  )
  const action = isSameAction && before ? { Do: before.Do, To: before.To } : actionOf(form, facts)
  const input = RuleInput.safeParse({
    ...{ Name: form.RuleName || `${list} rule`, Disabled: form.Disabled, When, ...action },
    Until: before?.Until ?? 0,
  })
  if (input.success) return input.data
  const [{ message, path } = { message: schemaPhrase('field.malformed'), path: [] }] = input.error.issues
  throw new Invalid(phraseIn(message), clientField(list, path.map(String).join('.')))
}

const fieldOf = (form: object, field: string): unknown => (form as Readonly<Record<string, unknown>>)[field]

function selectedBy(
  { Group, Identity, SrcIP, Tag, Endpoint }: Client,
  { devices, endpoints }: Named,
): Pick<Conditions, 'Devices' | 'Groups' | 'Tags'> {
  const at = (ip: string, field: string): string => {
    const device = devices.by('RecentIP', ip)
    if (!device) throw new Invalid(phrase('field.deviceUnknown', ip), field)
    return keyOfDevice(device)
  }
  const isEverybody = SrcIP === EVERYBODY || SrcIP === EVERYWHERE
  const Devices = [
    ...(Identity ? [Identity] : []),
    ...(SrcIP && !isEverybody ? [at(SrcIP.replace(/\/32$/, ''), 'Client.SrcIP')] : []),
  ]
  if (Endpoint) {
    const found = [...endpoints.values()].find(({ RuleName }) => RuleName === Endpoint)
    if (!found) throw new Invalid(phrase('firewall.endpointUnknown', JSON.stringify(Endpoint)), 'Client.Endpoint')
    Devices.push(at(found.IP.replace(/\/32$/, ''), 'Client.Endpoint'))
  }
  const selected = { Devices, Groups: Group ? [Group] : [], Tags: Tag ? [Tag] : [] }
  // A rule that hits everybody is chosen, not left over.
  if (isForAll(selected) && !isEverybody) throw new Invalid(phrase('firewall.clientRequired', EVERYBODY), 'Client')
  return selected
}

function timesOf({ Days, Start, End }: CommonForm['Time']): Conditions['Times'] {
  const isEveryDay = !Days.includes(1)
  if (isEveryDay && !Start && !End) return []
  // A window whose end is not later than its start ends on the next day.
  return [{ Days: isEveryDay ? [1, 1, 1, 1, 1, 1, 1] : Days, Start: Start || '00:00', End: End || '00:00' }]
}

function actionOf(form: ClientForm, facts: Named): Pick<RuleInput, 'Do' | 'To'> {
  if ('Tags' in form) {
    const [Tag, ...Tags] = form.Tags
    if (!Tag) throw new Invalid(phrase('field.entryRequired'), 'Tags')
    return { Do: { Kind: 'tag', Tag, ...(Tags.length > 0 && { Tags }) }, To: ALL }
  }
  if ('Groups' in form) {
    const [Group, ...Groups] = form.Groups
    if (!Group) throw new Invalid(phrase('field.entryRequired'), 'Groups')
    return { Do: { Kind: 'group', Group, ...(Groups.length > 0 && { Groups }) }, To: ALL }
  }
  if (!('DstInterface' in form))
    return { Do: { Kind: 'block' }, To: toOf(form, form.Dst, form.DstPort, 'anywhere', 'Dst') }
  const { DstInterface, OriginalDst, OriginalDstPort, Dst, DstPort } = form
  if (!DstInterface)
    return { Do: redirectTo(Dst, DstPort), To: toOf(form, OriginalDst, OriginalDstPort, 'internet', 'OriginalDst') }
  const to = isEmpty(OriginalDst)
    ? toOf(form, Dst, OriginalDstPort || DstPort, 'internet', 'Dst')
    : toOf(form, OriginalDst, OriginalDstPort, 'internet', 'OriginalDst')
  return { Do: throughOf(DstInterface, facts), To: to }
}

const ALL: Destination = RuleInput.shape.To.parse(undefined)

/** Without an interface: the connections are sent to this address. */
function redirectTo({ IP, Domain, Country, ASN }: ClientDestination, port: string): Action {
  if (Domain || Country || ASN || !IP || !isIp(IP.replace(/\/32$/, '')))
    throw new Invalid(phrase('firewall.redirectAddress'), 'Dst.IP')
  if (port !== '' && !/^\d+$/.test(port)) throw new Invalid(phrase('firewall.redirectPort'), 'DstPort')
  return { Kind: 'redirect', IP: IP.replace(/\/32$/, ''), ...(port !== '' && { Port: Number(port) }) }
}

function throughOf(name: string, { tunnels, plugins, interfaces }: Named): Action {
  const tunnel = [...tunnels.values()].find(({ Name, Link }) => Link === name || Name === name)
  if (tunnel) return { Kind: 'tunnel', Tunnel: tunnel.Name }
  const plugin = [...plugins.values()].find(
    (one) => one.NetworkCapabilities.Interface === name || one.Name.toLowerCase() === name.toLowerCase(),
  )
  if (plugin) return { Kind: 'proxy', Plugin: plugin.Name, Port: 8080 }
  if (isUplink(name, interfaces.values())) return { Kind: 'uplink', Uplink: name }
  throw new Invalid(phrase('firewall.exitLinkUnknown', JSON.stringify(name)), 'DstInterface')
}

const isEmpty = ({ IP, Domain, Country, ASN }: ClientDestination): boolean => !IP && !Domain && !Country && !ASN

/** `everywhere` is the place of an empty destination. */
function toOf(
  { Protocol }: Pick<BlockForm, 'Protocol'>,
  given: ClientDestination,
  port: string,
  everywhere: 'anywhere' | 'internet',
  field: string,
): Destination {
  const { IP, Domain, Country, ASN } = given
  if ([IP, Domain, Country, ASN].filter(Boolean).length > 1)
    throw new Invalid(phrase('firewall.oneDestinationForm'), field)
  const isAll = isEmpty(given) || IP === EVERYWHERE || IP === EVERYBODY
  return {
    Place: isAll ? everywhere : 'listed',
    Networks: IP && !isAll ? [IP] : [],
    Domains: Domain ? [Domain] : [],
    Countries: Country ? [Country as Destination['Countries'][number]] : [],
    ASNs: ASN ? [Number(ASN)] : [],
    Protocol: Protocol || 'any',
    Port: port || 'any',
  }
}

/** An error about a rule, with the client's name of the field. */
export function inClientWords(list: RuleListName, error: unknown): unknown {
  if (!(error instanceof Invalid) || !error.field) return error
  return new Invalid(error.phrase, clientField(list, error.field))
}

function clientField(list: RuleListName, field: string): string {
  const dst = list === 'forward' ? 'OriginalDst' : 'Dst'
  const known: readonly (readonly [RegExp, string])[] = [
    [/^Name$/, 'RuleName'],
    [/^When\.Devices/, 'Client.Identity'],
    [/^When\.Groups/, 'Client.Group'],
    [/^When\.Tags/, 'Client.Tag'],
    [/^When\.Times/, 'Time'],
    [/^When\.Expression/, 'Condition'],
    [/^To\.Networks/, `${dst}.IP`],
    [/^To\.Domains/, `${dst}.Domain`],
    [/^To\.Countries/, `${dst}.Country`],
    [/^To\.ASNs/, `${dst}.ASN`],
    [/^To\.Port/, `${dst}Port`],
    [/^To\.Protocol/, 'Protocol'],
    [/^To/, dst],
    [/^Do\.(Tunnel|Uplink|Plugin)/, 'DstInterface'],
    [/^Do\.IP/, 'Dst.IP'],
    [/^Do\.Port/, 'DstPort'],
    [/^Do\.Tags?/, 'Tags'],
    [/^Do\.Groups?/, 'Groups'],
  ]
  return known.find(([pattern]) => pattern.test(field))?.[1] ?? field
}
