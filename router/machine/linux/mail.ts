import { Socket } from 'node:net'
import { FailedAttempt } from '../../errors.ts'
import { PhraseError, phrase } from '../../phrases/phrase.ts'
import { isIp } from '../../values/ip.ts'
import { type Mailed, type MailOptions, SMTP_STEPS, type SmtpStep } from '../posting.ts'
import { trust } from './trust.ts'

/** Connects to the given IP address only. The name of the host is not resolved. */
export async function sendMail(options: MailOptions): Promise<Mailed> {
  const { host, ip, port, ehlo, security, user, password, from, to, subject, text, messageId, at, timeoutMs } = options
  // Loaded with the first e-mail: most routers send none.
  const { createTransport } = await import('nodemailer')
  // nodemailer does not close a connection that it waits for.
  const socket = new Socket()
  const transport = createTransport({
    host: ip,
    port,
    name: ehlo,
    socket,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // Not `host`: nodemailer would resolve it.
    tls: { secureContext: trust(options.authorities, options.authority), ...(isIp(host) ? {} : { servername: host }) },
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new FailedAttempt(phrase('messages.noAnswerWithinSeconds', timeoutMs / 1000))),
    timeoutMs,
  )
  try {
    const message = { from, to: [...to], subject, text, messageId: `<${messageId}>`, date: new Date(at) }
    await Promise.race([transport.sendMail(message), late])
    return { kind: 'sent' }
  } catch (error) {
    return failureOf(error as MailError)
  } finally {
    clearTimeout(timer)
    transport.close()
    socket.destroy()
  }
}

/** https://nodemailer.com/errors */
interface MailError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  /** `CONN`, or the SMTP command that failed, such as `AUTH PLAIN`. */
  readonly command?: string
}

function failureOf(error: MailError): Mailed {
  const { code = '', message, responseCode = 0, response } = error
  const reason = error instanceof PhraseError ? error.phrase : (response ?? message).replace(/\s+/g, ' ').slice(0, 200)
  // RFC 5321 §4.2.1: 4yz replies are transient.
  const isTransient = responseCode >= 400 && responseCode < 500
  const step = stepOf(error)
  if (step === 'EHLO') return { kind: 'passing', step, reason }
  if (code === 'EAUTH' || code === 'ENOAUTH') return { kind: isTransient ? 'passing' : 'login', step: 'AUTH', reason }
  if (code === 'ETLS' || /certificate|SSL|TLS|altname/i.test(message))
    return { kind: 'security', step: 'STARTTLS', reason }
  return { kind: responseCode >= 500 && OF_MESSAGE.includes(step) ? 'refused' : 'passing', step, reason }
}

/** The steps in which a server refuses one message and not its client. */
const OF_MESSAGE: readonly SmtpStep[] = ['MAIL FROM', 'RCPT TO', 'DATA']

/** The step that failed. Servers such as Postfix refuse the name of a client as the answer to a later command. */
function stepOf({ command = '', response = '' }: MailError): SmtpStep {
  if (command === 'HELO' || /\b(?:HELO|EHLO)\b/i.test(response)) return 'EHLO'
  return SMTP_STEPS.find((step) => command.startsWith(step)) ?? 'connect'
}
