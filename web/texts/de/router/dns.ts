/** Messages of the router in German: DNS, its filter, dynamic DNS, automations, events and notifications. */
export const dnsMessages: Readonly<Record<string, string>> = {
  'must begin with a letter or digit and consist of letters, digits, spaces, ".", "_" and "-"':
    'muss mit einem Buchstaben oder einer Ziffer beginnen und aus Buchstaben, Ziffern, Leerzeichen, ".", "_" und "-" bestehen',
  'is needed for a new automation': 'ist für eine neue Automatisierung erforderlich',
  'There are {1} automations, which is the maximum: delete one first.':
    'Es gibt {1} Automatisierungen, das ist die Höchstzahl: Löschen Sie zuerst eine.',
  'The automation {1} is switched off.': 'Die Automatisierung {1} ist ausgeschaltet.',
  'The automation {1} was changed or switched off.': 'Die Automatisierung {1} wurde geändert oder ausgeschaltet.',
  'Another dry run has not ended yet.': 'Ein anderer Probelauf ist noch nicht beendet.',
  'is needed: the automation runs on events only': 'ist erforderlich: Die Automatisierung läuft nur bei Ereignissen',
  'the automation does not subscribe to this topic': 'die Automatisierung hat dieses Thema nicht abonniert',
  'No event of {1} is stored.': 'Es ist kein Ereignis des Themas {1} gespeichert.',
  'This automation has revision {1}, not {2}: read it again.':
    'Diese Automatisierung hat die Revision {1}, nicht {2}: Rufen Sie sie erneut ab.',
  'There is no automation {1}.': 'Es gibt keine Automatisierung {1}.',
  'Automations cannot run: {1}': 'Automatisierungen können nicht laufen: {1}',
  'the script cannot start: {1}': 'das Skript kann nicht starten: {1}',
  'cannot be read as TypeScript': 'kann nicht als TypeScript gelesen werden',
  'line {1}: {2}': 'Zeile {1}: {2}',
  'The file {1}.ts of automations is missing.': 'Die Datei {1}.ts der Automatisierungen fehlt.',
  'Automations cannot run on the processor {1}.': 'Automatisierungen können auf dem Prozessor {1} nicht laufen.',
  'is the router itself': 'ist der Router selbst',
  'Another test is running. Try again when it has ended.':
    'Ein anderer Test läuft. Versuchen Sie es erneut, wenn er beendet ist.',
  'at least one provider is needed': 'mindestens ein Anbieter ist erforderlich',
  'is required': 'ist erforderlich',
  'must be an IPv4 address such as 9.9.9.9': 'muss eine IPv4-Adresse wie 9.9.9.9 sein',
  'must be empty while TLS is off': 'muss leer sein, solange TLS ausgeschaltet ist',
  'must be the host name that its certificate carries, or an address such as https://dns.quad9.net/dns-query':
    'muss der Hostname aus dem Zertifikat des Servers oder eine URL wie https://dns.quad9.net/dns-query sein',
  'did not answer a test question: {1}': 'hat eine Testabfrage nicht beantwortet: {1}',
  'must be a domain such as example.com.': 'muss eine Domain wie example.com. sein',
  'must be one of "permit", "block"': 'muss "permit" oder "block" sein',
  'must be empty where there is a ResultIP': 'muss leer sein, wenn ResultIP angegeben ist',
  'There are {1} block lists, which is the maximum: delete one first.':
    'Es gibt {1} Sperrlisten, das ist die Höchstzahl: Löschen Sie zuerst eine.',
  'is the address of a list that is not enabled': 'ist die Adresse einer Liste, die nicht aktiviert ist',
  'There are {1} exclusions, which is the maximum: delete one first.':
    'Es gibt {1} Ausnahmen vom Filter, das ist die Höchstzahl: Löschen Sie zuerst eine.',
  '{1} is not excluded.': '{1} ist nicht vom Filter ausgenommen.',
  'The filter is not paused there.': 'Der DNS-Filter ist dafür nicht pausiert.',
  'must be a domain such as example.com': 'muss eine Domain wie example.com sein',
  'The resolver is starting.': 'Der DNS-Server des Routers startet gerade.',
  'There is no block list {1}.': 'Es gibt keine Sperrliste {1}.',
  'must be an IPv6 address without an IPv4 address in it':
    'muss eine IPv6-Adresse sein, die keine IPv4-Adresse enthält',
  'has passed': 'liegt in der Vergangenheit',
  'There are {1} lists, which is the maximum: delete one first.':
    'Es gibt {1} Regelsätze, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  'There are {1} overrides, which is the maximum: delete one first.':
    'Es gibt {1} eigene Regeln, das ist die Höchstzahl: Löschen Sie zuerst eine.',
  'In the list {1} there is no such override of {2}': 'Im Regelsatz {1} gibt es keine solche eigene Regel für {2}',
  '{1} keeps its name': 'der Name von {1} kann nicht geändert werden',
  'is the name of another list': 'ist der Name eines anderen Regelsatzes',
  '{1} cannot be removed': '{1} kann nicht gelöscht werden',
  'There is no override list {1}.': 'Es gibt keinen Regelsatz {1}.',
  'must be the identifier of a service, such as youtube': 'muss die Kennung eines Dienstes sein, zum Beispiel youtube',
  'must be a domain in lower case, such as tiktok.com':
    'muss eine Domain in Kleinbuchstaben sein, zum Beispiel tiktok.com',
  'must be an address such as https://lists.example/tiktok': 'muss eine Adresse wie https://lists.example/tiktok sein',
  'must have each Id once': 'darf jede Id nur einmal enthalten',
  '{1} is in the list already.': '{1} steht schon auf der Liste.',
  '{1} is not in the list.': '{1} steht nicht auf der Liste.',
  'DNS queries are not stored: turn StoreLocalMemory on first.':
    'DNS-Abfragen werden nicht gespeichert: Schalten Sie zuerst StoreLocalMemory ein.',
  'No queries of {1} are stored.': 'Es sind keine Abfragen von {1} gespeichert.',
  '{1} is no IPv4 address such as 192.168.2.6.': '{1} ist keine IPv4-Adresse wie 192.168.2.6.',
  'There can be {1} addresses at most.': 'Es sind höchstens {1} Adressen möglich.',
  'must be a name such as example.com': 'muss ein Name wie example.com sein',
  'must consist of letters, digits and : / - = @ . _ +':
    'darf nur aus Buchstaben, Ziffern und : / - = @ . _ + bestehen',
  'must be an http or https address without a user name, or empty':
    'muss eine http- oder https-Adresse ohne Benutzernamen oder leer sein',
  'must be an http or https address, or empty': 'muss eine http- oder https-Adresse oder leer sein',
  'must consist of ASCII characters without spaces, quotes and backslashes':
    'darf nur aus ASCII-Zeichen ohne Leerzeichen, Anführungszeichen und umgekehrte Schrägstriche bestehen',
  'must be IPv4': 'muss IPv4 sein',
  'is not what {1} is': 'stimmt nicht mit {1} überein',
  'must be at most {1} names': 'darf höchstens {1} Namen enthalten',
  'is needed by {1}': 'ist für {1} erforderlich',
  'is needed: a URL that returns the public address, or empty':
    'ist erforderlich: eine URL, die die öffentliche Adresse liefert, oder leer',
  'there is no "{1}"; there are {2}': '"{1}" gibt es nicht; es gibt {2}',
  'Dynamic DNS is off: no provider is set.': 'Dynamisches DNS ist ausgeschaltet: Es ist kein Anbieter festgelegt.',
  'The provider was asked less than 30 seconds ago.':
    'Die letzte Anfrage an den Anbieter liegt weniger als 30 Sekunden zurück.',
  'must be up to 16 fields, separated by commas': 'muss aus höchstens 16 Feldern bestehen, durch Kommas getrennt',
  'no events of {1} are stored': 'es sind keine Ereignisse des Themas {1} gespeichert',
  'entries of the DNS log cannot be changed': 'Einträge des DNS-Protokolls können nicht geändert werden',
  'must be before max': 'muss vor max liegen',
  'must be a time in RFC 3339': 'muss ein Zeitpunkt im Format von RFC 3339 sein',
  'there is no event {1} of {2}': 'es gibt kein Ereignis {1} des Themas {2}',
  'must be "timekey:" and a time in RFC 3339':
    'muss aus "timekey:" und einem Zeitpunkt im Format von RFC 3339 bestehen',
  'has no address yet': 'hat noch keine Adresse',
  '{1}: there is neither a device nor a domain called {2}':
    '{1}: es gibt weder ein Gerät noch eine Domain mit dem Namen {2}',
  'must be an IPv4 address or a name such as broker.lan': 'muss eine IPv4-Adresse oder ein Name wie broker.lan sein',
  'must consist of letters, digits, _ and -, such as {1}':
    'darf nur aus Buchstaben, Ziffern, _ und - bestehen, zum Beispiel {1}',
  'must be the beginning of a topic, such as wan:, or * for all':
    'muss der Anfang eines Themas sein, zum Beispiel wan:, oder * für alle',
  'is needed': 'ist erforderlich',
  'must be the Id of a target: 16 hexadecimal digits': 'muss die Id eines Ziels sein: 16 hexadezimale Ziffern',
  'must be {1} without a user name, password or fragment': 'muss {1} ohne Benutzernamen, Kennwort und Fragment sein',
  'must be {1} without spaces': 'muss {1} ohne Leerzeichen sein',
  'must be a full name such as router.example.org': 'muss ein vollständiger Name wie router.example.org sein',
  'must be a host such as mail.example.org, or an IPv4 address':
    'muss ein Hostname wie mail.example.org oder eine IPv4-Adresse sein',
  'must be an e-mail address such as ada@example.org': 'muss eine E-Mail-Adresse wie ada@example.org sein',
  'must be 1 to 64 letters, digits, dashes or underscores':
    'muss aus 1 bis 64 Buchstaben, Ziffern, Bindestrichen oder Unterstrichen bestehen',
  'must be a topic without # and +': 'muss ein Thema ohne # und + sein',
  'must be a time such as 22:30': 'muss eine Uhrzeit wie 22:30 sein',
  'must begin with mailto: or https://': 'muss mit mailto: oder https:// beginnen',
  'There are {1} targets, which is the maximum: delete one first.':
    'Es gibt {1} Ziele, das ist die Höchstzahl: Löschen Sie zuerst eines.',
  'belongs to another target': 'gehört zu einem anderen Ziel',
  'There is no such target.': 'Dieses Ziel gibt es nicht.',
  'cannot be changed: add another target': 'kann nicht geändert werden: Fügen Sie ein anderes Ziel hinzu',
  'is not for the kind {1}': 'gilt nicht für die Art {1}',
  'is needed by the kind {1}': 'ist für die Art {1} erforderlich',
  'none would send the password unencrypted: use starttls or tls, or no user name':
    'none würde das Kennwort unverschlüsselt senden: Verwenden Sie starttls oder tls, oder keinen Benutzernamen',
  'is needed with a user name': 'ist erforderlich, wenn ein Benutzername angegeben ist',
}
