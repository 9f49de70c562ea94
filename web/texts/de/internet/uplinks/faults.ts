import type { uplinkFaults as english } from '../../../internet/uplinks/faults.ts'

/** German texts of why an uplink is down. */
export const uplinkFaults: typeof english = {
  of: {
    link_down: 'Der Anschluss ist ausgeschaltet',
    no_carrier: 'Kein Signal auf dem Kabel',
    no_address: 'Keine Adresse vom Anbieter',
    no_reply: 'Keine Antwort über diese Verbindung',
    provider_silent: 'Der Router des Anbieters antwortet nicht',
    beyond_provider: 'Der Router des Anbieters antwortet, aber keine Adresse dahinter',
  },
  connection: {
    connected: (network) => (network ? `Mit ${network} verbunden` : 'Verbunden'),
    connecting: (network) => `Verbindung mit ${network || 'dem Anbieter'} wird aufgebaut`,
    searching: () => 'Netze werden gesucht',
    no_network: () => 'Kein Netz ist aktiviert',
    wrong_passphrase: (network) => `Falsches Kennwort für ${network}`,
    network_refuses: (network) => `${network} lehnt die Verbindung ab`,
    not_in_range: (network) => `${network} ist nicht in Reichweite`,
    login_refused: () => 'Der Anbieter lehnt Benutzername oder Kennwort ab',
    session_refused: () => 'Der Anbieter lehnt die Sitzung ab',
    session_ended: () => 'Der Anbieter hat die Sitzung beendet',
    no_answer: () => 'Keine Antwort vom Anbieter',
    no_longer_answers: () => 'Der Anbieter antwortet nicht mehr',
    unusable_address: () => 'Die vom Anbieter vergebene Adresse ist nicht verwendbar',
    program_failed: () => 'Die Verbindung konnte nicht gestartet werden',
  },
  because: (words, reason) => `${words}: ${reason}`,
}
