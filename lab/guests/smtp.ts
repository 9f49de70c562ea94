import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface SmtpOptions {
  readonly address: string
  /** 0: any. */
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'none'
  /** PEM files. */
  readonly certificate: string
  readonly key: string
  /** Empty: anyone may send. */
  readonly user: string
  readonly password: string
}

/** An e-mail as it was received. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly isEncrypted: boolean
  readonly user: string
  /** The name that the client has sent with EHLO. */
  readonly ehlo: string
  /** Headers and body as they were sent. */
  readonly raw: string
}

/** What Postfix requires with `reject_non_fqdn_helo_hostname`, and checks with the first recipient. */
const QUALIFIED = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i

/** A mail server that refuses clients without a full name, and recipients whose name begins with `unknown`. Resolves with its port. */
export async function startSmtp(options: SmtpOptions, receive: (mail: ReceivedMail) => void) {
  const { address, port, security, certificate, key, user, password } = options
  const server = new SMTPServer({
    key: readFileSync(key),
    cert: readFileSync(certificate),
    secure: security === 'tls',
    authOptional: user === '',
    disableReverseLookup: true,
    logger: false,
    ...(security === 'none' ? { disabledCommands: ['STARTTLS', ...(user === '' ? ['AUTH'] : [])] } : {}),
    onAuth({ username, password: given }, _session, done) {
      if (username === user && given === password) done(null, { user: username })
      else done(new Error('the password is wrong'))
    },
    onRcptTo(recipient, { hostNameAppearsAs: name }, done) {
      if (!QUALIFIED.test(String(name)))
        done(
          Object.assign(new Error(`<${name}>: Helo command rejected: need fully-qualified hostname`), {
            responseCode: 504,
          }),
        )
      else if (recipient.address.startsWith('unknown'))
        done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      else done()
    },
    async onData(stream, { envelope, secure, user: login, hostNameAppearsAs }, done) {
      const raw = await text(stream)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map((one) => one.address)
      receive({ from, to, isEncrypted: secure, user: String(login ?? ''), ehlo: String(hostNameAppearsAs), raw })
      done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  const bound = server.server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
