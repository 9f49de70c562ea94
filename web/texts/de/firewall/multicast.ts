import type { multicastTexts as english } from '../../firewall/multicast.ts'

/** German texts for the multicast relay. */
export const multicastTexts: typeof english = {
  title: 'Geräteerkennung',
  hint: 'Damit findet ein Telefon Fernseher, Lautsprecher und Drucker. Was es erreichen kann, bestimmen weiterhin Ihre Richtlinien und Regeln.',
  failed: 'Die Geräteerkennung konnte nicht geladen werden',
  enabled: 'Ankündigungen zwischen Geräten weiterleiten',
  known: {
    '224.0.0.251:5353': 'Drucker, Geräte von Apple und Google',
    '239.255.255.250:1900': 'Fernseher, Abspielgeräte und Konsolen',
  },
  list: 'Weitergeleitete Ankündigungen',
  use: (what) => `Weiterleiten: ${what}`,
  remove: (what) => `Entfernen: ${what}`,
  onlyFor: (tags) => `Nur zwischen Geräten mit dem Etikett ${tags}`,
  more: 'Weitere',
  address: 'Multicast-Gruppe und Port',
  placeholder: '239.0.0.1:5000',
  description: 'Beschreibung',
  tags: 'Nur zwischen Geräten mit einem dieser Etiketten',
  tagsHint: 'Leer: alle Geräte, die sich miteinander verbinden dürfen.',
  add: 'Hinzufügen',
  name: {
    title: 'Lokale Adresse',
    hint: 'Geben Sie sie im Browser ein, um diese App zu öffnen.',
    moved: 'Diese App ist jetzt erreichbar unter',
    more: 'Erweitert',
    outside: 'Auch an Internetanschlüssen ankündigen',
    outsideHint: 'Nur wenn auch das Netz hinter diesem Anschluss Ihnen gehört.',
  },
}
