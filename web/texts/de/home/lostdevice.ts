import type { lostTexts as english } from '../../home/lostdevice.ts'

/** Deutsche Texte des Dialogs für ein verlorenes oder gestohlenes Gerät. */
export const lostTexts: typeof english = {
  title: (name) => `Verloren oder gestohlen: ${name}`,
  hint: 'Beendet jeden Zugang, den dieses Gerät gibt. Wählen Sie, was dazugehört. Das lässt sich nicht rückgängig machen.',
  failed: 'Was zu dem Gerät gehört, konnte nicht geladen werden',
  sessions: 'Anmeldungen auf dem Gerät',
  passkeys: 'Passkeys auf dem Gerät',
  push: 'Benachrichtigungen auf das Gerät',
  owned: (user, name) => `${user}: ${name}`,
  passkeyHint: 'Mit einem Passkey enden auch alle anderen Sitzungen seines Benutzers.',
  always: 'In jedem Fall',
  passphrase: 'Das WLAN-Kennwort des Geräts wird ersetzt: Es wird getrennt und kann sich nicht mehr verbinden.',
  vpn: 'Der VPN-Schlüssel des Geräts wird gelöscht.',
  vpnOnly: 'Der VPN-Schlüssel und mit ihm das Gerät werden gelöscht.',
  none: 'Das Gerät hat kein WLAN-Kennwort und keinen VPN-Schlüssel.',
  confirm: 'Jeden Zugang beenden',
  doneTitle: 'Jeder Zugang ist beendet',
  done: {
    session: (name) => `Sitzung von ${name} beendet`,
    passkey: (name) => `Passkey ${name} gelöscht`,
    push: (name) => `Benachrichtigungen an ${name} gelöscht`,
    passphrase: () => 'Neues WLAN-Kennwort: Das alte gilt nicht mehr',
    vpn: () => 'VPN-Schlüssel gelöscht',
  },
  nothing: 'Es gab nichts zu beenden.',
  next: 'War auf dem Gerät ein Kennwort gespeichert, ändern Sie es ebenfalls, unter „Zugang“.',
  close: 'Schließen',
}
