import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Vault } from '../../../store/vault.ts'
import { digestOf, newCredential } from '../../access/credentials/credential.ts'
import { addToken } from '../../access/credentials/tokens.ts'

/**
 * The scopes that the token of a plugin has. A token without scopes would have all permissions, so a plugin that names none has no
 * token.
 */
export const scopesOf = ({ InstallTokenPath, ScopedPaths }: KeptPlugin): readonly string[] =>
  InstallTokenPath === '' ? [] : ScopedPaths

/** Paths that the token may call after a change and not before. They need a one-time code, as any new token does. */
export const addedScopes = (before: KeptPlugin | undefined, after: KeptPlugin): string[] => {
  const had = before ? scopesOf(before) : []
  return scopesOf(after).filter((scope) => !had.includes(scope))
}

/**
 * Creates, changes or deletes the API token of a plugin so that it has the scopes of `after`. Returns the plugin with its token, and
 * the value of a new token, which is to be written to its file.
 */
export function withToken(
  draft: Draft,
  vault: Vault,
  before: KeptPlugin | undefined,
  after: KeptPlugin,
): { readonly plugin: KeptPlugin; readonly value?: string } {
  const scopes = [...scopesOf(after)]
  const token = before && draft.tokens.get(before.TokenKey)
  if (token && scopes.length > 0 && before.InstallTokenPath === after.InstallTokenPath) {
    draft.tokens.put(before.TokenKey, { ...token, ScopedPaths: scopes })
    return { plugin: { ...after, TokenKey: before.TokenKey } }
  }
  if (token) draft.tokens.remove(before.TokenKey)
  // A token that the owner has deleted comes back only with new scopes, for which the owner sends a code.
  if (scopes.length === 0 || (!token && addedScopes(before, after).length === 0))
    return { plugin: { ...after, TokenKey: '' } }
  const value = newCredential()
  addToken(draft, value, {
    Name: `${after.Name}-install-token`,
    Sealed: vault.seal(value),
    Expire: 0,
    ScopedPaths: scopes,
  })
  return { plugin: { ...after, TokenKey: digestOf(value) }, value }
}
