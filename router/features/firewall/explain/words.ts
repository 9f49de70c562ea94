import type { Decision } from '../../../compiler/decision.ts'
import type { Policy } from '../../../model/home/devices/device.ts'
import { titled } from '../../../model/home/devices/title.ts'

interface Sentence {
  readonly from: string
  readonly to: string
  readonly ledTo: string | undefined
  /** What the deciding rule is called, where one decides. */
  readonly rule: string
  /** The reason of a refusal by this rule; undefined for the usual words. */
  readonly denied: string | undefined
  /** The name of the tunnel that it leaves through. */
  readonly through: string | undefined
  /** What a forward is called that names this port of the router. */
  readonly unused: string | undefined
}

/** A decision as a sentence or two for the owner. */
export function inWords(
  { verdict, by }: Decision,
  { from, to, ledTo, rule, denied: reason, through, unused }: Sentence,
): string {
  if (verdict === 'accept')
    return `${capital(from)} may open this to ${to}${ledTo ? `, which leads to ${ledTo}` : ''}${through ? ` through the tunnel ${through}` : ''}: ${allowed(by, rule, unused)}.`
  return `What ${from} sends to ${to}${ledTo ? `, which leads to ${ledTo}` : ''} is ${verdict === 'refuse' ? 'refused' : 'dropped in silence'}: ${reason ?? denied(by, rule)}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function allowed({ kind, name }: Decision['by'], rule: string, unused: string | undefined): string {
  switch (kind) {
    case 'policy':
      return `its policy ${titled(name as Policy)} allows it`
    case 'group':
      return `both are in the group ${name}`
    case 'service':
      return unused
        ? `the router is open for ${name}, which ${unused} does not include`
        : `the router is open for ${name}`
    case 'rule':
      return `${rule} allows it`
    default:
      return name
  }
}

function denied({ kind, name }: Decision['by'], rule: string): string {
  switch (kind) {
    case 'policy':
      return `the policy ${titled(name as Policy)} forbids it`
    case 'rule':
      return `${rule} forbids it`
    default:
      return name
  }
}
