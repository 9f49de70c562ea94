import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import type { RequestedRight } from '../../../model/plugins/installed/right.ts'
import type { Facts } from '../../../store/facts.ts'
import { addedScopes, scopesOf } from './installtoken.ts'

/** Paths of an API token that are rights: the owner confirms them instead of each call. Only this spelling counts, not a path above. */
const RIGHTS: Readonly<Record<string, Pick<RequestedRight, 'Kind' | 'Reason'>>> = {
  '/capture:rw': {
    Kind: 'capture',
    Reason: 'It can capture the packets of every device, one device at a time, without a one-time code.',
  },
}

/** Paths that give control of the router, with all paths below them, and what they permit. */
const CONTROL: Readonly<Record<string, string>> = {
  '/': 'It can call every path of the router’s API that does not need a one-time code.',
  '/tokens': 'It can read or change the API tokens of the router.',
  '/users': 'It can read or change the users of the router.',
  '/webauthn': 'It can read or change the passkeys of the router.',
  '/backup': 'It can make, read or restore backups of the router.',
  '/plugin': 'It can install or change plugins.',
  '/plugins': 'It can install or change plugins, and call all of them.',
  '/plugins_api': 'It can install or change plugins.',
}

/** The path of a scope, without the methods and the slashes at its end. */
const pathOf = (scope: string): string => scope.replace(/:.*$/s, '').replace(/\/+$/, '') || '/'

function rightOf(scope: string): Pick<RequestedRight, 'Kind' | 'Reason'> | undefined {
  if (Object.hasOwn(RIGHTS, scope)) return RIGHTS[scope]
  const path = pathOf(scope)
  return Object.hasOwn(CONTROL, path) ? { Kind: 'api', Reason: CONTROL[path]! } : undefined
}

const isOfScope = ({ Kind }: RequestedRight): boolean => Kind === 'capture' || Kind === 'api'

/** The rights among these paths. */
export const scopeRights = (scopes: readonly string[]): RequestedRight[] =>
  scopes.flatMap((Text) => {
    const right = rightOf(Text)
    return right ? [{ Service: 'plugin.json', Line: 0, Text, ...right }] : []
  })

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
