import type { Decision, Packet } from '../../../compiler/decision.ts'
import { decide } from '../../../compiler/firewall/decide.ts'
import { MOST_PASSAGES, type Passage, type Preview } from '../../../model/firewall/preview/contract.ts'
import { explanationOf, type View } from '../explain/explanation.ts'
import { ORDINARY_PORT } from './probes.ts'

/** So many packets are put to a change: seventy devices, each with each. */
const MOST_PROBES = 5000

const decided = ({ network, memberAt }: View, probe: Packet): Decision => decide(network, memberAt, probe)
const passes = ({ verdict }: Decision): boolean => verdict === 'accept'
const way = ({ ledTo }: Decision): string => `${ledTo?.ip} ${ledTo?.port}`

/** What of these packets passes after a change and did not before, and the other way round; also changed redirections. */
export function differenceOf(probes: Iterable<Packet>, before: View, after: View): Omit<Preview, 'Kept'> {
  const [Opens, Closes]: [Passage[], Passage[]] = [[], []]
  const tried = new Set<string>()
  let IsComplete = true
  for (const probe of probes) {
    const key = [probe.source, probe.destination, probe.protocol, probe.port].join(' ')
    if (tried.has(key)) continue
    if (tried.size >= MOST_PROBES || Opens.length >= MOST_PASSAGES || Closes.length >= MOST_PASSAGES) {
      IsComplete = false
      break
    }
    tried.add(key)
    const [had, has] = [decided(before, probe), decided(after, probe)]
    if (passes(had) === passes(has) && way(had) === way(has)) continue
    const [was, is] = [explanationOf(before, probe), explanationOf(after, probe)]
    const { protocol, port } = probe
    const Port = port === undefined || port === ORDINARY_PORT ? null : port
    const passageOf = ({ From, To, LedTo }: typeof is): Passage => ({
      From,
      To,
      LedTo: LedTo?.Port === ORDINARY_PORT ? { ...LedTo, Port: null } : LedTo,
      Protocol: protocol as Passage['Protocol'],
      Port,
      Text: is.Text,
    })
    if (is.Passes) Opens.push(passageOf(is))
    if (was.Passes) Closes.push(passageOf(was))
  }
  return { Opens, Closes, IsComplete }
}
