import type { MemberAt } from '../../compiler/ends.ts'
import type { Network } from '../../compiler/network.ts'
import { Invalid } from '../../errors.ts'
import type { Facts } from '../../store/facts.ts'
import type { Ip } from '../../values/ip.ts'
import type { Handlers } from '../operation.ts'
import { addressOf } from './address.ts'
import type { explain } from './contract.ts'
import { explanationOf } from './explanation.ts'

interface Parts {
  readonly facts: Facts
  readonly network: () => Network
  readonly memberAt: MemberAt
  readonly lookUp: (name: string) => Promise<{ readonly ips: readonly Ip[] } | undefined>
}

export function explainHandlers({ facts, network, memberAt, lookUp }: Parts): Handlers<typeof explain> {
  return {
    async packet({ query: { from, to, proto, port } }) {
      if (proto !== 'icmp' && port === undefined) throw new Invalid('is missing', 'port')
      const named = { facts, frame: network().frame, lookUp }
      const source = await addressOf(from, 'from', to, named)
      const destination = await addressOf(to, 'to', from, named)
      return explanationOf({ facts, network: network(), memberAt }, { source, destination, protocol: proto, port })
    },
  }
}
