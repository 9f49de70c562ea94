import type { Machine } from '../../../machine/machine.ts'
import type { Resolve } from '../../names/destination.ts'
import { type Carrier, DeliveryFailed, failedAt } from '../carrier.ts'
import { TIMEOUT_MS } from '../delivery.ts'
import { headingOf } from '../message.ts'
import { certificateFault } from './certificate.ts'

interface Deps {
  readonly machine: Pick<Machine, 'sendMail'>
  readonly resolve: Resolve
  readonly authorities: readonly string[]
}

/** The setting to look at, by kind of failure. */
const FIELDS = { login: 'Password', security: 'Security', refused: 'To', passing: 'Host' } as const

/** An e-mail in plain text. */
export const emailCarrier = ({ machine, resolve, authorities }: Deps): Carrier<'email'> => ({
  kind: 'email',
  async send(message, { Host, Port, Security, User, Password, From, To, Authority }) {
    const mailed = await machine.sendMail({
      ...{ host: Host, ip: await resolve(Host).catch(failedAt('Host')), port: Port, security: Security },
      ...{ user: User, password: Password, from: From, to: To },
      subject: headingOf(message),
      text: `${message.body || headingOf(message)}\n`,
      messageId: `${message.id}@${From.split('@').at(-1)}`,
      at: message.at,
      timeoutMs: TIMEOUT_MS - 1000,
      authorities,
      authority: Authority,
    })
    if (mailed.kind === 'sent') return
    const fault = certificateFault(mailed.reason, 'Host')
    if (fault) throw new DeliveryFailed(fault.reason, { field: fault.field })
    throw new DeliveryFailed(`${WORDS[mailed.kind]}: ${mailed.reason}`, {
      kind: mailed.kind === 'refused' ? 'refused' : 'passing',
      field: FIELDS[mailed.kind],
    })
  },
})

const WORDS = {
  login: 'the server does not accept the user name or password',
  security: 'no encrypted connection to the server',
  refused: 'the server does not accept the e-mail',
  passing: 'the server cannot be reached',
} as const
