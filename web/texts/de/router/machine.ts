/** Messages of the router in German: drivers, the kernel, the stored state, events, superd and formats of values. */
export const machineMessages: Readonly<Record<string, string>> = {
  'The rules would be of more than {1} kinds: use fewer tags, or networks of fewer different sizes.':
    'Es gäbe mehr als {1} Regelarten: Verwenden Sie weniger Etiketten, oder Netze mit weniger verschiedenen Größen.',
  'HTTPS cannot be answered: {1}': 'HTTPS-Anfragen können nicht beantwortet werden: {1}',
  'not an IPv4 address: {1}': 'keine IPv4-Adresse: {1}',
  '{1} is missing': '{1} fehlt',
  'the country permits no channel of the {1} band to {2}': 'das Land erlaubt auf {2} keinen Kanal des Bands {1}',
  'there is no access point on {1}': 'auf {1} gibt es keinen Zugangspunkt',
  'hostapd has not started on {1}': 'hostapd ist auf {1} nicht gestartet',
  'hostapd on {1} is not connected': 'hostapd auf {1} ist nicht verbunden',
  'hostapd refused {1}: {2}': 'hostapd hat {1} abgelehnt: {2}',
  'the server "{1}" is this router': 'der Server "{1}" ist dieser Router',
  'the server "{1}" cannot be resolved': 'der Servername "{1}" lässt sich nicht auflösen',
  'superd does not start': 'superd startet nicht',
  'superd has ended: {1}': 'superd wurde beendet: {1}',
  'the service {1}, which others wait for, ended with the exit code {2}':
    'der Dienst {1}, auf den andere warten, wurde mit dem Exit-Code {2} beendet',
  'the service {1}, which others wait for, has not ended within {2} minutes':
    'der Dienst {1}, auf den andere warten, wurde nicht innerhalb von {2} Minuten beendet',
  'the container of the service {1} is missing': 'der Container des Dienstes {1} fehlt',
  'superd has ended': 'superd wurde beendet',
  'the router is stopping': 'der Router wird beendet',
  'wpa_supplicant has not started on {1}': 'wpa_supplicant ist auf {1} nicht gestartet',
  'there is no connection to wpa_supplicant on {1}': 'es gibt keine Verbindung zu wpa_supplicant auf {1}',
  'wpa_supplicant takes no more networks on {1}': 'wpa_supplicant nimmt auf {1} keine weiteren Netze an',
  '{1} is not plugged in': '{1} ist nicht eingesteckt',
  'wpa_supplicant refused {1}: {2}': 'wpa_supplicant hat {1} abgelehnt: {2}',
  'WireGuard cannot be started: {1}': 'WireGuard kann nicht gestartet werden: {1}',
  'must have at most {1} levels of brackets': 'darf höchstens {1} Klammerebenen haben',
  'is not a valid JSONPath expression: {1}': 'ist kein gültiger JSONPath-Ausdruck: {1}',
  'the pattern of {1}() must be a string': 'das Muster von {1}() muss eine Zeichenkette sein',
  'must have at most {1} selectors': 'darf höchstens {1} Selektoren haben',
  'must have at most {1} descendant segments (..)': 'darf höchstens {1} Nachfahrensegmente (..) haben',
  'is not a valid pattern: {1}': 'ist kein gültiges Muster: {1}',
  'has a pattern that is too large': 'hat ein zu großes Muster',
  '{1} sends no events: {2}': '{1} sendet keine Ereignisse: {2}',
  '{1} has not answered within {2} s': '{1} hat nicht innerhalb von {2} s geantwortet',
  '{1} is closed': '{1} ist geschlossen',
  "{1} is longer than a socket's path may be": '{1} ist länger, als der Pfad eines Sockets sein darf',
  'the kernel did not acknowledge a change': 'der Kernel hat eine Änderung nicht bestätigt',
  'the kernel did not complete a dump': 'der Kernel hat eine Auflistung nicht abgeschlossen',
  'a netlink socket cannot be opened': 'ein Netlink-Socket kann nicht geöffnet werden',
  'the kernel takes no requests': 'der Kernel nimmt keine Anfragen an',
  'the firewall cannot be read from the kernel': 'die Firewall kann nicht aus dem Kernel gelesen werden',
  'the firewall cannot be written: {1}': 'die Firewall kann nicht geschrieben werden: {1}',
  'another process owns the firewall, or this one may not change it':
    'die Firewall gehört einem anderen Prozess, oder dieser darf sie nicht ändern',
  'another program has created a table with the name of ours':
    'ein anderes Programm hat eine Tabelle mit dem Namen der unseren angelegt',
  'the firewall cannot be read from the kernel: a table has flags':
    'die Firewall kann nicht aus dem Kernel gelesen werden: Eine Tabelle hat Flags',
  'libnftables is missing: install the package nftables': 'libnftables fehlt: Installieren Sie das Paket nftables',
  'the kernel does not send notifications to this process':
    'der Kernel sendet keine Benachrichtigungen an diesen Prozess',
  'packets of the log cannot be read: {1}': 'protokollierte Pakete können nicht gelesen werden: {1}',
  'The router shares this machine with others: it cannot turn it off.':
    'Diesen Rechner nutzen auch andere Programme: Der Router kann ihn nicht ausschalten.',
  "{1}; at the router's console PUT /restore goes back to the last good state, and PUT /backup/NAME/restore to an archive":
    '{1}; an der Konsole des Routers stellt PUT /restore den letzten guten Stand wieder her, und PUT /backup/NAME/restore eine Sicherung',
  'There is no older copy of the state to go back to.':
    'Es gibt keine ältere Kopie des Stands, die wiederhergestellt werden kann.',
  'The state could not be written: is the disk full?':
    'Der Stand konnte nicht geschrieben werden: Ist der Datenträger voll?',
  'The change could not be saved: is the disk full?':
    'Die Änderung konnte nicht gespeichert werden: Ist der Datenträger voll?',
  'is not a part of the saved state': 'ist kein Teil des gespeicherten Stands',
  'the saved state is of version {1}, and this Sallyport reads versions up to {2}':
    'der gespeicherte Stand hat die Version {1}, und dieses Sallyport liest Versionen bis {2}',
  'the saved state in {1} is damaged; {2}': 'der gespeicherte Stand in {1} ist beschädigt; {2}',
  'too many events must be read: choose a shorter range with min and max':
    'es müssten zu viele Ereignisse gelesen werden: Wählen Sie mit min und max einen kürzeren Zeitraum',
  'the event store ended': 'der Ereignisspeicher wurde beendet',
  'the event store is closed': 'der Ereignisspeicher ist geschlossen',
  'the event store has too many calls': 'der Ereignisspeicher hat zu viele Aufrufe',
  'the event store failed: {1}': 'im Ereignisspeicher ist ein Fehler aufgetreten: {1}',
  'the history cannot be read': 'der Verlauf kann nicht gelesen werden',
  'the disk is full': 'der Datenträger ist voll',
  'it is of version {1}, and this Sallyport reads those up to {2}':
    'sie hat die Version {1}, und dieses Sallyport liest Versionen bis {2}',
  'it has a row that this Sallyport has no place for: {1} {2}':
    'sie hat eine Zeile, die in diesem Sallyport nicht vorgesehen ist: {1} {2}',
  'its row {1} {2} {3}': 'ihre Zeile {1} {2} {3}',
  'its row {1} {2} has a value that belongs to the key {3}':
    'ihre Zeile {1} {2} hat einen Wert, der zum Schlüssel {3} gehört',
  'a saved secret cannot be read: it was not sealed with the key in {1}':
    'ein gespeichertes Geheimnis kann nicht gelesen werden: Es wurde nicht mit dem Schlüssel in {1} verschlüsselt',
  'Compose is not installed': 'Compose ist nicht installiert',
  'the repository has no plugin.json': 'das Repository hat keine plugin.json',
  'plugin.json is longer than 64 KiB': 'plugin.json ist länger als 64 KiB',
  'plugin.json is no valid JSON': 'plugin.json ist kein gültiges JSON',
  'plugin.json is no JSON object': 'plugin.json ist kein JSON-Objekt',
  'the container engine does not start: {1}': 'die Container-Engine startet nicht: {1}',
  'the container engine does not answer: {1}': 'die Container-Engine antwortet nicht: {1}',
  'the image {1} cannot be downloaded: {2}': 'das Image {1} kann nicht heruntergeladen werden: {2}',
  'the address of a git repository begins with https:// and has no user name':
    'die Adresse eines Git-Repositorys beginnt mit https:// und hat keinen Benutzernamen',
  '{1} is a private address ({2})': '{1} ist eine private Adresse ({2})',
  'the repository is empty': 'das Repository ist leer',
  'the repository contains a symbolic link: {1}': 'das Repository enthält eine symbolische Verknüpfung: {1}',
  'the repository contains a special file: {1}': 'das Repository enthält eine Spezialdatei: {1}',
  'the repository is not taken: {1}': 'das Repository wird nicht angenommen: {1}',
  'the repository cannot be cloned: {1}': 'das Repository kann nicht geklont werden: {1}',
  '{1} was cloned from another repository': '{1} wurde aus einem anderen Repository geklont',
  '{1}; the one before runs again': '{1}; die vorige läuft wieder',
  'the new version does not start': 'die neue Version startet nicht',
  'the new version requests more than the owner has confirmed':
    'die neue Version fordert mehr an, als der Besitzer bestätigt hat',
  'the plugin was not cloned': 'die Erweiterung wurde nicht geklont',
  'there is no plugin "{1}"': 'es gibt keine Erweiterung "{1}"',
  'there is no container "{1}"': 'es gibt keinen Container "{1}"',
  'the server of {1} cannot be resolved': 'der Servername in {1} lässt sich nicht auflösen',
  '{1} line {2}: "{3}" of {4} is not confirmed': '{1} Zeile {2}: "{3}" von {4} ist nicht bestätigt',
  'the image {1} of {2} is missing': 'das Image {1} von {2} fehlt',
  'the image {1} of {2} is larger than {3} MiB': 'das Image {1} von {2} ist größer als {3} MiB',
  'there is no service "{1}"': 'es gibt keinen Dienst "{1}"',
  'a plugin cannot have the name "{1}"': 'eine Erweiterung kann nicht "{1}" heißen',
  '{1} is installed already: update it, or remove it first':
    '{1} ist bereits installiert: Aktualisieren Sie die Erweiterung, oder entfernen Sie sie zuerst',
  '{1} is not running': '{1} läuft nicht',
  'there is no compose file {1}': 'es gibt keine Compose-Datei {1}',
  '"{1}" is not in the list of allowed compose files': '"{1}" ist nicht in der Liste der zugelassenen Compose-Dateien',
  'must be an image with its registry, such as ghcr.io/owner/name':
    'muss ein Image mit seiner Registry sein, zum Beispiel ghcr.io/owner/name',
  '{1} answered {2} to the request for the tags of {3}': '{1} hat die Abfrage der Tags von {3} mit {2} beantwortet',
  '{1} did not answer as an image registry does': '{1} hat nicht wie eine Image-Registry geantwortet',
  'the new version does not become healthy': 'die neue Version startet nicht richtig',
  'must be a time such as 24h0m0s, 12h or 90m, at most 99h':
    'muss eine Zeitdauer wie 24h0m0s, 12h oder 90m sein, höchstens 99h',
  'must be an IPv4 address such as 192.168.2.6': 'muss eine IPv4-Adresse wie 192.168.2.6 sein',
  'must be a MAC address such as 02:00:00:00:00:01': 'muss eine MAC-Adresse wie 02:00:00:00:00:01 sein',
}
