import type { confirmTexts as english } from '../../access/confirm.ts'

/** German texts of the bar above every screen while a change waits for confirmation. */
export const confirmTexts: typeof english = {
  region: 'Unbestätigte Änderung',
  title: (what) => `Geändert: ${what}.`,
  left: (time) => `Wird in ${time} zurückgesetzt, wenn die Änderung nicht bestätigt wird.`,
  over: 'Wird zurückgesetzt…',
  keep: 'Behalten',
  putBack: 'Zurücksetzen',
  kept: 'Änderung behalten.',
  wasPutBack: 'Änderung zurückgesetzt.',
  ranOut: 'Die Änderung wurde nicht rechtzeitig bestätigt und deshalb zurückgesetzt.',
  decided: 'Die Änderung wurde in einer anderen Sitzung behalten oder zurückgesetzt.',
  failed: (reason) => `Aktion fehlgeschlagen: ${reason}`,
  what: {
    purpose: (link) => `Zweck von ${link}`,
    uplink: (link) => `Adresseinstellungen von ${link}`,
    addresses: (link) => `Adressen von ${link}`,
    vlan: (link) => `VLANs an ${link}`,
    up: (link) => `${link} ist eingeschaltet`,
    down: (link) => `${link} ist ausgeschaltet`,
    nets: 'Heimnetz',
    port: (port) => `Zugriff auf Port ${port} des Routers`,
  },
}
