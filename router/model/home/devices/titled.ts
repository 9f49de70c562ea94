import { policyPhrases } from '../../../phrases/en/policies.ts'
import { type Code, type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import type { Policy } from './device.ts'

/** A policy with its title: `“Use the internet” (wan)`; without one, the policy alone. The app needs the titles before all messages. */
export function titled(policy: Policy): PhraseValue {
  const code = `policy.${policy}`
  return code in policyPhrases ? phrase('home.policyWithTitle', phrase(code as TitleCode), policy) : policy
}

type TitleCode = Extract<Code, keyof typeof policyPhrases>
