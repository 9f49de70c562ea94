import type { backupTexts as english } from '../../machine/backup.ts'

/** German texts of backups and their restore. */
export const backupTexts: typeof english = {
  make: {
    title: 'Sicherung erstellen',
    hint: 'Enthält Geräte, Gruppen, Regeln, Netze, Schlüssel und alle Einstellungen, verschlüsselt. Der Verlauf des Datenverkehrs ist nicht enthalten.',
    lock: 'Verschlüsseln mit',
    locks: { key: 'Schlüssel', passphrase: 'Kennwort' },
    keyHint:
      'Schreiben Sie zuerst den Wiederherstellungsschlüssel auf. Ohne ihn lässt sich die Sicherung nicht öffnen.',
    passphrase: 'Kennwort',
    passphraseHint: 'Mindestens 8 Zeichen. Ohne das Kennwort lässt sich die Sicherung nicht öffnen.',
    submit: 'Sicherung erstellen',
    done: 'Sicherung erstellt. Bewahren Sie eine Kopie an einem anderen Ort auf, falls der Router ausfällt.',
    download: 'Sicherung herunterladen',
  },
  key: {
    title: 'Wiederherstellungsschlüssel',
    hint: 'Öffnet Sicherungen ohne Kennwort auf jedem Router. Schreiben Sie ihn auf und bewahren Sie ihn getrennt auf.',
    show: 'Schlüssel anzeigen',
    hide: 'Ausblenden',
  },
  list: {
    title: 'Sicherungen auf diesem Router',
    hint: 'Der Router behält die letzten zehn Sicherungen.',
    failed: 'Die Sicherungen konnten nicht geladen werden',
    empty: 'Noch keine Sicherungen',
    emptyHint: 'Erstellen Sie jetzt eine, und nach jeder größeren Änderung eine weitere.',
    by: (release) => `Version ${release}`,
    download: 'Herunterladen',
    restore: 'Wiederherstellen',
    remove: 'Löschen',
    actions: (made) => `Sicherung: ${made}`,
    removeTitle: 'Diese Sicherung löschen?',
    removeHint: (made) => `Erstellt: ${made}. Kopien, die Sie heruntergeladen haben, gelten weiter.`,
  },
  bring: {
    title: 'Aus einer Datei wiederherstellen',
    hint: 'Eine Sicherung, die Sie von diesem oder einem anderen Router heruntergeladen haben.',
    choose: 'Datei auswählen',
    none: 'Diese Datei ist keine Sicherung von Sallyport.',
    large: 'Diese Datei ist zu groß für eine Sicherung.',
  },
  server: {
    title: 'Von einem Server wiederherstellen',
    hint: 'Eine Sicherung, die dieser oder ein anderer Router mit SFTP, WebDAV oder S3 gespeichert hat.',
    open: 'Server wählen',
    s3: 'Der Zugriffsschlüssel braucht die Berechtigungen s3:ListBucket und s3:GetObject.',
    list: 'Sicherungen auflisten',
    accept: 'Schlüssel annehmen und auflisten',
    found: 'Sicherungen auf dem Server',
    foundHint: 'Die neueste zuerst. Es ändert sich nichts, bevor Sie bestätigen.',
    none: 'Keine Sicherungen in diesem Ordner',
    noneHint: 'Ihre Namen beginnen mit „sallyport-“. Prüfen Sie den Ordner.',
    restore: 'Wiederherstellen',
    restoreOne: (made) => `Sicherung vom ${made} wiederherstellen`,
  },
  restore: {
    title: 'Diese Sicherung wiederherstellen?',
    about: (made, release) => `Erstellt: ${made}, mit Version ${release}.`,
    holds:
      'Stellt Geräte mit ihren WLAN-Kennwörtern, Gruppen, Regeln, Netze, Schlüssel, Token, Benutzer und Einstellungen wieder her.',
    effect:
      'Der jetzige Stand wird sofort ersetzt. Geräte, die nicht in der Sicherung sind, werden getrennt, und Sie müssen sich neu anmelden.',
    passphrase: 'Kennwort oder Wiederherstellungsschlüssel',
    passphraseHint: 'Leer lassen bei einer Sicherung, die dieser Router ohne Kennwort erstellt hat.',
    newRouter: {
      passphraseHint:
        'Das Kennwort der Sicherung oder der Wiederherstellungsschlüssel des Routers, der sie erstellt hat.',
      lost: 'Wenn die Wiederherstellung gelungen ist, hat dieser Computer jetzt eine andere Adresse. Verbinden Sie ihn neu mit dem Netz und öffnen Sie diese Seite noch einmal. Ein Computer, der nicht in der Sicherung ist, kann sie nicht öffnen: Verwenden Sie einen, der darin ist.',
    },
    signIn: {
      label: 'Auch Kennwort und Einmalcodes ersetzen',
      hint: 'Sonst bleiben die jetzigen. Ist die Sicherung älter als die Einmalcodes, werden diese ausgeschaltet.',
    },
    submit: 'Wiederherstellen',
    cancel: 'Abbrechen',
    steps: {
      file: 'Datei wird hochgeladen',
      server: 'Sicherung wird vom Server geholt',
      open: 'Sicherung wird geprüft und wiederhergestellt',
    },
    state: { done: 'fertig', now: 'läuft', next: 'ausstehend' },
    doneTitle: 'Sicherung wiederhergestellt',
    doneHint: {
      keep: 'Melden Sie sich mit Ihrem jetzigen Kennwort an.',
      archive: 'Melden Sie sich mit dem Kennwort aus der Sicherung an.',
    },
    signInNow: 'Anmelden',
  },
}
