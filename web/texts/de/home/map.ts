import type { mapTexts as english } from '../../home/map.ts'

/** German texts of the map. */
export const mapTexts: typeof english = {
  title: 'Karte',
  hint: 'Ihre Geräte, und welche davon einander erreichen können.',
  failed: 'Die Karte konnte nicht geladen werden',
  empty: 'Noch keine Geräte',
  emptyHint: 'Hier erscheinen Geräte, die Sie hinzufügen.',
  order: 'Gruppieren nach',
  orders: { group: 'Nach Gruppe', link: 'Nach Verbindung' },
  beside: 'Karte als Liste',
  closer: 'Vergrößern',
  farther: 'Verkleinern',
  whole: 'An Bildschirm anpassen',
  internet: 'Internet',
  router: 'Dieser Router',
  up: (latencyMs) => {
    if (latencyMs === 0) return 'verbunden'
    return latencyMs < 1 ? 'verbunden · < 1 ms' : `verbunden · ${Math.round(latencyMs)} ms`
  },
  spare: 'Reserve',
  down: 'ausgefallen',
  noUplink: 'keine Internetverbindung eingerichtet',
  box: {
    own: 'Ohne Gruppe',
    wifi: 'WLAN',
    cable: 'Kabel',
    vpn: 'VPN',
    away: 'Noch nie verbunden',
    off: 'deaktiviert',
  },
  site: {
    states: {
      up: 'online',
      down: 'offline',
      waiting: 'offline',
      off: 'deaktiviert',
      unpaired: 'wartet',
    },
    users: (names) => `Zugriff darauf: ${names || 'keine Geräte'}`,
    shared: (names) => `Dafür freigegeben: ${names || 'keine Geräte'}`,
  },
  kinds: {
    Laptop: 'Laptops',
    Phone: 'Telefone',
    Tablet: 'Tablets',
    Television: 'Fernseher',
    Camera: 'Kameras',
    Printer: 'Drucker',
    Server: 'Server',
    Desktop: 'Desktop-Computer',
    Watch: 'Uhren',
    Speaker: 'Lautsprecher',
    Game: 'Spielkonsolen',
    Lamp: 'Lampen',
    other: 'Geräte',
    also: 'Aus anderen Gruppen',
  },
  cluster: (kind, count) => `${count} ${kind}`,
  online: (count) => `${count} online`,
  noDevices: 'Keine Geräte',
  chooseHint: 'Wählen Sie ein Gerät, um zu sehen, was es erreichen kann.',
  dragHint: 'Ziehen Sie es in ein anderes Feld, um seine Gruppe zu ändern.',
  changeGroups: 'Gruppen bearbeiten',
  back: 'Alle Geräte',
  page: 'Gerät öffnen',
  groups: 'Gruppen',
  groupsHint: 'Geräte in derselben Gruppe können einander erreichen.',
  reaches: (name) => `Für ${name} erreichbar`,
  reachedBy: (name) => `Zugriff auf ${name}`,
  reachesNothing: 'Nichts. Keine Richtlinie, Gruppe oder Regel lässt es zu.',
  reachedByNothing: 'Keine Geräte.',
  more: (count) => `und ${count} weitere`,
  reason: ({ by, name }) => {
    switch (by) {
      case 'group':
        return `beide sind in der Gruppe ${name}`
      case 'lan':
        return 'Richtlinie: alle Geräte im Heimnetz'
      case 'wan':
        return 'Richtlinie: Internet'
      case 'endpoint':
        return `Regel „${name}“`
      case 'users':
        return 'hat Zugriff auf den anderen Standort'
      case 'shared':
        return 'für den anderen Standort freigegeben'
    }
  },
  away: 'Offline.',
  whenBack: 'Dieses Gerät ist offline. Die Angaben gelten, wenn es wieder online ist.',
  moved: (device, groups) =>
    groups.length === 0 ? `${device} ist jetzt in keiner Gruppe.` : `${device} ist jetzt in ${groups.join(', ')}.`,
}
