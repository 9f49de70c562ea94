import type { placeTexts as english } from '../../../home/search/places.ts'
import { texts } from '../../texts.ts'

const { shell } = texts

/** German texts of screens and settings in the search: their titles, and other words that people use for them. */
export const placeTexts: typeof english = {
  start: { title: shell.start, words: 'übersicht überblick status internet startseite' },
  devices: { title: shell.devices, words: 'clients hosts telefone computer liste wer ist verbunden' },
  addDevice: { title: 'Gerät hinzufügen', words: 'neu wlan kennwort passwort qr code verbinden' },
  addVpnDevice: { title: 'VPN-Gerät hinzufügen', words: 'wireguard gegenstelle unterwegs fernzugriff telefon' },
  kindRules: {
    title: 'Regeln für Gerätearten',
    words: 'klassifizierung erkennung gerätetyp fingerabdruck unbekannt kategorie hersteller modell',
  },
  blockLists: {
    title: 'DNS und Sperrlisten',
    words: 'werbung werbeblocker adblock tracker pi-hole adguard filter listen',
  },
  blockedApps: {
    title: 'Gesperrte Apps',
    words:
      'dienste youtube tiktok instagram whatsapp netflix roblox fortnite spiele sichere suche kind eltern soziale medien',
  },
  dnsRules: {
    title: 'DNS-Regeln',
    words: 'zulassen sperren domain ausnahme whitelist blacklist überschreiben verbieten',
  },
  dnsLog: { title: 'DNS-Protokoll', words: 'abfragen verlauf anfragen besuchte domains gesperrte namen' },
  topDomains: { title: 'Häufigste Domains', words: 'abfragen statistik diagramme gesperrt' },
  checkADomain: { title: 'Domain prüfen', words: 'warum gesperrt test nachschlagen auflösen' },
  hostNames: { title: 'Lokale Namen', words: 'lokale namen einträge statisch dns hosts datei umschreiben hostnamen' },
  dnsSettings: {
    title: 'DNS-Einstellungen',
    words: 'anbieter resolver dns over tls dot doh quad9 cloudflare familie filter aufbewahrung datenschutz upstream',
  },
  traffic: { title: shell.traffic, words: 'bandbreite verbrauch daten diagramm download upload verbindungen traffic' },
  alerts: { title: shell.alerts, words: 'alarme meldungen hinweise ungelesen' },
  events: { title: 'Ereignisse', words: 'protokoll was ist passiert verbunden verlauf' },
  alertRules: { title: 'Warnregeln', words: 'benachrichtigen bedingung stummschalten neues gerät' },
  wifi: {
    title: shell.wifi,
    words: 'wifi drahtlos funk funkmodul ssid netzwerk name kanal access point 5 ghz 2.4 ghz',
  },
  guestWifi: { title: 'Gäste-WLAN', words: 'besucher gastnetz wifi teilen' },
  vpn: { title: shell.vpn, words: 'wireguard tunnel gegenstellen fernzugriff endpunkt' },
  outgoingVpnTunnel: {
    title: 'Ausgehender VPN-Tunnel',
    words: 'mullvad proton anbieter wireguard ausgang land hinzufügen',
  },
  siteToSiteVpn: { title: 'Standorte verbinden (VPN)', words: 'zwei häuser büro zweigstelle site-to-site wireguard' },
  map: { title: shell.map, words: 'topologie graph bild wer kann wen erreichen' },
  groups: { title: shell.groups, words: 'familie mitglieder teilen erreichen' },
  schedules: {
    title: shell.schedules,
    words: 'schlafenszeit hausaufgaben pause internet jugendschutz kindersicherung zeiten kinder bildschirmzeit',
  },
  addSchedule: { title: 'Zeitplan hinzufügen', words: 'schlafenszeit neu jugendschutz zeiten' },
  rulesWithConditions: {
    title: 'Regeln mit Bedingungen',
    words: 'programmierbare firewall pfw länder asn limit rate tunnel',
  },
  firewall: { title: shell.firewall, words: 'regeln ports sperren zulassen richtlinie' },
  portForwarding: { title: 'Portfreigaben', words: 'port öffnen nat weiterleitung spiel server veröffentlichen' },
  refusedConnections: { title: 'Abgewiesene Verbindungen', words: 'verbindungen gesperrt verweigert warum' },
  links: {
    title: shell.links,
    words: 'schnittstellen ethernet kabel lan wan internetanschluss vlan pppoe feste adresse mac',
  },
  plugins: { title: shell.plugins, words: 'plugins apps add-ons container docker tailscale mitmproxy' },
  installPlugin: { title: 'Erweiterung installieren', words: 'hinzufügen app plugin git repository' },
  logs: { title: shell.logs, words: 'system log journal meldungen dienste' },
  auditLog: { title: 'Änderungsprotokoll', words: 'wer hat was geändert änderungen verlauf audit' },
  system: {
    title: shell.system,
    words: 'version aktualisierung update hostname uhr zeit zeitzone laufzeit arbeitsspeicher',
  },
  password: { title: 'Kennwort', words: 'passwort ändern admin anmeldung zugangsdaten konto' },
  oneTimeCodes: { title: 'Einmalcodes', words: 'otp totp 2fa zwei faktor authenticator mfa' },
  apiTokens: { title: 'API-Token', words: 'token schlüssel programm skript bearer scope' },
  backupAndRestore: {
    title: 'Sicherung und Wiederherstellung',
    words: 'backup exportieren importieren herunterladen speichern konfiguration momentaufnahme',
  },
  speedTest: { title: 'Geschwindigkeitstest', words: 'bandbreite messen mbit schnell langsam internet speedtest' },
  trafficHistory: {
    title: 'Verlauf und Grenzen des Datenverkehrs',
    words: 'monat jahr csv export datenlimit volumen kontingent verbrauch traffic',
  },
  droppedPackets: { title: 'Verworfene Pakete', words: 'paketprotokoll paket protokoll nft zähler absender' },
  personas: { title: 'Personen', words: 'kinder limit am tag bildschirmzeit täglich' },
  homeNetwork: { title: 'Heimnetz', words: 'dhcp bereich subnetz adressbereich adressvergabe lan 192.168' },
  deviceDiscovery: { title: 'Gerätesuche', words: 'geräte finden multicast mdns bonjour ssdp upnp airplay chromecast' },
  internetMonitoring: {
    title: 'Überwachung des Internets',
    words: 'umschaltung failover ausfall antwortzeit ping reserve zwei anschlüsse multi wan',
  },
  dynamicDns: { title: 'Dynamisches DNS', words: 'ddns dyndns hostname öffentliche adresse' },
  wifiUplink: { title: 'Internet über WLAN', words: 'uplink drahtlos verbinden repeater hotspot wifi' },
  plus: { title: 'PLUS', words: 'abonnement token lizenz' },
  health: {
    title: 'Zustand und Neustart',
    words: 'neu starten ausschalten herunterfahren temperatur prozessor arbeitsspeicher datenträger speicher',
  },
  account: { title: 'Konto', words: 'eigenes kennwort passwort einmalcodes passkeys sitzungen anmelden' },
  recoveryCodes: { title: 'Wiederherstellungscodes', words: 'telefon verloren ersatzcodes einmalcodes' },
  passkeys: {
    title: 'Passkeys zum Anmelden',
    words: 'webauthn fido sicherheitsschlüssel gesicht fingerabdruck anmelden',
  },
  sessions: { title: 'Sitzungen', words: 'angemeldete geräte browser überall abmelden' },
  remoteBackup: {
    title: 'Sicherungen auf einem anderen Rechner',
    words: 'entfernt geplant automatisch sftp s3 webdav nas backup',
  },
}
