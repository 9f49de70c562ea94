import type { historyTexts as english } from '../traffichistory.ts'

/** German texts of the traffic of days and months. */
export const historyTexts: typeof english = {
  title: 'Verlauf des Datenverkehrs',
  back: 'Aktueller Datenverkehr',
  failed: 'Der Verlauf des Datenverkehrs konnte nicht geladen werden',
  scale: 'Zeitraum',
  scales: { hour: 'Stunden', day: 'Tage', month: 'Monate' },
  who: 'Gerät oder Gruppe',
  all: 'Alle Geräte',
  group: (name) => `Gruppe ${name}`,
  chart: {
    title: 'Internetdatenverkehr',
    label: (name, most) => `Internetdatenverkehr: ${name}. Der größte Zeitraum: ${most}.`,
    table: 'Als Tabelle anzeigen',
    period: 'Zeitraum',
    sums: (down, up) => `${down} empfangen, ${up} gesendet`,
    empty: 'Kein Datenverkehr in dieser Zeit. Eine Stunde erscheint innerhalb einer Minute.',
  },
  devices: { title: 'Nach Gerät', name: 'Gerät', deleted: 'Gelöschte Geräte' },
  groups: { title: 'Nach Gruppe', name: 'Gruppe' },
  networks: {
    title: 'Nach Zielnetz',
    name: 'Netz',
    other: 'Unbekannte und kleine Netze',
    more: (count) => `Alle ${count} anzeigen`,
  },
  limit: {
    title: 'Monatslimit',
    hint: 'Es wird nichts gesperrt. Schalten Sie die Warnung „Datenlimit erreicht“ ein, um benachrichtigt zu werden.',
    none: 'Wählen Sie ein Gerät oder eine Gruppe, um ein Limit festzulegen.',
    field: 'Limit in GB',
    save: 'Speichern',
    remove: 'Limit entfernen',
    saved: 'Limit gespeichert',
    removed: 'Limit entfernt',
    used: (used, limit) => `${used} von ${limit} in diesem Monat verbraucht`,
  },
  export: { csv: 'Als CSV exportieren', json: 'Als JSON exportieren' },
}
