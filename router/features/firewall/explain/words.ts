import type { Decision, Reason } from '../../../compiler/decision.ts'
import type { Policy } from '../../../model/home/devices/device.ts'
import { titled } from '../../../model/home/devices/titled.ts'
import { Phrase, type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import { capitalized } from '../../../values/capitalized.ts'

interface Sentence {
  readonly from: PhraseValue
  readonly to: PhraseValue
  readonly ledTo: PhraseValue | undefined
  /** What the deciding rule is called, where one decides. */
  readonly rule: Phrase
  /** The reason of a refusal by this rule; undefined for the usual words. */
  readonly denied: Phrase | undefined
  /** The name of the tunnel that it leaves through. */
  readonly through: string | undefined
  /** What a forward is called that names this port of the router. */
  readonly unused: Phrase | undefined
}

/** A decision as a sentence for the owner. */
export function inWords(
  { verdict, by }: Decision,
  { from, to, ledTo, rule, denied: reason, through, unused }: Sentence,
): Phrase {
  if (verdict === 'accept') {
    const sender = capital(from)
    const why = allowed(by, rule, unused)
    if (ledTo !== undefined)
      return through
        ? phrase('firewall.verdictTranslatedTunnel', sender, to, ledTo, through, why)
        : phrase('firewall.verdictTranslatedAllowed', sender, to, ledTo, why)
    return through
      ? phrase('firewall.verdictTunnel', sender, to, through, why)
      : phrase('firewall.verdictAllowed', sender, to, why)
  }
  const why = reason ?? denied(by, rule)
  const isRefused = verdict === 'refuse'
  return ledTo === undefined
    ? phrase(isRefused ? 'firewall.verdictRefused' : 'firewall.verdictDropped', from, to, why)
    : phrase(
        isRefused ? 'firewall.verdictTranslatedRefused' : 'firewall.verdictTranslatedDropped',
        from,
        to,
        ledTo,
        why,
      )
}

/** As the beginning of a sentence. */
function capital(from: PhraseValue): PhraseValue {
  if (typeof from === 'string') return capitalized(from)
  if (!(from instanceof Phrase)) return from
  return from.code === 'firewall.routerNamed'
    ? phrase('firewall.routerNamedAtStart')
    : phrase('firewall.internetNamedAtStart')
}

function allowed({ kind, name }: Reason, rule: Phrase, unused: Phrase | undefined): PhraseValue {
  switch (kind) {
    case 'policy':
      return phrase('firewall.policyAllows', titled(name as Policy))
    case 'group':
      return phrase('firewall.groupShared', name)
    case 'service':
      return unused ? phrase('firewall.serviceOpenButUnused', name, unused) : phrase('firewall.serviceOpen', name)
    case 'rule':
      return phrase('firewall.ruleAllows', rule)
    default:
      return name
  }
}

function denied({ kind, name }: Reason, rule: Phrase): PhraseValue {
  switch (kind) {
    case 'policy':
      return phrase('firewall.policyForbids', titled(name as Policy))
    case 'rule':
      return phrase('firewall.ruleForbids', rule)
    default:
      return name
  }
}
