import type { radioTexts as english } from '../../wifi/radios.ts'

/** German texts of the pages of radios. */
export const radioTexts: typeof english = {
  none: {
    title: 'Kein WLAN-Funkmodul',
    hint: 'Dieser Router steuert kein Funkmodul. Alles andere funktioniert über Kabel.',
    router: 'Auf einem Router mit WLAN-Karte geben Sie beim Start des Programms ihre Schnittstelle an:',
    routerCommand: 'sallyport run --radio wlan0 …',
    home: 'Im virtuellen Zuhause ersetzen Kabel das WLAN. Simulierte Funkmodule laufen in einer virtuellen Maschine:',
    homeCommand: 'npm start -- --vm',
    more: 'Wie WLAN funktioniert',
  },

  radio: {
    missing: 'Funkmodul nicht gefunden',
    missingHint: 'Es wurde vielleicht entfernt oder umbenannt.',
    settings: 'Einstellungen',
    settingsHint: 'Wenn sich der Kanal ändert, bleiben Geräte verbunden. Andere Änderungen starten das Funkmodul neu.',
    country: 'Land',
    countryHint: 'Bestimmt, welche Kanäle und wie viel Sendeleistung erlaubt sind. Es gilt für alle Funkmodule.',
    countryNone: 'Land auswählen',
    countryFirst: 'Speichern Sie zuerst das Land: Es bestimmt, welche Kanäle erlaubt sind.',
    ssid: 'WLAN-Name',
    ssidHint: 'Funkmodule mit demselben Namen bilden ein Netz.',
    ssidEmpty: 'Geben Sie einen Namen ein.',
    ssidLong: 'Verwenden Sie höchstens 32 Byte.',
    ssidControl: 'Verwenden Sie nur sichtbare Zeichen.',
    band: 'Band',
    channel: 'Kanal',
    automatic: 'Automatisch',
    automaticHint: 'Der Router sucht und wählt den am wenigsten belegten Kanal.',
    chosen: (channel, networks, of, isLeastUsed) =>
      `Kanal ${channel} ist ${isLeastUsed ? 'der am wenigsten genutzte' : 'wenig genutzt, mit mehr Sendeleistung als die anderen,'} von ${of}: ${
        networks === 0 ? 'kein anderes Netz' : networks === 1 ? '1 anderes Netz' : `${networks} andere Netze`
      } darauf.`,
    withRadar: (channel) => `${channel} (mit Radarprüfung)`,
    radarFound: (channel) => `${channel} (Radar erkannt)`,
    noChannel: 'Kein Kanal dieses Bands hat diese Breite.',
    width: 'Kanalbreite',
    widthOf: (mhz) => `${mhz} MHz`,
    dfs: 'Kanäle mit Radarprüfung verwenden',
    dfsHint: 'Sie sind oft frei. Das Funkmodul sendet eine Minute oder länger nicht, bevor es einen verwendet.',
    enabled: 'Aktiviert',
    enabledHint: 'Ein deaktiviertes Funkmodul sendet nicht. Seine Einstellungen bleiben erhalten.',
    disableTitle: (name) => `${name} deaktivieren?`,
    disableHint: (count) =>
      count === 0
        ? 'Kein Gerät kann sich verbinden, bis Sie es wieder aktivieren.'
        : count === 1
          ? '1 Gerät wird sofort getrennt.'
          : `${count} Geräte werden sofort getrennt.`,
    disable: 'Deaktivieren',
    setUp: 'Funkmodul einrichten',
    setUpHint: 'Es startet ein Netz, mit dem sich Ihre Geräte mit je einem eigenen Kennwort verbinden.',
    setUpDo: 'Einrichten',
    reset: 'Einstellungen zurücksetzen',
    resetTitle: (name) => `${name} zurücksetzen?`,
    resetHint: 'Kanal und Breite erhalten ihre Standardwerte. Name, Land und alle Kennwörter bleiben erhalten.',
    resetConfirm: 'Zurücksetzen',
    about: 'Details',
    network: 'Netz',
    mac: 'MAC-Adresse',
    power: 'Sendeleistung',
    powerOf: (dbm) => `${dbm} dBm`,
    bands: 'Bänder',
    stations: 'Geräte',
  },

  scan: {
    title: 'Netze in Reichweite',
    hint: 'Die stärksten zuerst',
    start: 'Suchen',
    again: 'Erneut suchen',
    none: 'Die Suche dauert einige Sekunden. Geräte bleiben verbunden.',
    at: (time) => `Gesucht um ${time}.`,
    own: 'Dieses Funkmodul',
    hidden: 'Verborgenes Netz',
    count: (count) => (count === 1 ? '1 anderes Netz' : `${count} andere Netze`),
    nothing: (band) => `Keine anderen Netze auf ${band}`,
    summary: (band, count, busiest) =>
      `${band}: ${count === 1 ? '1 anderes Netz' : `${count} andere Netze`} in Reichweite. ${busiest}`,
    busiest: (channel, count) => `Die meisten sind auf Kanal ${channel}: ${count}.`,
    table: 'Als Tabelle anzeigen',
    network: 'Netz',
    channel: 'Kanal',
    signal: 'Signal',
    security: 'Sicherheit',
    open: 'Offen',
    old: 'WPA oder WEP',
    enterprise: 'Enterprise',
    dbm: (dbm) => `${dbm} dBm`,
  },
}
