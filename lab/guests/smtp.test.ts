import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sendMail } from '../../router/machine/linux/mail.ts'
import type { MailOptions } from '../../router/machine/posting.ts'
import { openAuthority } from '../home/authority.ts'
import { type ReceivedMail, type SmtpOptions, startSmtp } from './smtp.ts'

const directory = mkdtempSync('/tmp/smtp-')
const { ca, certificate, key } = await openAuthority(join(directory, 'authority'))
const authorities = [readFileSync(ca, 'utf8')]
const received: ReceivedMail[] = []
const servers: { close(): Promise<void> }[] = []
const start = async (more: Partial<SmtpOptions>): Promise<number> => {
  const options = { address: '127.0.0.1', port: 0, certificate, key, user: 'ada', password: 'open-sesame' }
  const server = await startSmtp({ ...options, security: 'starttls', ...more }, (mail) => received.push(mail))
  servers.push(server)
  return server.port
}
after(async () => {
  await Promise.all(servers.map((server) => server.close()))
  rmSync(directory, { recursive: true })
})

const MAIL: Omit<MailOptions, 'port'> = {
  ...{
    host: 'mail.test',
    ip: '127.0.0.1',
    ehlo: 'example.org',
    security: 'starttls',
    user: 'ada',
    password: 'open-sesame',
  },
  ...{
    from: 'router@example.org',
    to: ['ada@example.org', 'bob@example.org'],
    subject: 'Uplink lost',
    text: 'Größe\n',
  },
  ...{ messageId: 'an-id@example.org', at: Date.UTC(2024, 2, 1, 10), timeoutMs: 10_000, authorities },
}
const starttls = await start({})

test('an e-mail is sent after STARTTLS and the login', async () => {
  assert.deepEqual(await sendMail({ ...MAIL, port: starttls }), { kind: 'sent' })
  const { raw, ...envelope } = received.pop()!
  assert.deepEqual(envelope, { from: MAIL.from, to: MAIL.to, isEncrypted: true, user: 'ada', ehlo: 'example.org' })
  for (const header of [
    'Subject: Uplink lost',
    'Message-ID: <an-id@example.org>',
    'Date: Fri, 01 Mar 2024 10:00:00 +0000',
  ])
    assert.ok(raw.includes(`${header}\r\n`), header)
  assert.match(raw, /^Content-Type: text\/plain; charset=utf-8/m)
})

test('TLS from the start, and a server without a login', async () => {
  assert.deepEqual(await sendMail({ ...MAIL, security: 'tls', port: await start({ security: 'tls' }) }), {
    kind: 'sent',
  })
  const open = await start({ security: 'none', user: '' })
  assert.equal((await sendMail({ ...MAIL, security: 'none', user: '', password: '', port: open })).kind, 'sent')
  assert.deepEqual(
    received.splice(0).map(({ isEncrypted }) => isEncrypted),
    [true, false],
  )
})

test('nothing is sent without encryption, or to a server with a certificate of another', async () => {
  const plain = await start({ security: 'none' })
  const attempts: Partial<MailOptions>[] = [
    { port: plain },
    { port: starttls, authorities: [] },
    { port: starttls, host: 'other.test' },
    { port: starttls, host: '127.0.0.1' },
  ]
  for (const attempt of attempts) {
    const mailed = await sendMail({ ...MAIL, port: starttls, ...attempt })
    assert.equal(mailed.kind, 'security', JSON.stringify([attempt.port, mailed]))
  }
  assert.deepEqual(received, [])
})

test('only the given authority is trusted, which may be the certificate of the server itself', async () => {
  const own = readFileSync(certificate, 'utf8')
  const sent = async (authority: string) =>
    (await sendMail({ ...MAIL, authorities: [], port: starttls, authority })).kind
  assert.equal(await sent(own), 'sent')
  assert.equal(await sent(authorities[0]!), 'sent')
  received.length = 0
  const other = await openAuthority(join(directory, 'other'))
  const attempt = { ...MAIL, port: starttls, authority: readFileSync(other.ca, 'utf8') }
  assert.equal((await sendMail(attempt)).kind, 'security')
  assert.deepEqual(received, [])
})

test('a wrong password, a refused recipient and a missing server have different results', async () => {
  const kindOf = async (more: Partial<MailOptions>) => {
    const mailed = await sendMail({ ...MAIL, port: starttls, ...more })
    assert.ok(mailed.kind !== 'sent')
    assert.doesNotMatch(String(mailed.reason), /open-sesame|\n/)
    return [mailed.kind, mailed.step]
  }
  assert.deepEqual(await kindOf({ password: 'wrong' }), ['login', 'AUTH'])
  assert.deepEqual(await kindOf({ to: ['unknown@example.org'] }), ['refused', 'RCPT TO'])
  assert.deepEqual(await kindOf({ port: 1 }), ['passing', 'connect'])
})

test('a name that the server does not accept is reported as such, whenever the server checks it', async () => {
  const late = await sendMail({ ...MAIL, port: starttls, ehlo: '[127.0.0.1]' })
  assert.partialDeepStrictEqual(late, { kind: 'passing', step: 'EHLO' })
  assert.match(late.kind === 'sent' ? '' : String(late.reason), /^504 .*need fully-qualified hostname$/)
  const strict = createServer((connection) => {
    connection.on('error', () => undefined).write('220 mail.test\r\n')
    connection.on('data', (line) =>
      connection.write(/^QUIT/.test(String(line)) ? '221 bye\r\n' : '504 no such name\r\n'),
    )
  })
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve))
  const { port } = strict.address() as { port: number }
  for (const security of ['starttls', 'none'] as const) {
    const mailed = await sendMail({ ...MAIL, port, security, user: '', password: '' })
    assert.deepEqual(mailed, { kind: 'passing', step: 'EHLO', reason: '504 no such name' }, security)
  }
  strict.close()
})

test('a subject cannot add a header or a recipient', async () => {
  const subject = 'Phone\r\nBcc: eve@example.org\r\n\r\nbody'
  assert.equal((await sendMail({ ...MAIL, port: starttls, subject, text: '.\r\nQUIT\r\n<b>bold</b>' })).kind, 'sent')
  const { raw, to } = received.pop()!
  assert.deepEqual(to, MAIL.to)
  const [headers = ''] = raw.split('\r\n\r\n')
  assert.doesNotMatch(headers, /^Bcc:/im)
  assert.match(raw, /<b>bold<\/b>/)
})

for (const text of ['x', '220-x\r\n'])
  test(`a server that sends ${JSON.stringify(text)} without end is given up`, async () => {
    let sent = 0
    const chunk = Buffer.from(text.repeat(10_000))
    const endless = createServer((connection) => {
      const send = (): void => {
        while (!connection.destroyed && connection.write(chunk)) sent += chunk.length
      }
      connection
        .on('error', () => undefined)
        .on('drain', send)
        .on('close', () => endless.close())
      send()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as { port: number }
    const mailed = await sendMail({ ...MAIL, port })
    assert.deepEqual(mailed, {
      kind: 'passing',
      step: 'connect',
      reason: 'Server response exceeds maximum allowed size',
    })
    assert.ok(sent < 64 << 20, `${sent} bytes`)
  })

test('a server that does not answer is given up', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const silent = createServer((connection) =>
    connection
      .on('error', () => undefined)
      .on('close', () => resolve())
      .resume(),
  )
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const mailed = await sendMail({ ...MAIL, port, timeoutMs: 50 })
  assert.equal(mailed.kind, 'passing')
  await closed
  silent.close()
})
