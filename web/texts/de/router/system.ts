/** Messages of the router in German: backups, captures, diagnosis, logs, plugins, PLUS, speed tests and the clock. */
export const systemMessages: Readonly<Record<string, string>> = {
  'is not a Sallyport backup': 'ist keine Sicherung von Sallyport',
  'is wrong, or the archive was altered': 'ist falsch, oder die Sicherung wurde verändert',
  'No such archive: {1}.': 'Diese Sicherung gibt es nicht: {1}.',
  'The archive could not be saved: is the disk full?':
    'Die Sicherung konnte nicht gespeichert werden: Ist der Datenträger voll?',
  'is required: this router has no recovery key':
    'ist erforderlich: Dieser Router hat keinen Wiederherstellungsschlüssel',
  'The administrator already has a password: sign in with it.':
    'Der Administrator hat bereits ein Kennwort: Melden Sie sich damit an.',
  'this router has no password to keep': 'dieser Router hat kein Kennwort, das behalten werden kann',
  'The router is not set up yet.': 'Der Router ist noch nicht eingerichtet.',
  'The stored state is too large for an archive.': 'Der gespeicherte Stand ist zu groß für eine Sicherung.',
  'must be a name such as sallyport-v0.1.0-20260131T120000000Z.backup':
    'muss ein Name wie sallyport-v0.1.0-20260131T120000000Z.backup sein',
  'must be a host such as nas.lan, or an IPv4 address': 'muss ein Host wie nas.lan oder eine IPv4-Adresse sein',
  'must be a URL without a user name, password, query or fragment':
    'muss eine URL ohne Benutzername, Kennwort, Abfrageteil und Fragment sein',
  'must be an http or https URL without spaces': 'muss eine http- oder https-URL ohne Leerzeichen sein',
  'must be a fingerprint such as SHA256:… of 43 characters': 'muss ein Fingerabdruck wie SHA256:… mit 43 Zeichen sein',
  'must be the name of a bucket': 'muss der Name eines Buckets sein',
  'must be a region such as eu-central-1': 'muss eine Region wie eu-central-1 sein',
  'must be a time such as 03:00': 'muss eine Uhrzeit wie 03:00 sein',
  'is needed for {1}': 'wird für {1} benötigt',
  'must be an access key: ASCII characters without spaces':
    'muss ein Zugriffsschlüssel sein: ASCII-Zeichen ohne Leerzeichen',
  'must not contain a colon': 'darf keinen Doppelpunkt enthalten',
  'is needed: run a test, and compare the host key that it returns with the server':
    'wird benötigt: Starten Sie einen Test und vergleichen Sie den Hostschlüssel, den er zurückgibt, mit dem Server',
  'Choose first where backups are stored.': 'Wählen Sie zuerst, wo Sicherungen gespeichert werden.',
  'The archive cannot be used: {1}.': 'Die Sicherung kann nicht verwendet werden: {1}.',
  'its row tokens {1} has a value that belongs to another key':
    'ihre Zeile tokens {1} hat einen Wert, der zu einem anderen Schlüssel gehört',
  'it belongs to a router that was not set up': 'sie gehört zu einem Router, der nicht eingerichtet war',
  'A plugin can capture single devices only: send a Device.':
    'Eine Erweiterung kann nur Pakete einzelner Geräte mitschneiden: Geben Sie Device an.',
  'Another capture is running. Try again when it has ended.':
    'Ein anderer Mitschnitt läuft. Versuchen Sie es erneut, wenn er beendet ist.',
  'Cannot capture on this link: tcpdump ended before it started to capture.':
    'Auf dieser Schnittstelle ist kein Mitschnitt möglich: tcpdump wurde beendet, bevor der Mitschnitt begann.',
  'Cannot capture on this link: {1}': 'Auf dieser Schnittstelle ist kein Mitschnitt möglich: {1}',
  'requires the protocol tcp or udp': 'erfordert das Protokoll tcp oder udp',
  'either Interface or Device is required': 'entweder Interface oder Device ist erforderlich',
  'cannot be used with Device': 'kann nicht zusammen mit Device verwendet werden',
  'must be an IPv4 address and a port, such as 192.168.2.6:5353':
    'muss eine IPv4-Adresse und ein Port sein, zum Beispiel 192.168.2.6:5353',
  'must be the name of a table': 'muss der Name einer Tabelle sein',
  'no such interface: {1}': 'diese Schnittstelle gibt es nicht: {1}',
  'No such table: {1} {2}.': 'Diese Tabelle gibt es nicht: {1} {2}.',
  'Too many pings are running. Try again in a few seconds.':
    'Es laufen zu viele Pings. Versuchen Sie es in einigen Sekunden erneut.',
  'cannot send over {1}: {2}': 'über {1} kann nicht gesendet werden: {2}',
  'The router shares this machine with others, as in the virtual home: it cannot turn it off.':
    'Diesen Rechner nutzen auch andere Programme, wie im virtuellen Zuhause: Der Router kann ihn nicht ausschalten.',
  'is not a time zone of the IANA database': 'ist keine Zeitzone der IANA-Datenbank',
  'must be the name of a time zone such as Europe/Berlin': 'muss der Name einer Zeitzone wie Europe/Berlin sein',
  'The journal cannot be read: {1}': 'Das Journal kann nicht gelesen werden: {1}',
  '{1} is a part of the router.': '{1} ist ein Teil des Routers.',
  '{1} is being changed by another call. Try again later.':
    '{1} wird gerade durch einen anderen Aufruf geändert. Versuchen Sie es später erneut.',
  'belongs to a part of the router': 'gehört zu einem Teil des Routers',
  'is {1}: {2} is a part of the router, with its own settings':
    'ist {1}: {2} ist ein Teil des Routers, mit eigenen Einstellungen',
  'There are {1} plugins, which is the maximum: delete one first.':
    'Es gibt {1} Erweiterungen, das ist die Höchstzahl: Löschen Sie zuerst eine.',
  'There is a plugin {1} already: delete it first.': 'Es gibt bereits eine Erweiterung {1}: Löschen Sie sie zuerst.',
  'the plugin {1} needs {2}': 'die Erweiterung {1} braucht {2}',
  'No plugin has {1}.': 'Es gibt keine Erweiterung mit {1}.',
  'is not in the list of /plugin/custom_compose_paths': 'ist nicht in der Liste von /plugin/custom_compose_paths',
  'belongs to the plugin {1}': 'gehört zur Erweiterung {1}',
  'There is no plugin {1}.': 'Es gibt keine Erweiterung {1}.',
  '{1} is installed already: update or delete it.':
    '{1} ist bereits installiert: Aktualisieren oder löschen Sie die Erweiterung.',
  'must be a file in {1}/': 'muss eine Datei in {1}/ sein',
  '{1} of the plugin changed after the review. Review it again.':
    'Die Erweiterung hat sich nach der Prüfung geändert: {1}. Prüfen Sie sie erneut.',
  'There is no free network for another plugin.': 'Für eine weitere Erweiterung ist kein Netz frei.',
  'must be letters, digits and hyphens': 'muss aus Buchstaben, Ziffern und Bindestrichen bestehen',
  'must be path segments of letters, digits, dots, hyphens and underscores, without a slash at the ends':
    'muss aus Pfadsegmenten aus Buchstaben, Ziffern, Punkten, Bindestrichen und Unterstrichen bestehen, ohne Schrägstrich am Anfang und am Ende',
  'must be an absolute path of letters, digits, dots, hyphens and underscores, without . and ..':
    'muss ein absoluter Pfad aus Buchstaben, Ziffern, Punkten, Bindestrichen und Unterstrichen sein, ohne . und ..',
  'must be a relative path to a .yml or .yaml file, without . and ..':
    'muss ein relativer Pfad zu einer .yml- oder .yaml-Datei sein, ohne . und ..',
  'must be an https address of a git repository': 'muss eine https-Adresse eines Git-Repositorys sein',
  'The router does not run containers of {1}.': 'Der Router führt keine Container von {1} aus.',
  '{1} is disabled.': '{1} ist deaktiviert.',
  'must be false: only the extensions PFW and MESH are part of PLUS':
    'muss false sein: Nur die Funktionen PFW und MESH gehören zu PLUS',
  'must be false without a URI': 'muss ohne URI false sein',
  'overlaps {1} of the plugin {2}': 'überschneidet sich mit {1} der Erweiterung {2}',
  'The plugin now also requests: {1}. Review it again.':
    'Die Erweiterung fordert jetzt auch dies an: {1}. Prüfen Sie sie erneut.',
  '{1} is not confirmed: {2}': '{1} ist nicht bestätigt: {2}',
  'Use version {1}.': 'Verwenden Sie Version {1}.',
  'There is no enabled plugin with sandboxed pages at this URI.':
    'Unter dieser URI gibt es keine aktivierte Erweiterung mit Seiten in einem geschützten Rahmen.',
  'must be 40 letters, digits and underscores': 'muss aus 40 Buchstaben, Ziffern und Unterstrichen bestehen',
  'must be an https address without a user name, or empty': 'muss eine https-Adresse ohne Benutzername oder leer sein',
  'must be an https address, or empty': 'muss eine https-Adresse oder leer sein',
  'There is no extension {1}.': 'Es gibt keine PLUS-Funktion {1}.',
  'The licence server does not accept this token.': 'Der Lizenzserver nimmt dieses Token nicht an.',
  'A licence server is configured: it issues the tokens.': 'Ein Lizenzserver ist eingestellt: Er stellt die Token aus.',
  'There is no PLUS token.': 'Es gibt kein PLUS-Token.',
  'The PLUS token is not valid.': 'Das PLUS-Token ist nicht gültig.',
  'There is no PLUS token: set or create one first.':
    'Es gibt kein PLUS-Token: Geben Sie zuerst eines ein oder erstellen Sie eines.',
  'The licence server cannot check the token: {1}.': 'Der Lizenzserver kann das Token nicht prüfen: {1}.',
  'must be a name': 'muss ein Name sein',
  'must be letters, digits, dots, hyphens and underscores':
    'muss aus Buchstaben, Ziffern, Punkten, Bindestrichen und Unterstrichen bestehen',
  'The measurement took more than a minute.': 'Die Messung hat länger als eine Minute gedauert.',
  'Measurements have moved 2 GiB within a minute. Try again when it is over.':
    'Messungen haben innerhalb einer Minute 2 GiB übertragen. Versuchen Sie es nach Ablauf der Minute erneut.',
  'Other measurements are running. Try again in a moment.': 'Andere Messungen laufen. Versuchen Sie es gleich erneut.',
  'must be a whole number of at most nine digits': 'muss eine ganze Zahl mit höchstens neun Ziffern sein',
  'must be greater than start': 'muss größer als start sein',
  'must be less than 25 MiB after start': 'muss weniger als 25 MiB nach start liegen',
  'The time servers answered with a time before the release of the router.':
    'Die Zeitserver haben mit einer Zeit vor dem Erscheinen des Routers geantwortet.',
  'No time server has answered. Is there a way to the internet?':
    'Kein Zeitserver hat geantwortet. Besteht eine Verbindung zum Internet?',
  'The clock cannot be set: {1}': 'Die Uhr kann nicht gestellt werden: {1}',
  'must be a name or an IPv4 address': 'muss ein Name oder eine IPv4-Adresse sein',
}
