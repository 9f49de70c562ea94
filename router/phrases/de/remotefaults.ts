import type { remoteFaultPhrases } from '../en/remotefaults.ts'

export const remoteFaultGerman: Readonly<Record<keyof typeof remoteFaultPhrases, string>> = {
  'remoteFault.login': 'der Server nimmt die Anmeldung nicht an',
  'remoteFault.new_host_key': 'der Hostschlüssel des Servers ist noch nicht angenommen',
  'remoteFault.other_host_key': 'der Server hat einen anderen Hostschlüssel: {1}',
  'remoteFault.folder_access': 'der Ordner ist nicht vorhanden oder nicht beschreibbar',
  'remoteFault.folder_read': 'der Ordner ist nicht vorhanden oder nicht lesbar',
  'remoteFault.no_file': 'die Datei ist nicht vorhanden oder nicht lesbar',
  'remoteFault.no_folder': 'der Ordner ist nicht vorhanden',
  'remoteFault.no_bucket': 'der Bucket ist nicht vorhanden',
  'remoteFault.unknown_name': 'der Name {1} kann nicht aufgelöst werden',
  'remoteFault.refused': 'der Server lehnt die Verbindung ab',
  'remoteFault.unreachable': 'der Server ist nicht erreichbar',
  'remoteFault.no_tls': 'der Server verwendet kein TLS',
  'remoteFault.certificate_name': 'das Zertifikat des Servers gilt für einen anderen Namen',
  'remoteFault.certificate_early':
    'das Zertifikat des Servers ist noch nicht gültig, die Uhr des Routers geht also wahrscheinlich nach',
  'remoteFault.certificate_expired': 'das Zertifikat des Servers ist abgelaufen',
  'remoteFault.certificate_untrusted':
    'das Zertifikat des Servers ist von keiner Zertifizierungsstelle signiert, der der Router vertraut',
  'remoteFault.clocks': 'die Uhren des Routers und des Servers weichen voneinander ab',
  'remoteFault.not_stored': 'der Server speichert unter dieser Adresse keine Dateien',
  'remoteFault.redirect': 'der Server leitet auf eine andere Adresse um; der Router folgt ihr nicht',
  'remoteFault.not_written': 'der Server konnte die Datei nicht schreiben; vielleicht ist seine Platte voll',
  'remoteFault.no_space': 'der Server hat keinen Speicherplatz mehr',
  'remoteFault.status': 'der Server hat mit {1} geantwortet',
  'remoteFault.because': '{1} ({2})',
}
