import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'

export const NATS_PORT = 4222
export const NATS_LOGIN = { Username: 'sallyport', Password: 'open sesame' } as const
export const SYSLOG_PORT = 601
export const SECURE_SYSLOG_PORT = 6514

/**
 * A NATS server with a user, and TLS if there is a certificate. The user may publish below `sallyport` only, and not below
 * `sallyport.auth`. The server prints every message of the protocol.
 */
export async function startNats(namespace: Namespace, authority?: Authority): Promise<Program> {
  const file = join(namespace.dir, 'nats.conf')
  const { Username, Password } = NATS_LOGIN
  const permissions = '{ publish: { allow: ["sallyport.>", "_INBOX.>"], deny: ["sallyport.auth.>"] } }'
  const config = [
    `port: ${NATS_PORT}`,
    `authorization { users = [ { user: "${Username}", password: "${Password}", permissions: ${permissions} } ] }`,
    ...(authority ? [`tls { cert_file: "${authority.certificate}", key_file: "${authority.key}" }`] : []),
  ]
  writeFileSync(file, `${config.join('\n')}\n`)
  const server = namespace.start(['nats-server', '-c', file, '-DV'])
  await server.line('Server is ready')
  return server
}

/** A syslog server, which writes each message as one JSON line into the file `syslog.json` of the namespace. */
export async function startSyslog(namespace: Namespace, { ca, certificate, key }: Authority): Promise<Program> {
  const at = (name: string): string => join(namespace.dir, name)
  mkdirSync(at('rsyslog'), { recursive: true })
  const fields = ['pri', 'timereported', 'hostname', 'app-name', 'msgid', 'structured-data', 'msg']
  const shown = fields.map(
    (name) => `property(name="${name}" format="jsonf" ${name === 'timereported' ? 'dateFormat="rfc3339"' : ''})`,
  )
  const config = [
    `global(workDirectory="${at('rsyslog')}" defaultNetstreamDriverCAFile="${ca}"`,
    `  defaultNetstreamDriverCertFile="${certificate}" defaultNetstreamDriverKeyFile="${key}" maxMessageSize="64k")`,
    'module(load="imptcp")',
    'module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")',
    `template(name="line" type="list" option.jsonf="on") { ${shown.join(' ')} }`,
    'ruleset(name="all") {',
    `  action(type="omfile" file="${at('syslog.json')}" template="line" asyncWriting="off")`,
    '}',
    `input(type="imptcp" port="${SYSLOG_PORT}" ruleset="all")`,
    `input(type="imtcp" port="${SECURE_SYSLOG_PORT}" ruleset="all")`,
  ]
  writeFileSync(at('rsyslog.conf'), `${config.join('\n')}\n`)
  writeFileSync(at('syslog.json'), '')
  return namespace.start(['rsyslogd', '-n', '-iNONE', '-f', at('rsyslog.conf')])
}
