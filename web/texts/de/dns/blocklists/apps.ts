import type { appTexts as english } from '../../../dns/blocklists/apps.ts'
import { list } from '../../list.ts'

/** German texts of blocked apps and safe search. */
export const appTexts: typeof english = {
  failed: 'Die Apps konnten nicht geladen werden',
  who: 'Für',
  choose: 'Geräte auswählen',
  whoHint: 'Wählen Sie ein Gerät, eine Gruppe oder ein Etikett, oder alle Geräte. Änderungen gelten sofort.',
  everyone: 'Alle Geräte',
  kindsOfTarget: { device: 'Geräte', group: 'Gruppen', tag: 'Etiketten' },
  title: 'Gesperrte Apps',
  hint: 'Die Domains ausgewählter Apps sind für diese Geräte gesperrt.',
  limits:
    'Gesperrt werden Namen, nicht Adressen. Eine App, die Adressen kennt, ein VPN oder einen eigenen DNS-Dienst nutzt oder schon verbunden ist, funktioniert vielleicht weiter. ' +
    'Um alles anzuhalten, pausieren Sie das Internet des Geräts.',
  kinds: {
    video: 'Video',
    social: 'Soziale Netzwerke',
    messaging: 'Nachrichten',
    games: 'Spiele',
    music: 'Musik',
    ai: 'KI-Chat',
    other: 'Weitere',
  },
  times: 'Zeiten',
  timesHint: 'Ohne Zeiten sind die Apps immer gesperrt.',
  timesOf: (who) => `Zeiten, zu denen Apps gesperrt sind für ${who}`,
  addTimes: 'Zeiten hinzufügen',
  save: 'Zeiten speichern',
  noneYet: 'Schalten Sie zuerst eine App ein.',
  safe: 'Sichere Suche',
  safeHint: 'Suchmaschinen lassen Inhalte für Erwachsene weg.',
  engines: { Google: 'Google', Bing: 'Bing', DuckDuckGo: 'DuckDuckGo' },
  youTube: 'Eingeschränkter Modus von YouTube',
  youTubeHint: '„Streng“ blendet mehr Videos aus. Kommentare sind in beiden Modi ausgeblendet.',
  youTubeModes: { off: 'Aus', moderate: 'Mittel', strict: 'Streng' },
  others: 'Alle Einstellungen',
  othersHint: 'Regeln für ein Gerät, eine Gruppe oder ein Etikett und für alle Geräte.',
  othersEmpty: 'Noch keine Apps gesperrt.',
  show: (who) => `${who} anzeigen`,
  safeOf: (engines) => `Sichere Suche: ${list(engines)}`,
  ruleName: (who) => `Apps: ${who}`,
  safeName: (who) => `Sichere Suche: ${who}`,
  off: 'Aus',
  sources: 'Domains und Quellen',
  sourcesHint: (date) =>
    `Liste vom ${date}. Jede App hat ihre Domains mit allen Subdomains und die Liste, aus der sie aktualisiert werden.`,
  source: (name) => `Quelle von ${name}`,
  checked: (date) => `geprüft am ${date}`,
}
