import type { siteTexts as english } from '../../vpn/sites.ts'

/** German texts of other homes that are connected with this one. */
export const siteTexts: typeof english = {
  title: 'Andere Standorte',
  hint: 'Verbinden Sie Ihr Heimnetz mit einem anderen, das ebenfalls einen Sallyport-Router hat. Nur Geräte, die beide Besitzer auswählen, können es nutzen.',
  empty: 'Noch keine anderen Standorte.',
  failed: 'Die anderen Standorte konnten nicht geladen werden',
  add: 'Standort verbinden',
  back: 'VPN',
  states: { up: 'Verbunden', off: 'Ausgeschaltet', unpaired: 'Wartet auf den Text des anderen Standorts' },
  missing: 'Standort nicht gefunden',
  missingHint: 'Er wurde vielleicht gelöscht.',
  networks: (networks) => networks.join(', '),

  new: {
    title: 'Standort verbinden',
    name: 'Name des anderen Standorts',
    namePlaceholder: 'Zum Beispiel ferienhaus',
    submit: 'Weiter',
  },

  text: {
    title: 'Ihr Text',
    hint: 'Senden Sie diese Zeile an den Besitzer des anderen Standorts, der sie dort eingibt. Sie enthält ein Geheimnis: Verwenden Sie eine private Nachricht.',
    show: 'Text anzeigen',
    label: 'Text für den anderen Standort',
  },
  other: {
    title: 'Text des anderen Standorts',
    hint: 'Fügen Sie die Zeile ein, die Ihnen der andere Besitzer gesendet hat.',
    again: 'Text ersetzen',
    label: 'Text des anderen Standorts',
    submit: 'Verbinden',
  },
  details: {
    title: 'Details',
    own: 'Fingerabdruck dieses Standorts',
    theirs: 'Fingerabdruck des anderen Standorts',
    compare: 'Vergleichen Sie die Fingerabdrücke mit dem anderen Besitzer, zum Beispiel am Telefon.',
    endpoint: 'Erreichbar unter',
    none: 'Nicht aus dem Internet',
    networks: 'Netze dort',
    handshake: 'Letzter Handshake',
    never: 'Noch keiner',
    received: 'Empfangen',
    sent: 'Gesendet',
  },
  reach: {
    title: 'Öffentliche Adresse',
    label: 'Adresse dieses Standorts für den anderen',
    hint: 'Ein Name oder eine Adresse mit Port. Leer, wenn dieser Router aus dem Internet nicht erreichbar ist.',
  },
  users: {
    title: 'Zugriff auf den anderen Standort',
    hint: 'Geräte dieses Standorts, die sich mit Geräten dort verbinden dürfen.',
  },
  shared: {
    title: 'Für den anderen Standort freigegeben',
    hint: 'Geräte dieses Standorts, mit denen sich Geräte dort verbinden dürfen.',
  },
  save: 'Speichern',
  enabled: 'Aktiviert',
  enabledHint:
    'Solange deaktiviert, wird zwischen den Standorten nichts übertragen. Schlüssel und Einstellungen bleiben erhalten.',
  remove: 'Standort löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeHint:
    'Die Verbindung wird sofort geschlossen, ihre Schlüssel werden gelöscht. Für eine neue Verbindung müssen Sie neue Texte austauschen.',
  removeConfirm: 'Löschen',
}
