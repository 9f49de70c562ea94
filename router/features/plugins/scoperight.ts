import type { Facts } from '../../store/facts.ts'
import { addedScopes, scopesOf } from './installtoken.ts'
import type { KeptPlugin } from './plugin.ts'
import type { RequestedRight } from './right.ts'

/** Paths of an API token that are rights: the owner confirms them instead of each call. Only this spelling counts, not a path above. */
const RIGHTS: Readonly<Record<string, Pick<RequestedRight, 'Kind' | 'Reason'>>> = {
  '/capture:rw': {
    Kind: 'capture',
    Reason: 'It can capture the packets of every device, one device at a time, without a one-time code.',
  },
}

const isOfScope = ({ Kind }: RequestedRight): boolean => Object.values(RIGHTS).some((one) => one.Kind === Kind)

/** The rights among these paths. */
export const scopeRights = (scopes: readonly string[]): RequestedRight[] =>
  scopes.flatMap((Text) =>
    Object.hasOwn(RIGHTS, Text) ? [{ Service: 'plugin.json', Line: 0, Text, ...RIGHTS[Text]! }] : [],
  )

/**
 * A plugin with the rights of its paths: a path that is new has been confirmed, since new paths need a one-time code; the right of a
 * path that was removed ends.
 */
export function withScopeRights(before: KeptPlugin | undefined, after: KeptPlugin): KeptPlugin {
  const had = before?.Rights.filter((right) => isOfScope(right) && scopesOf(after).includes(right.Text)) ?? []
  const added = scopeRights(addedScopes(before, after))
  return { ...after, Rights: [...after.Rights.filter((right) => !isOfScope(right)), ...had, ...added] }
}

/** The name of the enabled plugin with this install token, if its owner has confirmed the right. `token` is the key of the token. */
export const granteeOf = (
  { plugins }: Pick<Facts, 'plugins'>,
  token: string,
  kind: RequestedRight['Kind'],
): string | undefined =>
  [...plugins.values()].find(
    ({ Enabled, TokenKey, Rights }) => Enabled && TokenKey === token && Rights.some(({ Kind }) => Kind === kind),
  )?.Name
