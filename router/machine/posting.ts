import type { Phrase } from '../phrases/phrase.ts'
import type { Ip } from '../values/ip.ts'

/** A POST request to an address. */
export interface PostOptions {
  /** `http:` or `https:`. The server's certificate must match its domain, which is not resolved. */
  readonly url: string
  readonly ip: Ip
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** From the connection to the end of the response. */
  readonly timeoutMs: number
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
  /** PEM text of the only certificate authorities to trust; empty for the built-in ones and `authorities`. */
  readonly authority?: string
}

/** The response to a POST. Redirects are not followed. */
export interface Posted {
  readonly status: number
  /** The header Retry-After, unchanged. RFC 9110, 10.2.3. */
  readonly retryAfter: string | undefined
}

/** An e-mail, and the server that sends it. */
export interface MailOptions {
  /** The name in the server's certificate. It is not resolved. */
  readonly host: string
  readonly ip: Ip
  readonly port: number
  /** The name of the client, fully qualified. RFC 5321 §4.1.1.1. */
  readonly ehlo: string
  /** `starttls`: the connection must change to TLS before anything else is sent. `none`: unencrypted. */
  readonly security: 'starttls' | 'tls' | 'none'
  /** Empty for no login. */
  readonly user: string
  readonly password: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** Without angle brackets. */
  readonly messageId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly timeoutMs: number
  /** As for a POST. */
  readonly authorities: readonly string[]
  readonly authority?: string
}

/** The steps of SMTP (RFC 5321, 3207 and 4954) until an e-mail is accepted. */
export const SMTP_STEPS = ['connect', 'EHLO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO', 'DATA'] as const
export type SmtpStep = (typeof SMTP_STEPS)[number]

/**
 * What became of an e-mail. `login`: the user name or password is wrong. `refused`: the server does not accept the sender, a
 * recipient or the message, and never will. `security`: no TLS, or an invalid certificate. `passing`: it may work later, or with
 * another setting. `reason` has the words of the server, if it has sent some.
 */
export type Mailed =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'login' | 'refused' | 'security' | 'passing'
      readonly step: SmtpStep
      readonly reason: string | Phrase
    }
