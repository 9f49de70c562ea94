/** Why a server of somebody else, a WireGuard file or the text of a site is not accepted, in German. */
export const connectionMessages: Readonly<Record<string, string>> = {
  'the broker refuses the user name or password': 'der Broker lehnt Benutzername oder Kennwort ab',
  'the broker refuses the connection (code {1})': 'der Broker lehnt die Verbindung ab (Code {1})',
  'the server refuses the user name, password or token': 'der Server lehnt Benutzername, Kennwort oder Token ab',
  'the server does not use TLS': 'der Server verwendet kein TLS',
  '{1} refuses connections to port {2}': '{1} lehnt Verbindungen zu Port {2} ab',
  '{1} does not answer on port {2}': '{1} antwortet nicht auf Port {2}',
  'the certificate is not signed by a trusted authority':
    'das Zertifikat ist nicht von einer vertrauenswürdigen Zertifizierungsstelle',
  'the certificate has expired': 'das Zertifikat ist abgelaufen',
  'the certificate is not valid for {1}': 'das Zertifikat gilt nicht für {1}',
  'port {1} does not use TLS': 'Port {1} verwendet kein TLS',
  '{1} has closed the connection': '{1} hat die Verbindung geschlossen',
  '{1} has closed the connection: it may expect TLS':
    '{1} hat die Verbindung geschlossen: Vielleicht wird TLS erwartet',
  'the connection failed': 'die Verbindung ist fehlgeschlagen',
  'it is switched off': 'ausgeschaltet',
  'connecting to {1}, port {2}': 'Verbindung zu {1}, Port {2} wird aufgebaut',
  'connected to {1}, port {2}': 'verbunden mit {1}, Port {2}',
  '{1}; the server has refused events: {2}': '{1}; der Server hat Ereignisse abgelehnt: {2}',
  'the broker does not confirm messages': 'der Broker bestätigt Nachrichten nicht',
  'the broker has ended the connection': 'der Broker hat die Verbindung beendet',
  'the broker sends something other than MQTT': 'der Broker sendet etwas anderes als MQTT',
  'the server does not confirm events': 'der Server bestätigt Ereignisse nicht',
  'the server has ended the connection': 'der Server hat die Verbindung beendet',
  'the server has closed the connection': 'der Server hat die Verbindung geschlossen',
  'The server at {1}, port {2}, accepted a message.': 'Der Server {1} hat auf Port {2} eine Nachricht angenommen.',
  'The test was delivered.': 'Der Test wurde zugestellt.',

  'the browser has ended its subscription': 'der Browser hat sein Abonnement beendet',
  'there was no answer within {1} seconds': 'innerhalb von {1} Sekunden kam keine Antwort',
  'there was no answer in time': 'es kam keine Antwort innerhalb der Frist',
  'the target was deleted': 'das Ziel wurde gelöscht',
  '{1} is not set up': '{1} ist nicht eingerichtet',
  'there is no relay': 'es gibt kein Relay',
  'the server does not accept the user name or password': 'der Server lehnt Benutzername oder Kennwort ab',
  'no encrypted connection to the server': 'keine verschlüsselte Verbindung zum Server',
  'the server does not accept the e-mail': 'der Server nimmt die E-Mail nicht an',
  'the server cannot be reached': 'der Server ist nicht erreichbar',
  'the server refuses the connection': 'der Server lehnt die Verbindung ab',
  'the server does not accept the login (HTTP {1})': 'der Server lehnt die Anmeldung ab (HTTP {1})',
  'the server has no such address (HTTP 404)': 'diese Adresse gibt es auf dem Server nicht (HTTP 404)',
  'the server received too many messages (HTTP 429)': 'der Server hat zu viele Nachrichten erhalten (HTTP 429)',
  'the server redirects to another address, which is not followed (HTTP {1})':
    'der Server leitet zu einer anderen Adresse weiter, die nicht verwendet wird (HTTP {1})',
  'the server answered HTTP {1}': 'der Server antwortet mit HTTP {1}',

  'no answer in time': 'keine Antwort innerhalb der Frist',
  'the upstream closed the connection': 'der DNS-Server hat die Verbindung geschlossen',
  'the upstream sent a malformed answer': 'der DNS-Server hat eine ungültige Antwort gesendet',
  'the upstream sent a message without a header': 'der DNS-Server hat eine Nachricht ohne Kopf gesendet',
  'the connection is dead': 'die Verbindung antwortet nicht mehr',
  'too many queries in flight': 'zu viele offene Abfragen',
  'it was moved more than {1} times': 'es gab mehr als {1} Weiterleitungen',
  'it was moved to what is no address': 'die Weiterleitung führt zu keiner gültigen Adresse',
  'it was moved to {1}//, which is not followed': 'die Weiterleitung zu {1}// wird nicht verwendet',
  '{1} is no address of the internet': '{1} ist keine Adresse im Internet',
  'is not the URI of a list that is in use': 'ist nicht die URI einer Liste, die verwendet wird',
  'there is not one name in it': 'die Liste enthält keinen einzigen Namen',
  'there is no network in it': 'die Liste enthält kein Netz',
  'the server sent a web page': 'der Server hat eine Webseite gesendet',
  'most of its lines are not entries of a list ({1} of {2})':
    'die meisten Zeilen sind keine Einträge einer Liste ({1} von {2})',
  'it shrank from {1} entries to {2}': 'die Liste ist von {1} auf {2} Einträge geschrumpft',
  'lists are fetched over IPv4 only': 'Listen werden nur über IPv4 geladen',
  'the name {1} cannot be resolved': 'der Name {1} kann nicht aufgelöst werden',
  '{1} has no address on the internet': '{1} hat keine Adresse im Internet',

  'is the text of this router: paste that of the other one':
    'ist der Text dieses Routers: Fügen Sie den des anderen ein',
  'is not the text of another Sallyport, which begins with {1}':
    'ist nicht der Text eines anderen Sallyport, der mit {1} beginnt',
  'has the version {1}, and this router reads version {2}: update both routers':
    'hat die Version {1}, und dieser Router liest Version {2}: Aktualisieren Sie beide Router',
  'is incomplete or altered: copy the whole line again':
    'ist unvollständig oder verändert: Kopieren Sie die ganze Zeile noch einmal',
  'has networks that are not private: only 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16 can be connected':
    'hat Netze, die nicht privat sind: Nur 10.0.0.0/8, 172.16.0.0/12 und 192.168.0.0/16 können verbunden werden',
  'has invalid contents: create it again on the other router':
    'hat ungültigen Inhalt: Erstellen Sie den Text auf dem anderen Router neu',

  'must have at most {1} lines': 'darf höchstens {1} Zeilen haben',
  'there is a second [{1}]; a tunnel has one peer: add another tunnel':
    'es gibt einen zweiten Abschnitt [{1}]; ein Tunnel hat eine Gegenstelle: Fügen Sie einen weiteren Tunnel hinzu',
  '{1} must be in the section [Interface] or [Peer]': '{1} muss im Abschnitt [Interface] oder [Peer] sein',
  '{1} is not a setting of [Peer]': '{1} ist keine Einstellung von [Peer]',
  '{1} is not a setting of [Interface]': '{1} ist keine Einstellung von [Interface]',
  'the sections are [Interface] and [Peer]': 'die Abschnitte sind [Interface] und [Peer]',
  'must have the form Name = value': 'muss die Form Name = Wert haben',
  '{1} is set twice': '{1} ist zweimal angegeben',
  '{1} is empty': '{1} ist leer',
  'the section [Interface] is missing': 'der Abschnitt [Interface] fehlt',
  'the section [Peer] is missing': 'der Abschnitt [Peer] fehlt',
  '{1} must be 32 bytes in base64 (44 characters)': '{1} muss aus 32 Byte in Base64 bestehen (44 Zeichen)',
  '{1} must be a number from {2} to {3}': '{1} muss eine Zahl von {2} bis {3} sein',
  '{1} has only IPv6 addresses; the router needs an IPv4 address':
    '{1} hat nur IPv6-Adressen; der Router braucht eine IPv4-Adresse',
}
