import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './program.ts'

/** The certificate authority of the virtual internet, and the one certificate all its servers show. PEM files. */
export interface Authority {
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

/** Names the certificate is good for. */
export const CERTIFIED = ['dns.test', 'family.test', 'www.test', 'lists.test']

const makeKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']

/** Made once in `dir` by openssl, then used again: a browser or a person may have been told to trust it. */
export async function openAuthority(dir: string): Promise<Authority> {
  const files = { ca: join(dir, 'ca.pem'), certificate: join(dir, 'server.pem'), key: join(dir, 'server.key') }
  if (existsSync(dir)) return files
  const draft = `${dir}.${process.pid}`
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const at = (name: string) => join(draft, name)
  const names = join(draft, 'names')
  writeFileSync(names, `subjectAltName=${CERTIFIED.map((name) => `DNS:${name}`).join(',')}\n`)
  await run([
    'openssl',
    'req',
    '-x509',
    ...makeKey,
    '-days',
    '3650',
    '-subj',
    '/CN=Virtual internet',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  ])
  await run([
    'openssl',
    'req',
    ...makeKey,
    '-subj',
    '/CN=dns.test',
    '-keyout',
    at('server.key'),
    '-out',
    at('server.csr'),
  ])
  await run([
    'openssl',
    'x509',
    '-req',
    '-days',
    '3650',
    '-in',
    at('server.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-extfile',
    names,
    '-out',
    at('server.pem'),
  ])
  try {
    renameSync(draft, dir)
  } catch {
    rmSync(draft, { recursive: true }) // Another home made it first; theirs is as good.
  }
  return files
}
