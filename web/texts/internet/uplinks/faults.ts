import type { ConnectionNote } from '../../../../router/model/internet/connection/connection.ts'
import type { FaultCode } from '../../../../router/model/internet/uplinks/fault.ts'

/** Why an uplink is down, by the codes of the router, and the state of an uplink over wifi or PPPoE. Sentences without a full stop. */
export const uplinkFaults = {
  of: {
    link_down: 'The port is switched off',
    no_carrier: 'No signal on the cable',
    no_address: 'No address from the provider',
    no_reply: 'No reply over this connection',
    provider_silent: 'The provider’s router does not reply',
    beyond_provider: 'The provider’s router replies, but no address beyond it',
  } satisfies Record<Exclude<FaultCode, 'connection'>, string>,
  connection: {
    connected: (network: string) => (network ? `Connected to ${network}` : 'Connected'),
    connecting: (network: string) => `Connecting to ${network || 'the provider'}`,
    searching: () => 'Searching for networks',
    no_network: () => 'No network is enabled',
    wrong_passphrase: (network: string) => `Wrong passphrase for ${network}`,
    network_refuses: (network: string) => `${network} refuses the connection`,
    not_in_range: (network: string) => `${network} is not in range`,
    login_refused: () => 'The provider refuses the user name or password',
    session_refused: () => 'The provider refuses the session',
    session_ended: () => 'The provider has ended the session',
    no_answer: () => 'No response from the provider',
    no_longer_answers: () => 'The provider no longer responds',
    unusable_address: () => 'The provider gave an address that cannot be used',
    program_failed: () => 'The connection could not be started',
  } satisfies Record<ConnectionNote['Code'], (network: string) => string>,
  /** With the reason that the provider gives, or an error message. */
  because: (words: string, reason: string) => `${words}: ${reason}`,
}
