import type { resolverTexts as english } from '../../dns/resolvers.ts'

/** German texts of the choice of public resolvers and of their test. */
export const resolverTexts: typeof english = {
  choose: 'Anbieter wählen',
  title: 'DNS-Anbieter',
  hint: 'Angaben aus der Dokumentation der Anbieter. Geändert wird erst etwas, wenn Sie speichern.',
  failed: 'Die Anbieter konnten nicht geladen werden',
  blocks: {
    none: 'Kein Filter',
    malware: 'Sperrt Schadprogramme',
    ads: 'Sperrt Werbung',
    family: 'Jugendschutzfilter',
  },
  dnssec: 'Prüft DNSSEC',
  noDnssec: 'Ohne DNSSEC-Prüfung',
  operator: (operator, country) => `${operator}, ${country}`,
  source: 'Quelle',
  sourceOf: (provider) => `Quelle: Dokumentation von ${provider}`,
  checked: (date) => `geprüft am ${date}`,
  use: (provider, service) => `${provider} verwenden: ${service}`,
  useShort: 'Verwenden',
  over: (name) => `über TLS als ${name}`,
  close: 'Schließen',

  test: 'Testen',
  testing: 'Der Test der Server dauert bis zu 5 Sekunden.',
  results: 'Ergebnisse des Tests',
  works: (latency) => `Antwortet in ${latency}`,
  fails: (reason) => `Antwortet nicht: ${reason}`,
  findings: {
    validates: {
      yes: 'prüft DNSSEC',
      no: 'prüft DNSSEC nicht',
      unknown: 'DNSSEC-Prüfung konnte nicht getestet werden',
    },
    alters: {
      yes: 'verändert Antworten',
      no: 'verändert Antworten nicht',
      unknown: 'Veränderung von Antworten konnte nicht getestet werden',
    },
  },
  healthTitle: 'Zustand der Server',
  health: (median, slowest) => `Antwortet in ${median}, 95 von 100 innerhalb von ${slowest}`,
  counts: (failed, asked) => `${failed} von ${asked} Abfragen fehlgeschlagen`,
  noAnswer: 'noch keine Antwort',
  milliseconds: (amount) => `${amount} ms`,
}
