import { compile } from '../../../compiler/compile.ts'
import type { Packet } from '../../../compiler/decision.ts'
import type { MemberAt } from '../../../compiler/ends.ts'
import type { PfwRule } from '../../../compiler/network.ts'
import { concernsDevice } from '../../../compiler/pfwrules.ts'
import { netOf } from '../../../model/firewall/config/configrule.ts'
import { isAnyPort, portsOf } from '../../../model/firewall/config/port.ts'
import { ANYWHERE } from '../../../model/firewall/explain/contract.ts'
import type { Preview } from '../../../model/firewall/preview/contract.ts'
import { listsDomains } from '../../../model/firewall/rules/destinations.ts'
import type { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { keyOfDevice } from '../../../model/home/devices/device.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Ledger } from '../../../store/ledger.ts'
import { type AddressSet, rangesOf } from '../../../values/addressset.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import type { View } from '../explain/explanation.ts'
import { hostsOf } from '../rules/domains.ts'
import { writeRule } from '../rules/save.ts'
import { differenceOf } from './difference.ts'
import { ORDINARY_PORT } from './probes.ts'

/** The identifier of a rule that is not saved. */
const DRAFTED = 'preview'

interface Previewed {
  readonly rule: RuleInput
  /** The identifier of the rule that it replaces. */
  readonly replaces: string | undefined
  /** The addresses of its countries and networks. */
  readonly networks: AddressSet | undefined
  /** Addresses of its domains. */
  readonly hosts: readonly Ip[]
}

/** What a rule opens and closes while it holds, on copies of the facts. `now` in milliseconds since 1970. Throws `Invalid`. */
export function previewOf(
  { rule, replaces, networks, hosts }: Previewed,
  ledger: Pick<Ledger, 'copy'>,
  now: number,
): Preview {
  const id = replaces ?? DRAFTED
  const edited = (edit: (draft: Draft) => void): View => {
    const copy = ledger.copy()
    copy.post(copy.draw(edit))
    return viewOfFacts(copy.facts)
  }
  const before = edited((draft) => draft.pfwStates.remove(id))
  const after = edited((draft) => {
    writeRule(draft, id, rule, { now, networks })
    if (listsDomains(rule.To)) draft.pfwHosts.put(id, { id, addresses: hostsOf(rule, hosts, networks) })
    draft.pfwStates.put(id, { id, holds: !rule.Disabled, until: undefined, skipped: [] })
  })
  return { ...differenceOf(probesOf(rule, after, id), before, after), Kept: [] }
}

/** Packets of the devices of the rule to its destinations, and to them. */
function* probesOf({ To }: RuleInput, { facts, network }: View, id: string): Generator<Packet> {
  const compiled = network.frame.pfw.find((one) => one.id === id)
  const placed = [...network.members.values()].flatMap(({ identity, place }) =>
    place ? [{ identity, ip: place.ip }] : [],
  )
  const mine = placed.flatMap(({ identity, ip }) => {
    const device = facts.devices.get(identity)
    return device && compiled && concernsDevice(compiled, device) ? [ip] : []
  })
  const homes = placed.map(({ ip }) => ip)
  const others: Ip[] = [
    ...(To.Place === 'home' ? [] : To.Place === 'listed' ? listedIn(To, compiled) : [ANYWHERE]),
    ...(To.Place === 'home' || To.Place === 'anywhere' ? homes : []),
  ]
  const range = portsOf(To.Port)
  const ports = isAnyPort(range) ? [ORDINARY_PORT] : [...new Set([range.first, range.last])]
  const protocols = To.Protocol === 'any' ? (['tcp', 'udp'] as const) : [To.Protocol]
  for (const device of mine)
    for (const other of others) {
      if (other === device) continue
      for (const protocol of protocols)
        for (const port of ports) {
          yield { source: device, destination: other, protocol, port }
          if (homes.includes(other)) yield { source: other, destination: device, protocol, port }
        }
    }
}

/** Addresses of domains, and of countries and networks, that are compared: a country has thousands. */
const MOST_HOSTS = 16
const MOST_EXAMPLES = 3

/** One address of each network, and the addresses of domains. */
const listedIn = ({ Networks }: RuleInput['To'], { networks = NONE, hosts = NONE }: Partial<PfwRule> = {}): Ip[] => [
  ...Networks.map(oneOf),
  ...[...rangesOf(hosts).take(MOST_HOSTS), ...rangesOf(networks).take(MOST_EXAMPLES)].map(({ start }) =>
    numberToIp(start),
  ),
]

const NONE: AddressSet = new Uint32Array()

const oneOf = (text: string): Ip => {
  const { base, prefix } = netOf(text)
  return numberToIp(prefix < 31 ? base + 1 : base)
}

/** The Network of facts that are not in force. */
export function viewOfFacts(facts: Facts): View {
  const network = compile(facts)
  const memberAt: MemberAt = (ip) => {
    const device = facts.devices.by('RecentIP', ip)
    return device && network.members.get(keyOfDevice(device))
  }
  return { facts, network, memberAt }
}
