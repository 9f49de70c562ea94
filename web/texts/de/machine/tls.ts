import type { tlsTexts as english } from '../../machine/tls.ts'

/** German texts for HTTPS and its certificate. */
export const tlsTexts: typeof english = {
  title: 'HTTPS',
  hint: 'HTTPS verschlüsselt die Verbindung zu dieser App. Damit lässt sie sich auch auf Ihrem Telefon installieren.',
  failed: 'Der Status von HTTPS konnte nicht geladen werden',
  on: 'HTTPS ist eingeschaltet.',
  off: 'HTTPS ist ausgeschaltet. Die Verbindung ist nicht verschlüsselt.',
  enable: 'HTTPS einschalten',
  disable: 'HTTPS ausschalten',
  disableTitle: 'HTTPS ausschalten?',
  disableHint:
    'Das Zertifikat wird gelöscht. Beim nächsten Einschalten wird ein neues erstellt, das Sie auf jedem Gerät installieren müssen.',
  disableHere: 'Sie verwenden gerade HTTPS. Öffnen Sie diese App danach unter',
  open: 'Die App mit HTTPS öffnen:',
  openHint: 'Installieren Sie zuerst das Zertifikat auf diesem Gerät. Sonst zeigt der Browser eine Warnung.',
  install: {
    title: 'Zertifikat installieren',
    hint: 'Einmal auf jedem Gerät, das diese App nutzt. Das Zertifikat gilt nur für Namen und Adressen Ihres Heimnetzes.',
    download: 'Zertifikat herunterladen',
    how: 'Installationsschritte',
    platforms: {
      iphone: {
        name: 'iPhone, iPad',
        steps: [
          'Öffnen Sie diese Seite in Safari und laden Sie das Zertifikat herunter. Lassen Sie das Profil zu.',
          'Einstellungen, Allgemein, VPN und Geräteverwaltung: Installieren Sie das Profil.',
          'Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen: Schalten Sie es ein.',
        ],
      },
      android: {
        name: 'Android',
        steps: [
          'Laden Sie das Zertifikat herunter.',
          'Suchen Sie in den Einstellungen nach „CA-Zertifikat“, installieren Sie es aus den Downloads und bestätigen Sie.',
          'Firefox: Einstellungen, Über Firefox, tippen Sie fünfmal auf das Logo; dann unter Secret Settings Zertifikate von Drittanbietern erlauben.',
        ],
      },
      windows: {
        name: 'Windows',
        steps: [
          'Laden Sie das Zertifikat herunter und öffnen Sie es.',
          'Zertifikat installieren, für den aktuellen Benutzer, in „Vertrauenswürdige Stammzertifizierungsstellen“.',
          'Starten Sie den Browser neu.',
        ],
      },
      mac: {
        name: 'Mac',
        steps: [
          'Laden Sie das Zertifikat herunter und öffnen Sie es: Es wird Ihrem Schlüsselbund hinzugefügt.',
          'Öffnen Sie es in der Schlüsselbundverwaltung und wählen Sie unter „Vertrauen“ die Option „Immer vertrauen“.',
        ],
      },
      linux: {
        name: 'Linux',
        steps: [
          'Debian, Ubuntu: Legen Sie es unter /usr/local/share/ca-certificates/ ab und führen Sie sudo update-ca-certificates aus.',
          'Chromium und Firefox haben eigene Listen: Einstellungen, Zertifikate, Zertifizierungsstellen, Importieren.',
        ],
      },
    },
  },
}
