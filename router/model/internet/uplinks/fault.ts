import { z } from 'zod'
import { ConnectionNote, connectionWords } from '../connection/connection.ts'

/** Why an uplink is down, in words; `connection`: the notes say why. */
const WORDS = {
  link_down: 'the link is down',
  no_carrier: 'no carrier',
  no_address: 'no address from the provider',
  no_reply: 'no reply over this uplink',
  provider_silent: 'the provider’s router does not reply',
  beyond_provider: 'the provider’s router replies, but no address beyond it',
  connection: '',
} as const

const FAULT_CODES = Object.keys(WORDS) as [keyof typeof WORDS, ...(keyof typeof WORDS)[]]
export type FaultCode = (typeof FAULT_CODES)[number]

/** Why an uplink is down: for people, and for programs. */
export const UplinkFault = z.object({
  Reason: z.string().meta({ description: 'Why the uplink was down', example: WORDS.provider_silent }),
  Code: z.enum([...FAULT_CODES, '']).meta({
    description:
      'The same for programs: `connection` for what `Connection` says, `provider_silent` if the provider’s router does not ' +
      'reply, `beyond_provider` if only that router replies; empty for outages that an earlier version recorded',
    example: 'provider_silent',
  }),
  Connection: z.array(ConnectionNote).readonly().meta({
    description: 'With `connection`: what is known about an uplink over wifi or PPPoE; otherwise empty',
    example: [],
  }),
})
export type UplinkFault = z.infer<typeof UplinkFault>

/** A fault with its words. */
export const faultOf = (Code: FaultCode, Connection: readonly ConnectionNote[] = []): UplinkFault => ({
  Reason: Code === 'connection' ? connectionWords(Connection) : WORDS[Code],
  Code,
  Connection,
})
