import type { vpnTexts as english } from '../../vpn/wireguard.ts'

/** German texts of the VPN screen, and of VPN where devices are added and on a device's page. */
export const vpnTexts: typeof english = {
  title: 'VPN',
  hint: 'Ihr Heimnetz von unterwegs erreichen und Datenverkehr durch Tunnel senden, mit WireGuard.',
  failed: 'VPN konnte nicht geladen werden',
  add: 'Gerät hinzufügen',

  peers: {
    title: 'Geräte',
    hint: (all, online) =>
      all === 1 ? `1 Gerät, ${online === 1 ? 'online' : 'offline'}` : `${all} Geräte, ${online} online`,
    empty: 'Noch keine Geräte',
    emptyHint: 'Fügen Sie ein Telefon oder einen Laptop hinzu, um Ihr Heimnetz von unterwegs zu nutzen.',
    more: (count) => `Alle ${count} anzeigen`,
    traffic: (received, sent) => `Seit dem Start des Servers: ${received} empfangen, ${sent} gesendet`,
    none: 'Noch kein Zugriff',
  },
  states: {
    online: 'Online',
    offline: 'Offline',
    never: 'Noch nie verbunden',
    disabled: 'Deaktiviert',
    off: 'Server aus',
  },
  handshake: (when) => `letzter Handshake ${when}`,

  server: {
    title: 'Server',
    on: 'Verbindungen annehmen',
    onHint: (port) => `Aus dem Internet und dem Heimnetz erreichbar über UDP-Port ${port}.`,
    offHint: 'Kein Gerät kann sich verbinden. Schlüssel und Geräte bleiben erhalten.',
    unusedHint: 'Startet, wenn Sie das erste Gerät hinzufügen.',
    offTitle: 'VPN ausschalten?',
    offText: (online) =>
      online === 0
        ? 'Kein Gerät kann sich verbinden, bis Sie es wieder einschalten. Schlüssel und Geräte bleiben erhalten.'
        : `${online === 1 ? '1 Gerät wird' : `${online} Geräte werden`} sofort getrennt. Schlüssel und Geräte bleiben erhalten.`,
    offConfirm: 'Ausschalten',
    key: 'Öffentlicher Schlüssel',
    internet: 'Aus dem Internet',
    endpoints: 'Öffentliche Adressen',
    endpointsHint: 'Namen oder Adressen dieses Routers, eine pro Zeile. Neue Geräte verbinden sich mit der ersten.',
    endpointsPlaceholder: 'home.example.org',
    kept: 'Geräte, die Sie schon hinzugefügt haben, behalten die Adresse in ihrer Konfiguration.',
    use: (name) => `${name} verwenden`,
  },

  reach: {
    connects: (endpoint) => `Neue Geräte verbinden sich mit ${endpoint}.`,
    current: (address) =>
      `Neue Geräte verbinden sich mit ${address}, der aktuellen Adresse Ihrer Internetverbindung. Wenn sie sich ändern kann, verwenden Sie stattdessen einen Namen.`,
    behind: (address, port) =>
      `Dieser Router ist hinter einem anderen Router: Seine Internetadresse ${address} ist privat. Leiten Sie dort UDP-Port ${port} an ${address} weiter, und geben Sie hier Ihre öffentliche Adresse oder einen Namen ein.`,
    behindNamed: (address, port) =>
      `Dieser Router ist hinter einem anderen Router: Seine Internetadresse ${address} ist privat. Dort muss UDP-Port ${port} an ${address} weitergeleitet werden.`,
    shared: (address) =>
      `Ihr Internetanbieter teilt eine öffentliche Adresse auf mehrere Kunden auf (Ihre Adresse ist ${address}). Geräte können sich nicht aus dem Internet verbinden. Bitten Sie den Anbieter um eine öffentliche IPv4-Adresse.`,
    none: 'Die Internetverbindung hat noch keine Adresse.',
    dyndns: 'Dynamisches DNS einrichten',
  },

  new: {
    way: 'Verbindung',
    ways: { wifi: 'WLAN', vpn: 'VPN' },
    hint: 'Es verbindet sich über das Internet mit Ihrem Heimnetz, mit der kostenlosen WireGuard-App.',
    back: 'VPN',
    policiesHint: 'Was es darf, während es verbunden ist. Sie können es jederzeit ändern.',
    traffic: 'Datenverkehr durch das VPN',
    trafficHint: 'Teil der Konfiguration. Um es später zu ändern, fügen Sie das Gerät neu hinzu.',
    traffics: {
      all: {
        name: 'Gesamter Datenverkehr',
        hint: 'Auch Internetdatenverkehr läuft über Ihr Heimnetz, mit Ihren Filtern. Erfordert Internetzugriff.',
      },
      home: {
        name: 'Nur Ihr Heimnetz',
        hint: 'Internetdatenverkehr läuft nicht über Ihr Heimnetz.',
      },
    },
    submit: 'Konfiguration erstellen',
    waiting: (name) => `Wartet auf die Verbindung: ${name}…`,
    waitingHint: 'Diese Seite zeigt an, wenn es sich verbunden hat.',
    connected: (name) => `${name} ist verbunden`,
    connectedHint: (from) => `Der erste Handshake kam von ${from}.`,
    gone: (name) => `${name} wurde gelöscht`,
    goneHint: 'Die Konfiguration funktioniert nicht mehr.',
    steps: 'Gerät einrichten',
    install: 'Installieren Sie die WireGuard-App aus dem App-Store oder von wireguard.com.',
    scan: 'Tippen Sie auf einem Telefon in der App auf + und scannen Sie diesen QR-Code. Auf einem Computer laden Sie die Datei herunter und importieren sie.',
    turnOn: 'Schalten Sie den Tunnel ein.',
    once: 'QR-Code und Datei enthalten den privaten Schlüssel. Sie werden nur einmal angezeigt: Nach dem Verlassen dieser Seite sind sie nicht mehr abrufbar.',
    qrLabel: (name) => `QR-Code mit der WireGuard-Konfiguration von ${name}`,
    download: 'Datei herunterladen',
    serverOff: 'Der VPN-Server ist aus: Kein Gerät kann sich verbinden.',
    turnServerOn: 'VPN in neuem Tab öffnen',
    unnamed:
      'Die Konfiguration hat keine Adresse, mit der sich das Gerät verbinden kann. Geben Sie unter „VPN“ eine öffentliche Adresse dieses Routers ein, und fügen Sie das Gerät neu hinzu.',
    another: 'Weiteres Gerät hinzufügen',
    open: 'Gerät anzeigen',
  },

  device: {
    title: 'VPN',
    state: 'Status',
    handshake: 'Letzter Handshake',
    endpoint: 'Verbindet sich von',
    received: 'Empfangen',
    sent: 'Gesendet',
    never: 'Noch keiner',
    none: 'Der VPN-Server hat keinen Schlüssel dieses Geräts.',
    only: 'Verbindet sich nur über VPN.',
    both: 'Verbindet sich unterwegs über VPN.',
    failed: 'Der VPN-Status konnte nicht geladen werden',
  },
}
