/** Texts for when the router cannot resolve domains. */
export const resolverFailureTexts = {
  title: 'DNS is not working',
  /** The router gives the reason in lower case and without a full stop. */
  reason: (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  look: 'Open DNS settings',
  /** After the address of a resolver. */
  silent: (reason: string) => `does not answer: ${reason}`,
  untested: 'Save without testing',
}
