import type { notifyTexts as english } from '../../messages/notify.ts'

/** German texts of notifications: where alerts are sent. */
export const notifyTexts: typeof english = {
  back: 'Benachrichtigungen',
  failed: 'Die Benachrichtigungen konnten nicht geladen werden',

  device: {
    named: (browser: string, system: string) => `${browser} unter ${system}`,
    title: 'Dieses Gerät',
    hint: 'Sie erhalten Warnungen auf diesem Gerät, auch wenn die App geschlossen ist. Sie sind Ende-zu-Ende-verschlüsselt und werden vom Push-Dienst des Browsers zugestellt.',
    begin: 'Einschalten',
    on: 'Dieses Gerät erhält Warnungen.',
    paused: 'Benachrichtigungen auf diesem Gerät sind pausiert.',
    off: 'Ausschalten',
    test: 'Test senden',
    insecure: 'Browser erlauben Benachrichtigungen nur auf HTTPS-Seiten.',
    setUpHttps: 'HTTPS einrichten',
    notInstalled:
      'Auf iPhone und iPad funktionieren Benachrichtigungen nur in der installierten App: Wählen Sie im Teilen-Menü „Zum Home-Bildschirm“ und öffnen Sie die App von dort.',
    unsupported:
      'Dieser Browser unterstützt keine Benachrichtigungen. Verwenden Sie einen anderen, oder fügen Sie unten ein Ziel hinzu.',
    denied:
      'Benachrichtigungen sind für diese Website blockiert. Erlauben Sie sie in den Website-Einstellungen des Browsers und laden Sie diese Seite neu.',
    dismissed: 'Der Browser hat keine Benachrichtigungen erlaubt. Versuchen Sie es erneut und wählen Sie „Zulassen“.',
    untrusted: 'Der Browser konnte den Teil der App, der Benachrichtigungen empfängt, nicht starten.',
    untrustedHint: 'Meist vertraut dieses Gerät dem Zertifikat des Routers noch nicht.',
    install: 'Zertifikat installieren',
    noService:
      'Der Browser konnte sich nicht bei seinem Push-Dienst anmelden. Private Fenster lassen es nicht zu, manche Browser haben den Dienst in den Einstellungen ausgeschaltet, und er braucht Internetzugriff.',
  },

  targets: {
    title: 'Ziele',
    hint: 'Warnungen mit Benachrichtigung werden an alle eingeschalteten Ziele gesendet.',
    rules: 'Warnungen auswählen',
    empty: 'Noch keine Ziele. Warnungen erscheinen nur in dieser App.',
    add: 'Ziel hinzufügen',
    enabled: (name) => `Warnungen senden an: ${name}`,
    test: (name) => `${name} testen`,
    testShort: 'Testen',
    edit: (name) => `${name} bearbeiten`,
    editShort: 'Bearbeiten',
  },

  kinds: {
    push: 'Browser',
    email: 'E-Mail',
    ntfy: 'ntfy',
    webhook: 'Webhook',
    mqtt: 'MQTT',
  },
  kindHints: {
    email: 'Über den Mailserver Ihres Anbieters (SMTP).',
    ntfy: 'An die App ntfy auf Ihrem Telefon, über ntfy.sh oder Ihren eigenen Server.',
    webhook:
      'Eine HTTP-Anfrage mit der Warnung als JSON, für Dienste wie Slack, für n8n, Node-RED oder ein eigenes Skript.',
    mqtt: 'An den Broker der MQTT-Integration, für Home Assistant und andere.',
  },

  last: {
    never: 'Noch nichts gesendet',
    off: 'Ausgeschaltet',
    delivered: (when) => `Zugestellt ${when}`,
    failed: (reason) => `Fehlgeschlagen: ${reason}`,
    retrying: (reason, when) => `Fehlgeschlagen: ${reason}. Nächster Versuch: ${when}`,
    waiting: (count, when) =>
      `${count === 1 ? '1 Warnung wartet' : `${count} Warnungen warten`}${when === '' ? '' : ` bis ${when}`}`,
  },

  one: {
    new: 'Ziel hinzufügen',
    missing: 'Ziel nicht gefunden',
    missingHint: 'Es wurde vielleicht gelöscht.',
    kind: 'Art',
    name: 'Name',
    languageHint: 'Der Warnungen des Routers. Von Ihnen geschriebene Texte bleiben, wie sie sind.',
    browser:
      'Benachrichtigungen eines Browsers werden in diesem Browser eingeschaltet. Hier können Sie ihn umbenennen und auswählen, was er erhält.',
    advanced: 'Erweitert',
    save: 'Speichern',
    add: 'Hinzufügen',
    remove: 'Ziel löschen',
    removeTitle: (name) => `${name} löschen?`,
    removeHint: 'Es erhält keine Warnungen mehr. Warnungen, die darauf warten, werden verworfen.',
    removeConfirm: 'Löschen',
  },

  email: {
    host: 'Mailserver',
    hostPlaceholder: 'smtp.example.org',
    port: 'Port',
    security: 'Verschlüsselung',
    securities: { starttls: 'STARTTLS', tls: 'TLS', none: 'Keine' },
    unencrypted:
      'Warnungen werden unverschlüsselt und ohne Anmeldung gesendet. Nur für einen Server im Heimnetz geeignet.',
    user: 'Benutzername',
    userHint: 'Leer, wenn der Server keine Anmeldung verlangt.',
    password: 'Kennwort',
    passwordHint: 'Viele Anbieter verlangen ein App-Kennwort, das Sie dort in Ihrem Konto erstellen.',
    from: 'Absender',
    to: 'Empfänger',
    toHint: 'Durch Kommas getrennt, höchstens 10.',
    addressPlaceholder: 'sie@example.org',
    ehlo: 'Name des Routers (EHLO)',
    ehloHint: 'Leer für die Domain des Absenders. Manche Server nehmen nur bestimmte Namen an.',
  },
  ntfy: {
    server: 'Server',
    topic: 'Thema',
    topicHint:
      'Auf einem öffentlichen Server kann jeder, der das Thema kennt, die Warnungen lesen. Wählen Sie eines, das schwer zu erraten ist.',
    generate: 'Erzeugen',
    token: 'Zugriffstoken',
    tokenHint: 'Nur wenn das Thema geschützt ist.',
  },
  webhook: {
    url: 'URL',
    urlHint: 'Empfängt eine POST-Anfrage mit JSON.',
    urlPlaceholder: 'https://hooks.example.org/alerts',
    secret: 'Geheimnis zum Signieren',
    secretHint: 'Optional. Signiert jede Anfrage mit HMAC-SHA256 im Header X-Sallyport-Signature.',
  },
  mqtt: {
    topic: 'Thema',
    topicHint: 'Warnungen werden als JSON gesendet.',
  },

  what: {
    title: 'Welche Warnungen',
    minimum: 'Geringste Wichtigkeit',
    minimums: {
      info: 'Alle',
      success: 'Ab Erfolg',
      warning: 'Ab Warnung',
      error: 'Ab Fehler',
      danger: 'Nur dringende',
    },
    about: 'Themen',
    abouts: { all: 'Alles', some: 'Ausgewählte Bereiche' },
    areas: {
      devices: 'Geräte und Datenverkehr',
      wifi: 'WLAN',
      access: 'Anmeldungen und Änderungen',
      internet: 'Internetverbindung',
      vpn: 'VPN',
      dns: 'DNS und Sperren',
      firewall: 'Firewall',
      system: 'Dieser Router',
    },
    other: 'Weitere Ereignisthemen',
    otherHint: 'Eines pro Zeile: der Anfang eines Themas, zum Beispiel wifi:auth:',
    nothing: 'Wählen Sie mindestens einen Bereich.',
  },
  when: {
    title: 'Wann',
    quiet: 'Ruhezeit',
    quietHint: 'Warnungen warten und werden am Ende der Ruhezeit in einer Nachricht gesendet.',
    from: 'Von',
    to: 'Bis',
    zone: (zone) => `Zeitzone des Routers: ${zone}.`,
    urgent: 'Dringende Warnungen trotzdem senden',
    perHour: 'Nachrichten pro Stunde',
    perHourHint: 'Weitere Warnungen warten und werden zusammen gesendet.',
  },
}
