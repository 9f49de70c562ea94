import type { Machine } from '../../../machine/machine.ts'
import { parseProbeTarget } from '../../../model/internet/uplinks/config.ts'
import type { ProbeReply, Round } from '../../../model/internet/uplinks/verdict.ts'
import type { Ip } from '../../../values/ip.ts'

/** How long an answer is waited for; never longer than to the next round. */
const PATIENCE_MS = 1000

/** One round of requests over a link: to all targets (`parseProbeTarget`), then to the provider's router only if none replies. */
export async function askOver(
  machine: Pick<Machine, 'echo'>,
  link: string,
  targets: readonly string[],
  gateway: Ip,
  { IntervalSeconds }: { readonly IntervalSeconds: number },
): Promise<Round> {
  const timeoutMs = Math.min(PATIENCE_MS, (IntervalSeconds * 1000) / 2)
  const ask = async (target: string): Promise<ProbeReply> => {
    const { address, port } = parseProbeTarget(target)
    const how = port === undefined ? ({ kind: 'icmp' } as const) : ({ kind: 'tcp', port } as const)
    try {
      return { target, ms: await machine.echo({ ...how, link, address, timeoutMs }) }
    } catch {
      // The link or the way is gone, or the owner blocked it: that is no answer either.
      return { target, ms: undefined }
    }
  }
  const answers = await Promise.all(targets.map(ask))
  return answers.some(({ ms }) => ms !== undefined) ? { answers } : { answers, gateway: await ask(gateway) }
}
