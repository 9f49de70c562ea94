import type { Finding } from '../../features/dnsblock/why.ts'
import { addressesIn } from '../../wire/dns/answer.ts'
import { CLASS_IN, RCODE, TYPE } from '../../wire/dns/constants.ts'
import { writeName } from '../../wire/dns/name.ts'
import type { Question } from '../../wire/dns/question.ts'
import { empty } from '../../wire/dns/reply.ts'
import { filter } from './chain.ts'
import { openCounters } from './counters.ts'
import { type Asked, ask, chainOf, fresh, type Stage } from './stage.ts'
import { local } from './stages/local.ts'
import type { View } from './view.ts'

/** In the name of nobody in particular: nothing is said of such a client. */
const ANYBODY = { ip: '', mac: '', family: false, quarantine: false, tags: [] }

/**
 * What the home makes of a name (in plain labels, without the last dot) when it is asked from this address, or by nobody in
 * particular. The very stages that answer say so; they count nothing and publish nothing, and nobody outside is asked.
 */
export function openExplain(view: View): (name: string, ip: string) => Finding {
  const counters = openCounters()
  const stages = [...filter({ view, counters, publish: () => undefined }), local(view, counters)]
  return (name, ip) => {
    let passed: Asked | undefined
    const end: Stage = (asked) => {
      passed = asked
      return fresh(empty(asked.question))
    }
    const client = ip === '' ? ANYBODY : view.client(ip)
    if (!client) return { Result: 'refused', By: '', Answers: [], Categories: [], Filtering: 'full' }
    const asked = ask(addressQuestion(name), ip, client)
    const outcome = chainOf([...stages, end])(asked)
    // None of these stages waits for anything.
    const answer = outcome instanceof Promise ? undefined : outcome.answer
    const { verdict, permitted, categories, filtering } = asked
    const isWithheld = verdict?.kind === 'overridden' && answer?.rcode === RCODE.NXDOMAIN
    return {
      Result: isWithheld ? 'blocked' : kindOf(verdict?.kind, permitted),
      By: verdict?.by ?? '',
      Answers: answer && !passed ? addressesIn(answer) : [],
      Categories: [...categories],
      Filtering: filtering,
    }
  }
}

const kindOf = (kind: NonNullable<Asked['verdict']>['kind'] | undefined, permitted: boolean): Finding['Result'] =>
  kind === undefined || kind === 'rebound' ? (permitted ? 'permitted' : 'passed') : kind

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
