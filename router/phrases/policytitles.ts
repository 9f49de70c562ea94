/**
 * The words for a policy: its short name, and for one with a switch in the app the title, which messages use too, and a hint.
 */
export type PolicyWords =
  | { readonly chip: string; readonly title: string; readonly hint: string }
  | { readonly chip: string; readonly title?: never; readonly hint?: never }

type Titles<T> = { readonly [P in keyof T & string as T[P] extends { title: string } ? `policy.${P}` : never]: string }

/** The titles of policies as messages: `policy.wan`. */
export const policyTitles = <T extends Readonly<Record<string, PolicyWords>>>(texts: T): Titles<T> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([policy, { title }]) => (title === undefined ? [] : [[`policy.${policy}`, title]])),
  ) as Titles<T>
