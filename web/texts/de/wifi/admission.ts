import type { attemptTexts as english } from '../../wifi/admission.ts'

/** German texts of devices that could not join. */
export const attemptTexts: typeof english = {
  title: 'Fehlgeschlagene Versuche',
  hint: 'Geräte, die sich seit dem Start des Routers nicht verbinden konnten.',
  none: 'Keine fehlgeschlagenen Versuche seit dem Start des Routers.',
  failed: 'Die fehlgeschlagenen Versuche konnten nicht geladen werden',
  because: (cause, count) => (count === 1 ? cause : `${cause}, ${count}-mal`),
  causes: {
    'wrong passphrase': 'Falsches Kennwort',
    'unknown device': 'Unbekanntes Gerät',
    disabled: 'Dieses Gerät ist deaktiviert',
    'WPA2 only': 'Das Kennwort gilt für WPA2, das Gerät hat WPA3 verwendet',
    'passphrase of another device': 'Kennwort eines anderen Geräts verwendet',
    'passphrase already used': 'Ein anderes Gerät verwendet dieses Kennwort bereits',
  },
}
