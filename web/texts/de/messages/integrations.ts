import type { integrationTexts as english } from '../../messages/integrations.ts'

/** German texts of connections to other programs. */
export const integrationTexts: typeof english = {
  failed: 'Die Integrationen konnten nicht geladen werden',
  enabled: 'Verbinden',
  host: 'Server',
  hostPlaceholder: '192.168.2.6',
  port: 'Port',
  user: 'Benutzername',
  userHint: 'Leer, wenn der Server keine Anmeldung verlangt.',
  password: 'Kennwort',
  tls: 'Verbindung verschlüsseln (TLS)',
  advanced: 'Erweitert',
  save: 'Speichern',
  last: (topic, time) => `zuletzt gesendet: ${topic}, ${time}`,
  nothing: 'noch nichts gesendet',
  sent: (count) => `gesendete Nachrichten: ${count}`,
  queued: (count) => `wartend: ${count}`,
  dropped: (count) => `verworfen: ${count}`,
  topics: 'Ereignisse',
  topicsHint:
    'Anfänge von Ereignisthemen, einer pro Zeile. * sendet alle Ereignisse, auch die Domains, die Geräte abfragen.',

  mqtt: {
    title: 'Home Assistant und MQTT',
    hint: 'Sendet Geräte, Internetverbindung und Datenverkehr an einen MQTT-Broker. Home Assistant erkennt sie automatisch.',
    discovery: 'Geräte in Home Assistant anmelden',
    discoveryHint: 'Jedes Gerät erscheint mit Anwesenheit, Internetzugriff und Datenverkehr.',
    control: 'Home Assistant darf den Internetzugriff ein- und ausschalten',
    controlHint: 'Wer auf dem Broker schreiben darf, kann dann den Internetzugriff jedes Geräts ändern.',
    base: 'Präfix der Themen',
    prefix: 'Präfix der Erkennung',
    prefixHint: 'Wie in den MQTT-Einstellungen von Home Assistant.',
  },
  nats: {
    title: 'NATS',
    hint: 'Sendet Ereignisse an einen NATS-Server. Das Subject ist das Thema des Ereignisses.',
    token: 'Token',
    tokenHint: 'Anstelle von Benutzername und Kennwort.',
    prefix: 'Präfix des Subjects',
  },
  syslog: {
    title: 'Syslog',
    hint: 'Sendet Ereignisse über TCP oder TLS an einen Protokollserver, im Format von RFC 5424.',
    unencrypted: 'Ohne TLS können andere im selben Netz die Nachrichten lesen.',
  },
  metrics: {
    title: 'Prometheus und Grafana',
    hint: 'Prometheus liest Datenverkehr, Geräte, DNS und den Zustand des Routers unter /metrics. Dafür ist ein Token nötig, das nur für diesen Pfad gilt. Zum Erstellen brauchen Sie einen Einmalcode.',
    create: 'Token erstellen',
    tokenName: 'Prometheus',
    once: 'Das Token ist Teil dieser Konfiguration. Kopieren Sie es jetzt; später finden Sie es unter „Anmeldung und Token“.',
    config: 'Konfiguration für prometheus.yml',
    certificate:
      'Laden Sie das Zertifikat der Zertifizierungsstelle des Routers herunter und speichern Sie es als sallyport.crt dort, wo Prometheus läuft.',
    download: 'Zertifikat herunterladen',
    tokens: 'Token verwalten',
    done: 'Fertig',
    dashboard: 'Grafana-Dashboard',
    dashboardHint: 'Wählen Sie in Grafana Dashboards, New, Import und laden Sie diese Datei hoch.',
    downloadDashboard: 'Dashboard herunterladen',
  },
}
