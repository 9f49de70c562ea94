/** What an Authorization header holds. */
export type Credentials = { readonly name: string; readonly password: string } | { readonly bearer: string }

/** What a header says, or undefined when it is neither of the two forms. */
export function credentialsIn(authorization: string): Credentials | undefined {
  // Exactly two words, the first in this spelling: so it is in API 0.3.0.
  const [, bearer] = /^Bearer ([^\s]+)$/.exec(authorization) ?? []
  if (bearer !== undefined) return { bearer }
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  // RFC 7617: the name ends at the first colon; the password may hold more of them.
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * What the password may be in a websocket's first message, whose rest after `user:` is `password` or `password:proof`, when
 * passwords may hold colons: up to the first colon, then the whole, then up to the last one.
 */
export const readingsOf = (rest: string): string[] => {
  const upTo = (colon: number) => (colon < 0 ? rest : rest.slice(0, colon))
  return [...new Set([upTo(rest.indexOf(':')), rest, upTo(rest.lastIndexOf(':'))])]
}
