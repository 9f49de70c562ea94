import { policyPhrases } from '../../../phrases/en/policies.ts'

type TitleCode = keyof typeof policyPhrases
type Titles = { readonly [C in TitleCode as C extends `policy.${infer P}` ? P : never]: string }

/** Titles of policies, in the app. */
export const POLICY_TITLES = Object.fromEntries(
  Object.entries(policyPhrases).map(([code, title]) => [code.replace('policy.', ''), title]),
) as Titles
