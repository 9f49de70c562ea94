import { policyTexts } from '../../../phrases/en/policies.ts'
import { type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import type { Policy } from './device.ts'

type Titled = { [P in Policy]: (typeof policyTexts)[P] extends { title: string } ? P : never }[Policy]

/** Whether a policy has a title, and so a switch in the app. */
const hasTitle = (policy: Policy): policy is Titled => 'title' in policyTexts[policy]

/** A policy with its title: `“Use the internet” (wan)`; without one, the policy alone. */
export const titled = (policy: Policy): PhraseValue =>
  hasTitle(policy) ? phrase('home.policyWithTitle', phrase(`policy.${policy}`), policy) : policy
