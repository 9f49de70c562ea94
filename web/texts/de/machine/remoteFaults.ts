import type { remoteFaults as english } from '../../machine/remoteFaults.ts'

/** German texts of why a backup was not stored on another machine. */
export const remoteFaults: typeof english = {
  of: {
    login: 'Der Server nimmt die Anmeldung nicht an',
    new_host_key: 'Der Hostschlüssel des Servers ist noch nicht angenommen',
    other_host_key: 'Der Server hat einen anderen Hostschlüssel',
    folder_access: 'Der Ordner ist nicht vorhanden oder nicht beschreibbar',
    folder_read: 'Der Ordner ist nicht vorhanden oder nicht lesbar',
    no_file: 'Die Datei ist nicht vorhanden oder nicht lesbar',
    no_folder: 'Der Ordner ist nicht vorhanden',
    no_bucket: 'Der Bucket ist nicht vorhanden',
    unknown_name: 'Der Name des Servers lässt sich nicht auflösen',
    refused: 'Der Server lehnt die Verbindung ab',
    unreachable: 'Der Server ist nicht erreichbar',
    no_tls: 'Der Server verwendet kein TLS',
    certificate_name: 'Das Zertifikat des Servers gilt für einen anderen Namen',
    certificate_early:
      'Das Zertifikat des Servers ist noch nicht gültig, die Uhr des Routers geht also wahrscheinlich nach',
    certificate_expired: 'Das Zertifikat des Servers ist abgelaufen',
    certificate_untrusted: 'Das Zertifikat des Servers ist von keiner vertrauten Stelle signiert',
    clocks: 'Die Uhren des Routers und des Servers weichen voneinander ab',
    not_stored: 'Der Server speichert unter dieser Adresse keine Dateien',
    redirect: 'Der Server leitet auf eine andere Adresse um; der Router folgt ihr nicht',
    not_written: 'Der Server konnte die Datei nicht schreiben; vielleicht ist seine Platte voll',
    no_space: 'Der Server hat keinen Speicherplatz mehr',
    status: 'Der Server hat mit einem Fehler geantwortet',
    other: '',
  },
  because: (words, detail) => `${words} (${detail})`,
}
