import type { wifiTexts as english } from '../../wifi/wifi.ts'

/** German texts of the Wifi screen, and of wifi on Home and on a device's page. */
export const wifiTexts: typeof english = {
  title: 'WLAN',
  hint: 'Funkmodule dieses Routers und die damit verbundenen Geräte.',
  back: 'Alle Funkmodule',
  failed: 'Das WLAN konnte nicht geladen werden',

  radios: {
    title: 'Funkmodule',
    hint: 'Wählen Sie ein Funkmodul, um seinen Kanal zu ändern.',
    devices: (count) => (count === 1 ? '1 Gerät' : `${count} Geräte`),
    channel: (channel) => `Kanal ${channel}`,
    automatic: 'automatischer Kanal',
    width: (mhz) => `${mhz} MHz`,
    restart: 'WLAN neu starten',
    restartTitle: 'Alle Funkmodule neu starten?',
    restartHint: 'Alle WLAN-Geräte werden für einige Sekunden getrennt und verbinden sich automatisch wieder.',
    restartConfirm: 'Neu starten',
  },

  states: {
    off: { word: 'Deaktiviert', hint: 'Kein Gerät kann sich verbinden.' },
    uplink: { word: 'Internetanschluss', hint: 'Es verbindet den Router mit einem anderen Netz.' },
    'no country': { word: 'Land fehlt', hint: 'Es sendet nicht, bis Sie ein Land auswählen.' },
    missing: { word: 'Fehlt', hint: 'Das Funkmodul wurde entfernt. Es startet wieder, wenn es wieder da ist.' },
    starting: { word: 'Startet', hint: 'Das dauert meist einige Sekunden.' },
    'radar check': {
      word: 'Prüft auf Radar',
      hint: 'Auf diesem Kanal prüft das Funkmodul auf Radar, bevor es senden darf. Danach können sich Geräte verbinden.',
    },
    running: { word: 'Läuft', hint: '' },
    failsafe: {
      word: 'Läuft mit Grundeinstellungen',
      hint: 'Das Funkmodul ist mit Ihren Einstellungen nicht gestartet. Es läuft mit Grundeinstellungen, bis Sie sie ändern.',
    },
    failed: { word: 'Fehlgeschlagen', hint: 'Der Router versucht es weiter.' },
  },
  unused: { word: 'Nicht eingerichtet', hint: 'Richten Sie es ein, damit sich Geräte verbinden können.' },
  radarLeft: (time) => `noch ${time}`,

  home: {
    title: 'WLAN',
    more: 'Details',
    moreLabel: 'Details zum WLAN',
    devices: (count) => (count === 1 ? '1 Gerät verbunden' : `${count} Geräte verbunden`),
    failed: (name) => `Das Funkmodul ${name} startet nicht`,
    failedHint: (reason) => (reason ? `${reason}. Der Router versucht es weiter.` : 'Der Router versucht es weiter.'),
    missing: (name) => `Das Funkmodul ${name} fehlt`,
    missingHint: 'Stecken Sie es wieder ein, oder deaktivieren Sie es unter „WLAN“.',
    failsafe: (name) => `Das Funkmodul ${name} läuft mit Grundeinstellungen`,
    failsafeHint: 'Es ist mit Ihren Einstellungen nicht gestartet. Ändern Sie sie unter „WLAN“.',
    country: (name) => `Für das Funkmodul ${name} fehlt das Land`,
    countryHint: 'Es sendet nicht, bis Sie eines auswählen.',
  },
}
