import type { readyTexts as english } from '../../../messages/alerts/ready.ts'

/** German names of ready-made alerts, and when they are sent. */
export const readyTexts: typeof english = {
  'unknown-device': {
    name: 'Unbekanntes Gerät',
    hint: 'Ein Gerät, das noch nie verbunden war, hat sich verbunden.',
  },
  'device-offline': {
    name: 'Gerät offline',
    hint: 'Ein Gerät, das immer online sein soll, etwa eine Kamera, antwortet nicht.',
  },
  'new-login': {
    name: 'Neue Anmeldung',
    hint: 'Ein Benutzer oder ein Token wird von einer Adresse aus verwendet, von der das in den letzten 30 Tagen nicht vorkam.',
  },
  'sign-in-factors': {
    name: 'Wiederherstellungs\u00adcodes und Passkeys',
    hint: 'Ein Wiederherstellungscode wurde anstelle eines Einmalcodes verwendet, oder ein Passkey wurde hinzugefügt.',
  },
  'wifi-guessing': {
    name: 'Wiederholt falsches WLAN-Kennwort',
    hint: 'Innerhalb von zehn Minuten ist die Verbindung eines Geräts fünfmal fehlgeschlagen, oder die von 20 Geräten.',
  },
  'login-guessing': {
    name: 'Wiederholt fehlgeschlagene Anmeldungen',
    hint: 'Innerhalb von zehn Minuten sind fünf Anmeldungen von einer Adresse fehlgeschlagen, oder Anmeldungen von 20 Adressen.',
  },
  uplink: {
    name: 'Internetverbindung',
    hint: 'Ein Internetanschluss ist ausgefallen oder funktioniert wieder.',
  },
  'traffic-surge': {
    name: 'Ungewöhnlich viel gesendet',
    hint: 'Ein Gerät sendet viel mehr ins Internet als jemals zuvor.',
  },
  'traffic-limit': {
    name: 'Datenlimit erreicht',
    hint: 'Ein Gerät oder eine Gruppe hat 80 Prozent des monatlichen Datenlimits oder das gesamte Limit verbraucht.',
  },
  'blocked-name': {
    name: 'Gesperrte Domain wiederholt abgefragt',
    hint: 'Ein Gerät fragt immer wieder dieselbe gesperrte Domain ab.',
  },
  'port-scan': {
    name: 'Port-Scan',
    hint: 'Ein Rechner im Internet oder ein Gerät zu Hause probiert viele Ports oder viele Adressen aus.',
  },
  'drift-repaired': {
    name: 'Einstellung wiederhergestellt',
    hint: 'Ein anderes Programm hat Firewall, Schnittstellen oder Routen geändert. Die Änderung wurde rückgängig gemacht.',
  },
  'machine-health': {
    name: 'Zustand des Routers',
    hint: 'Der Datenträger ist fast voll, der Rechner ist heiß, oder seine Speicherkarte ist abgenutzt.',
  },
  'backup-old': {
    name: 'Sicherung zu alt',
    hint: 'Die neueste Sicherung ist älter als 30 Tage, oder es gibt keine.',
  },
  'backup-failed': {
    name: 'Sicherung fehlgeschlagen',
    hint: 'Eine geplante Sicherung konnte nicht auf dem anderen Rechner gespeichert werden.',
  },
  'update-available': {
    name: 'Aktualisierungen',
    hint: 'Eine neuere Version des Routers ist verfügbar, wurde installiert oder wurde zurückgenommen.',
  },
  automation: {
    name: 'Automatisierungen',
    hint: 'Eine Automatisierung ruft notify auf oder wurde ausgeschaltet, weil sie wiederholt fehlschlug.',
  },
  'firewall-rule': {
    name: 'Firewallregeln',
    hint: 'Eine Regel der programmierbaren Firewall mit der Aktion notify wird wirksam.',
  },
}
