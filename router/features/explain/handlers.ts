import { decide } from '../../compiler/decide.ts'
import { type End, endAt, type MemberAt } from '../../compiler/ends.ts'
import type { Network } from '../../compiler/network.ts'
import { Invalid } from '../../errors.ts'
import type { Facts } from '../../store/facts.ts'
import type { Ip } from '../../values/ip.ts'
import type { Handlers } from '../operation.ts'
import { ANYWHERE, addressOf } from './address.ts'
import type { explain } from './contract.ts'
import { ruleNamed } from './rule.ts'
import { inWords } from './words.ts'

interface Parts {
  readonly facts: Facts
  readonly network: () => Network
  readonly memberAt: MemberAt
  readonly lookUp: (name: string) => Promise<{ readonly ips: readonly Ip[] } | undefined>
}

export function explainHandlers({ facts, network, memberAt, lookUp }: Parts): Handlers<typeof explain> {
  const nameOf = (end: End): string => {
    if (end.kind === 'device') return facts.devices.get(end.member.identity)?.Name ?? ''
    return end.kind === 'router' ? 'the router' : ''
  }
  const shown = (end: End): string => nameOf(end) || (end.ip === ANYWHERE ? 'the internet' : end.ip)

  return {
    async packet({ query: { from, to, proto, port } }) {
      if (proto !== 'icmp' && port === undefined) throw new Invalid('is missing', 'port')
      const named = { facts, frame: network().frame, lookUp }
      const source = await addressOf(from, 'from', to, named)
      const destination = await addressOf(to, 'to', from, named)
      const now = network()
      const decision = decide(now, memberAt, { source, destination, protocol: proto, port })
      const { verdict, by, ledTo } = decision
      const [sender, target] = [endAt(now, memberAt, source), endAt(now, memberAt, destination)]
      const led = ledTo && endAt(now, memberAt, ledTo.ip)
      const rule = by.kind === 'rule' ? ruleNamed(by.name, facts) : undefined
      return {
        Passes: verdict === 'accept',
        Verdict: verdict,
        From: { Kind: sender.kind, Name: nameOf(sender), IP: source },
        To: { Kind: target.kind, Name: nameOf(target), IP: destination },
        LedTo: led ? { IP: led.ip, Port: ledTo.port ?? null, Name: nameOf(led) } : null,
        By: { Kind: by.kind, Name: by.name, Rule: rule?.rule ?? null },
        Text: inWords(decision, {
          from: shown(sender),
          to: shown(target),
          ledTo: led && `${shown(led)}${ledTo.port === undefined ? '' : ` at port ${ledTo.port}`}`,
          rule: rule?.words ?? 'a rule',
        }),
      }
    },
  }
}
