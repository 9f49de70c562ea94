import assert from 'node:assert/strict'
import type { Explanation } from '../../router/model/firewall/explain/contract.ts'
import type { Router } from '../guests/router.ts'
import type { Fate, Probe, Range } from './probe.ts'

const wordsOf = ({ from, source, destination, protocol, port }: Probe): string =>
  `${from.name} ${source} > ${destination} ${protocol} ${protocol === 'icmp' ? '' : port}`

/** The difference between an explanation and the result of the packet; undefined if they agree. */
function differenceOf(
  probe: Probe,
  explanation: Explanation,
  { arrived, reply }: Fate,
  isRouted: boolean,
): string | undefined {
  const { protocol, port } = probe
  const ip = explanation.LedTo?.IP ?? explanation.To.IP
  const place = protocol === 'icmp' ? ip : `${ip}:${explanation.LedTo?.Port ?? port}`
  // A machine answers a connection to any port; a service of the router may not.
  // A forward back to the sender looks like its own address.
  const isAnswered = protocol === 'tcp' && ip !== probe.source && !/^(198|10\.200)/.test(ip)
  const destinationsSeen = arrived.map((at) => at.replace(/^\S+ /, ''))
  const machines = arrived.join(', ') || 'nowhere'
  if (explanation.Passes) {
    if (destinationsSeen.length !== 1 || destinationsSeen[0] !== place)
      return `passes to ${place}, and arrived at ${machines}`
    return reply === 'nothing' && isAnswered ? 'passes, and its reply does not' : undefined
  }
  if (destinationsSeen.length > 0) return `does not pass, and arrived at ${machines}`
  // An unknown sender may not reach the router by ARP; the router's own packets get no refusal.
  if (explanation.From.Kind === 'unassigned' || explanation.From.Kind === 'router') return undefined
  // Without a route the kernel sends one ICMP error a second to each sender (`ip_error`).
  if (!isRouted) return reply === 'answer' ? 'does not pass, and is answered' : undefined
  if (explanation.Verdict === 'refuse' && reply !== 'refusal') return `is refused, and the sender got ${reply}`
  if (explanation.Verdict === 'drop' && reply !== 'nothing') return `is dropped, and the sender got ${reply}`
  return undefined
}

/** Of `/explain`, for each probe. */
export async function explain(router: Router, probes: readonly Probe[]): Promise<ReadonlyMap<Probe, Explanation>> {
  const explanations = await Promise.all(
    probes.map(({ source, destination, protocol, port }) =>
      router.api(`/explain?from=${source}&to=${destination}&proto=${protocol}&port=${port}`),
    ),
  )
  return new Map(probes.map((probe, index) => [probe, explanations[index] as Explanation]))
}

/** Sends the probes, and returns in words which results differ from their explanations. */
export async function disagreements(
  range: Range,
  probes: readonly Probe[],
  explanations: ReadonlyMap<Probe, Explanation>,
  /** Whether the router has a route to the destination. */
  isRouted: (probe: Probe) => boolean = () => true,
): Promise<string[]> {
  const explanationOf = (probe: Probe): Explanation => explanations.get(probe) ?? assert.fail()
  const faulty = async (tried: readonly Probe[]): Promise<{ probe: Probe; fault: string }[]> => {
    const fates = await range.send(tried)
    return tried.flatMap((probe, index) => {
      const fault = differenceOf(probe, explanationOf(probe), fates[index]!, isRouted(probe))
      return fault === undefined ? [] : { probe, fault }
    })
  }
  // Replies have a limit of a second, which a busy machine may exceed: differences are probed again.
  const again = (await faulty(probes)).map(({ probe }) => probe)
  return (await faulty(again)).map(({ probe, fault }) => `${wordsOf(probe)}: ${fault} (${explanationOf(probe).Text})`)
}
