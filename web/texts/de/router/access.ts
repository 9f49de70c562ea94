/** Messages of the router in German: sign-in, users, phones, setup and the router itself. */
export const accessMessages: Readonly<Record<string, string>> = {
  'Too many sign-ins with passkeys at once. Try again later.':
    'Zu viele Anmeldungen mit Passkeys gleichzeitig. Versuchen Sie es später erneut.',
  'No one-time code is registered.': 'Es sind keine Einmalcodes eingerichtet.',
  'The credentials of this call have ended.': 'Die Anmeldedaten dieses Aufrufs gelten nicht mehr.',
  'must be {1} digits, or a recovery code': 'muss aus {1} Ziffern bestehen oder ein Wiederherstellungscode sein',
  'Invalid JWT: {1} needs {2} and its proof as X-JWT-OTP.':
    'Invalid JWT: {1} erfordert {2} und den Nachweis dafür als X-JWT-OTP.',
  '{1} has no role.': '{1} hat keine Rolle.',
  'is set by owners, for all users': 'wird von Besitzern für alle Benutzer festgelegt',
  'needs confirmed one-time codes: see PUT /webauthn/always':
    'erfordert bestätigte Einmalcodes: siehe PUT /webauthn/always',
  'must be {1}, the user of this call': 'muss {1} sein, der Benutzer dieses Aufrufs',
  'There is no passkey for {1}.': 'Es gibt keinen Passkey für {1}.',
  'Authenticate this call with the password, not with a token or session.':
    'Authentifizieren Sie diesen Aufruf mit dem Kennwort, nicht mit einem Token oder einer Sitzung.',
  'The passkey cannot be added: {1}.': 'Der Passkey kann nicht hinzugefügt werden: {1}.',
  'This passkey was added before.': 'Dieser Passkey wurde bereits hinzugefügt.',
  'One-time codes are on: see PUT /otp_validate.': 'Einmalcodes sind eingeschaltet: siehe PUT /otp_validate.',
  'Add a passkey first.': 'Fügen Sie zuerst einen Passkey hinzu.',
  'Create recovery codes first: without one, a lost passkey would lock you out.':
    'Erstellen Sie zuerst Wiederherstellungscodes: Ohne einen solchen Code sperrt ein verlorener Passkey Sie aus.',
  'No such passkey.': 'Diesen Passkey gibt es nicht.',
  'there is no such passkey.': 'diesen Passkey gibt es nicht.',
  'there is no such push subscription.': 'dieses Push-Abonnement gibt es nicht.',
  'has the session of this call: sign out instead':
    'enthält die Sitzung dieses Aufrufs: melden Sie sich stattdessen ab',
  'one of them has ended. Load the list again.': 'eine davon ist beendet. Laden Sie die Liste neu.',
  'There are {1} passkeys, which is the maximum: delete one first.':
    'Es gibt {1} Passkeys, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  'Passkeys need HTTPS.': 'Passkeys brauchen HTTPS.',
  'Passkeys need a name: open the router by its name, such as https://spr.local, not by its IP address.':
    'Passkeys brauchen einen Namen: Öffnen Sie den Router per Name, etwa https://spr.local, nicht per IP-Adresse.',
  'There are no one-time codes and no passkeys: recovery codes replace them.':
    'Es gibt weder Einmalcodes noch Passkeys: Wiederherstellungscodes ersetzen diese.',
  'must be the Id of a session': 'muss die Id einer Sitzung sein',
  'No such session.': 'Diese Sitzung gibt es nicht.',
  'This call was not made with a session.': 'Dieser Aufruf erfolgte nicht mit einer Sitzung.',
  'must be a path that begins with /, optionally followed by :r or :rw':
    'muss ein Pfad sein, der mit / beginnt; danach kann :r oder :rw folgen',
  'No such token.': 'Dieses Token gibt es nicht.',
  'There are {1} tokens, which is the maximum: delete one first.':
    'Es gibt {1} Token, das ist die Höchstzahl: Löschen Sie zuerst eines.',
  'must be 1 to 32 of a-z, 0-9, dots, hyphens and underscores, and begin with a letter':
    'muss 1 bis 32 Zeichen haben (a-z, 0-9, Punkte, Bindestriche und Unterstriche) und mit einem Buchstaben beginnen',
  'must be PEM text': 'muss PEM-Text sein',
  'must be one or more certificates in PEM form': 'muss aus einem oder mehreren Zertifikaten im PEM-Format bestehen',
  'must be a colour such as #101418': 'muss eine Farbe wie #101418 sein',
  'must be custom- and 1 to 64 of a-z, 0-9 and -': 'muss aus custom- und 1 bis 64 Zeichen (a-z, 0-9 und -) bestehen',
  'must be at most 64 KiB of JSON': 'darf höchstens 64 KiB JSON umfassen',
  'must have different ids': 'muss verschiedene ids haben',
  'This closes the last port of the router’s API: open another port first.':
    'Damit wird der letzte Port der API des Routers geschlossen: Öffnen Sie zuerst einen anderen Port.',
  'No such change is pending.': 'Keine solche Änderung wartet auf Bestätigung.',
  '{1} failed: {2}': '{1} ist fehlgeschlagen: {2}',
  'must be 1 to 63 letters, digits and inner hyphens':
    'muss aus 1 bis 63 Buchstaben, Ziffern und Bindestrichen bestehen; am Anfang und am Ende kein Bindestrich',
  'must be a host name of at most 64 characters: letters, digits and inner hyphens, with dots between labels':
    'muss ein Hostname mit höchstens 64 Zeichen sein: Buchstaben, Ziffern und innere Bindestriche, mit Punkten zwischen den Teilen',
  'The host name of this machine cannot be changed.': 'Der Hostname dieses Rechners kann nicht geändert werden.',
  'must be 36 hexadecimal digits or dashes': 'muss aus 36 Hexadezimalziffern oder Strichen bestehen',
  'must be 64 hexadecimal digits': 'muss aus 64 Hexadezimalziffern bestehen',
  'must be a public key, PEM': 'muss ein öffentlicher Schlüssel im PEM-Format sein',
  'must be a host such as relay.example.org, or empty': 'muss ein Host wie relay.example.org oder leer sein',
  'must be a public RSA key of 2048 to 4096 bits, PEM':
    'muss ein öffentlicher RSA-Schlüssel mit 2048 bis 4096 Bit im PEM-Format sein',
  'There are {1} phones, which is the maximum: remove one first.':
    'Es gibt {1} Telefone, das ist die Höchstzahl: Entfernen Sie zuerst eines.',
  'There is no such phone.': 'Dieses Telefon gibt es nicht.',
  'No phone has this token.': 'Kein Telefon hat dieses Token.',
  'The test was not sent: {1}.': 'Der Test wurde nicht gesendet: {1}.',
  'is needed again for another server': 'ist für einen anderen Server erneut erforderlich',
  'is {1} and cannot be changed here, but with {2}': 'ist {1} und kann nicht hier geändert werden, sondern mit {2}',
  'is {1} and read only': 'ist {1} und kann nicht geändert werden',
  'The router is set up already.': 'Der Router ist bereits eingerichtet.',
  'the administrator has another one already; repeat that, or sign in with it':
    'der Administrator hat bereits ein anderes; geben Sie dieses noch einmal an oder melden Sie sich damit an',
  'is a wifi radio that devices of the home join':
    'ist ein WLAN-Funkmodul, mit dem sich Geräte des Heimnetzes verbinden',
  'is the link that this call came over, and would be closed to you':
    'ist die Schnittstelle, über die dieser Aufruf kam, und wäre für Sie geschlossen',
  'Choose a password for the administrator first.': 'Legen Sie zuerst ein Kennwort für den Administrator fest.',
  'must be a public key of SSH, such as "ssh-ed25519 AAAA… name", without options':
    'muss ein öffentlicher SSH-Schlüssel ohne Optionen sein, zum Beispiel "ssh-ed25519 AAAA… name"',
  'The router was started without --authorized-keys.': 'Der Router wurde ohne --authorized-keys gestartet.',
  'There are SSH keys already: change them on the machine.':
    'Es gibt bereits SSH-Schlüssel: Ändern Sie sie auf dem Rechner.',
  'There is no part {1}.': 'Es gibt keinen Teil {1}.',
  '{1} does not run.': '{1} läuft nicht.',
  '{1} does not run on this router.': '{1} läuft auf diesem Router nicht.',
  'There is no certificate: TLS is off.': 'Es gibt kein Zertifikat: TLS ist ausgeschaltet.',
  'TLS is on already.': 'TLS ist bereits eingeschaltet.',
  'TLS is off already.': 'TLS ist bereits ausgeschaltet.',
  'This change can no longer be undone.': 'Diese Änderung kann nicht mehr rückgängig gemacht werden.',
  '{1}: changed again since. Nothing was undone.': '{1}: seitdem wieder geändert. Es wurde nichts rückgängig gemacht.',
  '{1} is always an owner, and changes its own password and codes.':
    '{1} ist immer Besitzer und ändert Kennwort und Codes des eigenen Kontos selbst.',
  'is reserved: the audit log uses it for something else':
    'ist reserviert: Das Änderungsprotokoll verwendet diesen Namen für etwas anderes',
  'is your own: change it with PUT /password': 'ist Ihr eigenes: Ändern Sie es mit PUT /password',
  'is required for a new user': 'ist für einen neuen Benutzer erforderlich',
  'There are {1} users, which is the maximum: remove one first.':
    'Es gibt {1} Benutzer, das ist die Höchstzahl: Entfernen Sie zuerst einen.',
  '{1} cannot be removed: there is always an owner.': '{1} kann nicht entfernt werden: Es gibt immer einen Besitzer.',
  'There is no user {1}.': 'Es gibt keinen Benutzer {1}.',
  'are only for the role parent': 'sind nur für die Rolle Elternteil möglich',
  'choose at least one group, whose devices the parent manages':
    'wählen Sie mindestens eine Gruppe, deren Geräte der Elternteil verwaltet',
  'This is not only about devices in your groups, so only an owner may do it.':
    'Dies betrifft nicht nur Geräte in Ihren Gruppen, deshalb darf es nur ein Besitzer tun.',
}
