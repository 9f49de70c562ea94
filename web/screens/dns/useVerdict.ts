import { useQueryClient } from '@tanstack/react-query'
import { dnsBlock } from '../../../router/features/dnsblock/contract.ts'
import { domainOf } from '../../../router/features/dnsblock/domain.ts'
import { EVERYBODY, type Override } from '../../../router/features/dnsblock/override.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { dnsTexts } from '../../texts/dns.ts'
import { tell, tellFailure } from './say.tsx'
import { useAct, useFilter } from './useFilter.ts'
import { useWho } from './useWho.ts'

export interface Verdict {
  readonly type: Override['Type']
  readonly name: string
  /** An address, or `*` for everybody. */
  readonly client: string
  /** Without it, for good. */
  readonly seconds?: number
}

/** Allows or blocks a name with one press, and offers to take that back. */
export function useVerdict() {
  const { data: filter } = useFilter()
  const { nameOf } = useWho()
  const cache = useQueryClient()
  const whoOf = (client: string) => (client === EVERYBODY ? dnsTexts.everyoneWithin : nameOf(client))

  /** What was said of the same name for the same devices before: saying something else takes its place. */
  const before = ({ name, client }: Verdict): Override | undefined =>
    [...(filter?.PermitDomains ?? []), ...(filter?.BlockDomains ?? [])].find(
      ({ Domain, ClientIP }) => Domain === domainOf(name) && ClientIP === client,
    )
  const takeBack = async ({ name, client }: Verdict, was: Override | undefined) => {
    const body = { Domain: name, ClientIP: client }
    await (was ? call(dnsBlock.override, { body: was }) : call(dnsBlock.lift, { body })).then(
      () => tell(dnsTexts.line.undone),
      tellFailure,
    )
    for (const { path } of [dnsBlock.config, dnsBlock.why]) await cache.invalidateQueries({ queryKey: keyOf({ path }) })
  }
  const say = useAct(
    ({ type, name, client, seconds = 0 }: Verdict) =>
      call(dnsBlock.override, { body: { Type: type, Domain: name, ClientIP: client, Expiration: seconds } }),
    dnsBlock.config,
    dnsBlock.why,
  )
  return (verdict: Verdict) => {
    const was = before(verdict)
    const { type, name, client } = verdict
    say.mutate(verdict, {
      onSuccess: () => {
        const words = type === 'permit' ? dnsTexts.line.allowed : dnsTexts.line.blocked
        tell(words(name, whoOf(client)), () => void takeBack(verdict, was))
      },
      onError: tellFailure,
    })
  }
}
