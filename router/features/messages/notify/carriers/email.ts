import type { Core } from '../../../../core.ts'
import type { Machine } from '../../../../machine/machine.ts'
import type { SmtpStep } from '../../../../machine/posting.ts'
import { DOMAIN } from '../../../../model/dns/names/domain.ts'
import { headingOf } from '../../../../model/messages/notify/message.ts'
import { type Phrase, phrase } from '../../../../phrases/phrase.ts'
import { type Carrier, DeliveryFailed, failedAt } from '../carrier.ts'
import { TIMEOUT_MS } from '../delivery.ts'
import { certificateFault } from './certificate.ts'

/** By the step that failed: the setting to look at, and the failure in words. */
const STEPS: Readonly<Record<SmtpStep, readonly [field: string, words: Phrase]>> = {
  connect: ['Host', phrase('messages.serverUnreachable')],
  EHLO: ['EHLO', phrase('messages.smtpEhloRefused')],
  STARTTLS: ['Security', phrase('messages.encryptionFailed')],
  AUTH: ['Password', phrase('messages.credentialsRefused')],
  'MAIL FROM': ['From', phrase('messages.smtpSenderRefused')],
  'RCPT TO': ['To', phrase('messages.smtpRecipientRefused')],
  DATA: ['To', phrase('messages.smtpDataRefused')],
}

/**
 * The name that is sent with EHLO: the chosen one, or the domain of the sender. Many servers refuse an address literal and names without
 * a domain.
 */
export function ehloNameOf({ EHLO, From }: { readonly EHLO: string; readonly From: string }): string {
  const domain = From.slice(From.lastIndexOf('@') + 1)
  return EHLO || (domain.includes('.') ? domain : `${domain}.${DOMAIN}`)
}

/** An e-mail in plain text. */
export const emailCarrier = ({
  machine,
  resolve,
  authorities,
}: Pick<Core, 'resolve' | 'authorities'> & { readonly machine: Pick<Machine, 'sendMail'> }): Carrier<'email'> => ({
  kind: 'email',
  async send(message, { Host, Port, EHLO, Security, User, Password, From, To, Authority }) {
    const mailed = await machine.sendMail({
      ...{ host: Host, ip: await resolve(Host).catch(failedAt('Host')), port: Port, security: Security },
      ehlo: ehloNameOf({ EHLO, From }),
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
    const fault = certificateFault(String(mailed.reason), 'Host')
    if (fault) throw new DeliveryFailed(fault.reason, { field: fault.field })
    const [field, words] = STEPS[mailed.step]
    throw new DeliveryFailed(phrase('machine.about', words, mailed.reason), {
      kind: mailed.kind === 'refused' ? 'refused' : 'passing',
      field,
    })
  },
})
