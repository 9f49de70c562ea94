import type { searchTexts as english } from '../search.ts'

/** German texts of the search over the whole app, and of the list of keyboard shortcuts. */
export const searchTexts: typeof english = {
  title: 'Suche',
  field: 'Geräte, Seiten, Regeln, Hilfe',
  found: (count) => (count === 0 ? 'Keine Ergebnisse' : count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
  noMatch: (query) => `Keine Ergebnisse für „${query}“`,
  noMatchHint: 'Versuchen Sie es mit einem Teil eines Namens, einer Adresse oder einem anderen Wort.',
  keys: 'Tastenkürzel',
  kinds: {
    screen: 'Seiten und Einstellungen',
    device: 'Geräte',
    group: 'Gruppen und Etiketten',
    rule: 'Regeln',
    domain: 'DNS-Protokoll',
    help: 'Dokumentation',
  },
  group: 'Gruppe',
  tag: 'Etikett',
  blockedDomain: 'Gesperrt',
  askedDomain: 'Aufgelöst',
  newTab: 'öffnet einen neuen Tab',
  shortcuts: {
    control: 'Strg',
    title: 'Tastenkürzel',
    search: 'Suche',
    list: 'Diese Liste anzeigen',
    close: 'Dialog schließen',
    after: 'dann',
    or: 'oder',
    single: 'Einzelne Tasten als Kürzel verwenden',
    singleHint: 'Strg+K funktioniert immer.',
    done: 'Schließen',
  },
}
