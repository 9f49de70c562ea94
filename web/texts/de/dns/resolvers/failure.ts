import type { resolverFailureTexts as english } from '../../../dns/resolvers/failure.ts'

/** German texts for when the router cannot resolve domains. */
export const resolverFailureTexts: typeof english = {
  title: 'DNS funktioniert nicht',
  reason: (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  look: 'DNS-Einstellungen öffnen',
  silent: (reason) => `antwortet nicht: ${reason}`,
  untested: 'Ohne Test speichern',
}
