import { z } from 'zod'

const withText = (words: string) => (text: string) => (text ? `${words}: ${text}` : words)

/** What wpa_supplicant or pppd reports about the connection of an uplink, with its words. */
const WORDS = {
  connected: (network) => (network ? `connected to ${network}` : 'connected'),
  connecting: (network) => `connecting to ${network || 'the provider'}`,
  searching: () => 'searching for networks',
  no_network: () => 'no network is enabled',
  wrong_passphrase: (network) => `wrong passphrase for ${network}`,
  network_refuses: (network) => `${network} refuses the connection`,
  not_in_range: (network) => `${network} is not in range`,
  login_refused: withText('the provider refuses the user name or password'),
  session_refused: withText('the provider refuses the session'),
  session_ended: withText('the provider has ended the session'),
  no_answer: () => 'no answer from the provider',
  no_longer_answers: () => 'the provider no longer answers',
  unusable_address: () => 'the provider gave an address that cannot be used',
  program_failed: (text) => text,
} satisfies Readonly<Record<string, (text: string) => string>>

type ConnectionCode = keyof typeof WORDS

/** What is known about the connection of an uplink over wifi or PPPoE. */
export const ConnectionNote = z
  .object({
    Code: z.enum(Object.keys(WORDS) as [ConnectionCode, ...ConnectionCode[]]).meta({
      description:
        '`no_answer`, `no_longer_answers`: of the provider. `program_failed`: wpa_supplicant or pppd does not run',
      example: 'wrong_passphrase',
    }),
    Text: z.string().meta({
      description:
        'The name of the wifi network, the reason that the provider gives, or an error message; otherwise empty',
      example: 'cafe',
    }),
  })
  .meta({ id: 'UplinkConnectionNote' })
export type ConnectionNote = z.infer<typeof ConnectionNote>

/** Notes in words: `wrong passphrase for cafe; home is not in range`. */
export const connectionWords = (notes: readonly ConnectionNote[]): string =>
  notes.map(({ Code, Text }) => WORDS[Code](Text)).join('; ')
