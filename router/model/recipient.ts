/**
 * The settings, of every feature that sends a stored secret, that decide who receives it, and for which user: the server, its port,
 * whether and how the connection is encrypted, and which certificate or key of the server is accepted. With another port or authority,
 * another program at the same address receives it.
 */
const RECIPIENT = [
  ...['Kind', 'Host', 'Port', 'URL', 'Server', 'Endpoint'],
  ...['TLS', 'Security', 'Authority', 'HostKey'],
  ...['User', 'Username'],
] as const

/** Whether a secret that is stored for the settings `before` has the same recipient with the settings `after`. */
export function isSameRecipient(before: object, after: object): boolean {
  const [one, other]: Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }]
  return RECIPIENT.every((name) => one?.[name] === other?.[name])
}
