import type { Finding } from '../../model/dns/blocklists/why.ts'
import { isOfQuestion } from '../../model/dns/querylog/verdict.ts'
import { addressesIn } from '../../wire/dns/answer.ts'
import { CLASS_IN, RCODE, TYPE } from '../../wire/dns/constants.ts'
import { writeName } from '../../wire/dns/name.ts'
import type { Question } from '../../wire/dns/question.ts'
import { empty } from '../../wire/dns/reply.ts'
import { filter } from './chain.ts'
import { openCounters } from './counters.ts'
import { type ClientQuery, chainOf, clientQuery, fresh, type Stage } from './stage.ts'
import { local } from './stages/local.ts'
import type { ResolverView } from './state.ts'

/** No client in particular: no client's rules apply. */
const ANY_CLIENT = { ip: '', mac: '', family: false, quarantine: false, tags: [] }

/**
 * What the rules decide if this address queries a name (plain labels, without the last dot). An empty address is no client
 * in particular. Uses the stages themselves, without counting, publishing events or querying an upstream.
 */
export function openExplain(view: ResolverView): (name: string, ip: string) => Finding {
  const counters = openCounters()
  const stages = [...filter({ view, counters, publish: () => undefined }), local(view, counters)]
  return (name, ip) => {
    let passed: ClientQuery | undefined
    const end: Stage = (query) => {
      passed = query
      return fresh(empty(query.question))
    }
    const client = ip === '' ? ANY_CLIENT : view.client(ip)
    if (!client) return { Result: 'refused', By: '', Answers: [], Categories: [], Filtering: 'full' }
    const query = clientQuery(addressQuestion(name), ip, client)
    const outcome = chainOf([...stages, end])(query)
    // None of these stages returns a promise.
    const answer = outcome instanceof Promise ? undefined : outcome.answer
    const { verdict, permitted, categories, filtering } = query
    const isBlocked = verdict?.kind === 'overridden' && answer?.rcode === RCODE.NXDOMAIN
    return {
      Result: isBlocked ? 'blocked' : kindOf(verdict?.kind, permitted),
      By: verdict?.by ?? '',
      Answers: answer && !passed ? addressesIn(answer) : [],
      Categories: [...categories],
      Filtering: filtering,
    }
  }
}

const kindOf = (
  kind: NonNullable<ClientQuery['verdict']>['kind'] | undefined,
  permitted: boolean,
): Finding['Result'] => (kind !== undefined && isOfQuestion(kind) ? kind : permitted ? 'permitted' : 'passed')

function addressQuestion(name: string): Question {
  const typeAndClass = Buffer.from([0, TYPE.A, 0, CLASS_IN])
  return {
    id: 0,
    name,
    type: TYPE.A,
    section: Buffer.concat([writeName(name), typeAndClass]),
    recursionDesired: true,
    checkingDisabled: false,
    authenticity: false,
    edns: undefined,
  }
}
