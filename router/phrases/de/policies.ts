import type { policyTexts } from '../en/policies.ts'

/** In the order of the English words: in a build of the app for this language, they are the list of policies. */
export const policyGerman: typeof policyTexts = {
  wan: { chip: 'Internet', title: 'Internet nutzen', hint: 'Kann Verbindungen ins Internet öffnen.' },
  dns: { chip: 'DNS', title: 'Namen auflösen', hint: 'Kann den DNS-Server des Routers nutzen.' },
  lan: {
    chip: 'Ganzes Heimnetz',
    title: 'Alle Geräte zu Hause erreichen',
    hint: 'Kann Verbindungen zu allen anderen Geräten öffnen. Diese können keine zu ihm öffnen.',
  },
  lan_upstream: {
    chip: 'Hinter dem Anschluss',
    title: 'Private Netze hinter dem Internetanschluss erreichen',
    hint: 'Zum Beispiel das Modem. Setzt Internetzugriff voraus.',
  },
  api: { chip: 'api' },
  noapi: {
    chip: 'Keine Verwaltung',
    title: 'Kein Zugriff auf die Verwaltung',
    hint: 'Kann diese App und SSH nicht erreichen.',
  },
  guestonly: { chip: 'Gast', title: 'Nur Gäste-WLAN', hint: 'Erhält nur im Gastnetz eine Adresse.' },
  disabled: { chip: 'Deaktiviert' },
  quarantine: {
    chip: 'Quarantäne',
    title: 'Quarantäne',
    hint: 'Jede Domain führt zur Quarantäneseite. Der übrige Datenverkehr ist gesperrt.',
  },
  'dns:family': {
    chip: 'Familienfilter',
    title: 'Familienfilter',
    hint: 'Nutzt die DNS-Server für Familien aus Ihren DNS-Einstellungen.',
  },
}
