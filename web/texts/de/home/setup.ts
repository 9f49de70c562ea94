import type { setupTexts as english } from '../../home/setup.ts'

/** German texts of the first-time setup. */
export const setupTexts: typeof english = {
  title: 'Router einrichten',
  hint: 'Das dauert einige Minuten. Sie können später alles ändern.',
  step: (now, all) => `Schritt ${now} von ${all}`,
  next: 'Weiter',
  later: 'Überspringen',

  password: 'Administratorkennwort',
  passwordHint: 'Es schützt alle Einstellungen Ihres Routers.',
  again: 'Kennwort wiederholen',
  mismatch: 'Die Kennwörter stimmen nicht überein.',
  tooShort: 'Mindestens 8 Zeichen.',
  strength: ['Zu kurz', 'Leicht zu erraten', 'Mittel', 'Gut', 'Stark'],
  strengthLabel: 'Stärke des Kennworts',
  taken: 'Dieser Router hat bereits ein Kennwort.',
  uplink: 'Internetanschluss',
  uplinkHint: 'Wählen Sie den Anschluss, in dem das Kabel Ihres Internetanbieters steckt.',
  noUplink: 'Wählen Sie einen Anschluss.',
  ownPort: 'Dieser Computer ist mit diesem Anschluss verbunden. Wählen Sie den Anschluss zu Ihrem Internetanbieter.',
  noPorts: 'Keine Netzwerkanschlüsse gefunden. Stecken Sie einen Netzwerkadapter ein und versuchen Sie es erneut.',
  cable: 'verbunden',
  noCable: 'kein Kabel',
  noAddress: 'noch keine Adresse',
  atHome: 'Heimnetz',
  portsFailed: 'Die Netzwerkanschlüsse konnten nicht geladen werden',
  submit: 'Einrichtung starten',

  resume: {
    offer: 'Kennwort bereits festgelegt',
    title: 'Einrichtung fortsetzen',
    hint: 'Melden Sie sich mit dem Kennwort dieses Routers an, um fortzufahren.',
    anew: 'Noch kein Kennwort festgelegt',
  },

  restore: {
    offer: 'Sicherung wiederherstellen',
    title: 'Sicherung wiederherstellen',
    hint: 'Übernimmt Geräte, Regeln und Kennwörter aus der Sicherung eines anderen Routers oder dieses Routers vor dem Zurücksetzen.',
    needed: 'Sie brauchen:',
    needs: [
      'Die Sicherung: eine Datei auf diesem Computer, oder auf dem Server, den Sie für geplante Sicherungen gewählt haben (SFTP, WebDAV oder S3).',
      'Den Wiederherstellungsschlüssel des Routers, der sie erstellt hat, oder das Kennwort, das Sie für diese Sicherung gewählt haben.',
    ],
    fromServer: 'Von einem Server holen',
    serverHint:
      'Zuerst ein Kennwort und der Internetanschluss, damit der Router den Server erreicht. Dieses Kennwort gilt, bis die Sicherung wiederhergestellt ist.',
    begin: 'Weiter',
    server: 'Sicherung auf einem Server',
    find: 'Der Router holt die Sicherung mit den Einstellungen, die Sie für geplante Sicherungen verwendet haben.',
    anew: 'Als neuen Router einrichten',
  },

  internet: {
    title: 'Internet',
    hint: (port) => `Verbindung an Anschluss ${port}.`,
    up: 'Verbunden',
    upHint: (address) => `Ihre Internetadresse ist ${address}.`,
    noCable: 'Kein Kabel',
    noCableHint: (port) =>
      `Stecken Sie das Kabel Ihres Internetanbieters in ${port}. Diese Seite wird automatisch aktualisiert.`,
    noAddress: 'Wartet auf eine Adresse',
    noAddressHint:
      'Ihr Internetanbieter vergibt meist innerhalb einer Minute eine. Nutzt der Router des Anbieters denselben Adressbereich wie Ihr Heimnetz, wählen Sie im nächsten Schritt einen anderen.',
    silent: 'Noch keine Antwort aus dem Internet',
    silentHint:
      'Der Anschluss hat eine Adresse. Die Verbindung kann einen Moment dauern, oder das Modem des Anbieters startet noch.',
    way: 'IP-Adresse',
    ways: { dhcp: 'Automatisch', fixed: 'Fest', pppoe: 'PPPoE' },
    wayHints: {
      dhcp: 'Für fast alle Internetanbieter.',
      fixed: 'Wenn Ihnen Ihr Anbieter eine feste Adresse gegeben hat.',
      pppoe: 'Wenn Ihnen Ihr Anbieter einen Benutzernamen und ein Kennwort gegeben hat.',
    },
    ip: 'Adresse',
    ipPlaceholder: 'Zum Beispiel 198.51.100.7/24',
    router: 'Gateway',
    routerPlaceholder: 'Zum Beispiel 198.51.100.1',
    vlan: 'VLAN-ID',
    vlanHint: 'Nur wenn Ihr Anbieter eine verlangt.',
    use: 'Anwenden',
    failed: 'Der Internetanschluss konnte nicht geladen werden',
    skip: 'Ohne Internet fortfahren',
    restore: 'Sicherung von einem Server wiederherstellen',
    change: 'Anschluss oder Adresse ändern',
  },

  home: {
    title: 'Heimnetz',
    hint: 'Die Vorgaben passen für die meisten Haushalte.',
    name: 'Name des Routers',
    nameHint: 'Der Name des Routers in Ihrem Netz.',
    nameRule: '1 bis 63 Buchstaben, Ziffern und Bindestriche; am Anfang und am Ende kein Bindestrich.',
    net: 'Adressbereich',
    netHint: 'Jedes Gerät bekommt ein eigenes kleines Netz aus diesem Bereich.',
    netInvalid: 'Geben Sie einen Bereich wie 192.168.2.0/24 ein, mit einer Präfixlänge von 8 bis 24.',
    updates: 'Nach Aktualisierungen suchen',
    failed: 'Die Einstellungen konnten nicht geladen werden',
  },

  moved: {
    title: 'Ihr Router hat eine neue Adresse',
    hint: (address) => `Sie lautet ${address}. Melden Sie sich dort mit Ihrem Kennwort an, um fortzufahren.`,
    go: 'Neue Adresse öffnen',
  },

  wifi: {
    title: 'WLAN',
    hint: 'Wählen Sie Ihr Land und einen Namen für Ihr WLAN.',
    name: 'WLAN-Name',
    nameHint: 'Der Name, den Telefone und Computer anzeigen.',
    placeholder: 'Zum Beispiel Villa Rosa',
    noCountry: 'Wählen Sie ein Land.',
    none: 'Dieser Router hat kein WLAN-Funkmodul. Alles andere funktioniert über Kabel.',
    submit: 'WLAN starten',
    failed: 'Die Funkmodule konnten nicht geladen werden',
  },

  computer: {
    title: 'Dieser Computer',
    hint: 'Geräte ohne Namen haben keinen Zugriff. Geben Sie diesem Computer einen Namen, damit er Internetzugriff bekommt.',
    which: 'Dieser Computer ist',
    unsure:
      'Die Verbindung zeigt nicht, welches Gerät dieser Computer ist. Wählen Sie es aus, oder fahren Sie ohne fort.',
    choose: 'Wählen Sie ein Gerät aus.',
    name: 'Gerätename',
    placeholder: 'Zum Beispiel Mamas Laptop',
    nothing: 'Keine Geräte ohne Namen im Heimnetz.',
    already: (name) => `Dieser Computer hat bereits den Namen ${name}.`,
    submit: 'Internet zulassen',
    failed: 'Die Geräte konnten nicht geladen werden',
  },

  phone: {
    title: 'Erstes Telefon',
    hint: 'Jedes Gerät bekommt ein eigenes WLAN-Kennwort. So können Sie eines entfernen, ohne die anderen zu ändern.',
    ownerTitle: 'Ihr Telefon',
    ownerHint: 'Es ist das erste Gerät in Ihrem WLAN und bekommt ein eigenes Kennwort. Es darf das Internet nutzen.',
    starting: (network) => `${network} startet`,
    startingHint: 'Sie können den Code scannen, sobald Ihr Telefon das WLAN anzeigt.',
    failed: (network) => `${network} startet nicht`,
    scanHint: 'Richten Sie die Kamera des Telefons auf den Code und tippen Sie auf den Link, der erscheint.',
    hereHint: (network) =>
      `Kopieren Sie das Kennwort und schließen Sie die Einrichtung ab. Verbinden Sie sich dann damit in den WLAN-Einstellungen dieses Telefons mit ${network}.`,
    doneTitle: 'Die Einrichtung ist abgeschlossen',
    doneHint: (network, address) =>
      `Verbinden Sie das Telefon mit diesem Kennwort mit ${network} und melden Sie sich unter ${address} an. Das WLAN spr-setup wird in einer halben Minute ausgeschaltet.`,
    finish: 'Abschließen',
    finishLater: 'Überspringen und abschließen',
  },
}
