import type { stationTexts as english } from '../../wifi/stations.ts'

/** German texts of connected devices, and of the wifi connection on a device’s page. */
export const stationTexts: typeof english = {
  stations: {
    title: 'Verbundene Geräte',
    hint: (count) => `${count === 1 ? '1 Gerät' : `${count} Geräte`}. Wird automatisch aktualisiert.`,
    noneHint: 'Kein Gerät ist verbunden. Fügen Sie eines hinzu, um ein Kennwort dafür zu bekommen.',
    failed: 'Die verbundenen Geräte konnten nicht geladen werden',
    guest: 'Gast',
    more: (count) => `Alle ${count} anzeigen`,
    since: (length) => `seit ${length} verbunden`,
    rates: (down, up) => `↓ ${down} · ↑ ${up}`,
    unknownSignal: 'Signal unbekannt',
    signals: { great: 'Sehr gut', good: 'Gut', fair: 'Mittel', weak: 'Schwach' },
    signal: (dbm) => `${dbm} dBm`,
  },

  device: {
    title: 'WLAN-Verbindung',
    away: 'Jetzt nicht per WLAN verbunden.',
    failed: 'Die WLAN-Verbindung konnte nicht geladen werden',
    network: 'Netz',
    signal: 'Signal',
    down: 'Datenrate zum Gerät',
    up: 'Datenrate vom Gerät',
    band: 'Band',
    security: 'Sicherheit',
    since: 'Verbunden',
    signalChart: {
      label: (range, hours) => `Signal ${range} in den letzten ${hours} Stunden`,
      caption: (hours) => `Signal, letzte ${hours} Stunden`,
      range: (least, most) => (least === most ? `${least} dBm` : `${least} bis ${most} dBm`),
    },
    rateChart: {
      label: (range, hours) => `Datenrate zum Gerät ${range} in den letzten ${hours} Stunden`,
      caption: (hours) => `Datenrate zum Gerät, letzte ${hours} Stunden`,
      range: (least, most) => (least === most ? `${least} Mbit/s` : `${least} bis ${most} Mbit/s`),
    },
    noChart: 'Noch keine Werte',
    roaming: 'Letzte Verbindungen',
    span: (from, to) => `${from} – ${to}`,
    failure: (cause, ago) => `Letzter fehlgeschlagener Versuch ${ago}: ${cause}.`,
  },
}
