import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'

export const SFTP_PASSWORD = 'open sesame'
/** SHA-512 of crypt(5). */
const SFTP_HASH = '$6$sallyport$GJoMATwtOAOqb6jRv3nG3RyyolVKqAutZpHRME9UaDARs1dmOWxb9Mdqyxkd0NqHyUTuyuGzBWWeS22gxoOpd/'

type Login = 'publickey' | 'password' | 'keyboard-interactive'

/** Gives the user root of a machine the password, also for PAM, without which sshd has no keyboard-interactive login. */
function setPassword({ dir }: Namespace): void {
  const own = (name: string): string => {
    const path = join(dir, 'etc', name)
    rmSync(path, { force: true, recursive: true })
    return path
  }
  writeFileSync(own('shadow'), `root:${SFTP_HASH}:20000:0:99999:7:::\n`, { mode: 0o600 })
  const rules = own('pam.d')
  mkdirSync(rules)
  writeFileSync(
    join(rules, 'sshd'),
    'auth required pam_unix.so\naccount required pam_permit.so\nsession required pam_permit.so\n',
  )
}

/** An SFTP server of OpenSSH on port 2222. The user is root. */
export async function startSftp(
  namespace: Namespace,
  dir: string,
  keys: readonly string[],
  login: Login = 'publickey',
): Promise<Program> {
  mkdirSync('/run/sshd', { recursive: true })
  mkdirSync(dir, { recursive: true })
  const hostKey = join(dir, 'host_key')
  if (!existsSync(hostKey)) await namespace.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', hostKey])
  const authorized = join(dir, 'authorized_keys')
  writeFileSync(authorized, keys.map((key) => `${key}\n`).join(''))
  const config = join(dir, 'sshd_config')
  const lines = [
    'Port 2222',
    'ListenAddress 0.0.0.0',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${authorized}`,
    'PidFile none',
    `UsePAM ${login === 'keyboard-interactive' ? 'yes' : 'no'}`,
    'StrictModes no',
    'PermitRootLogin yes',
    `AuthenticationMethods ${login}`,
    `PasswordAuthentication ${login === 'password' ? 'yes' : 'no'}`,
    `KbdInteractiveAuthentication ${login === 'keyboard-interactive' ? 'yes' : 'no'}`,
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  if (login !== 'publickey') setPassword(namespace)
  const program = namespace.start(['/usr/sbin/sshd', '-D', '-e', '-f', config])
  await program.line('Server listening on 0.0.0.0 port 2222')
  return program
}

/** A WebDAV server of nginx on port 8080, for the user `ada`, that stores files in `dir/files`. */
export function startWebDav(namespace: Namespace, dir: string): Program {
  const files = join(dir, 'files')
  mkdirSync(files, { recursive: true })
  writeFileSync(join(dir, 'users'), 'ada:{PLAIN}open sesame\n')
  const config = join(dir, 'nginx.conf')
  writeFileSync(
    config,
    `user root;
daemon off;
master_process off;
pid ${dir}/pid;
error_log stderr notice;
events {}
http {
  access_log off;
  client_body_temp_path ${dir}/temp;
  client_max_body_size 10m;
  server {
    listen 8080;
    root ${files};
    auth_basic files;
    auth_basic_user_file ${dir}/users;
    dav_methods PUT DELETE;
  }
}
`,
  )
  return namespace.start(['nginx', '-c', config])
}

/** The WebDAV server of `webdav.ts` on port 8081, which lists and returns the files of a directory to the user `ada`. */
export async function startListingWebDav(namespace: Namespace, address: string, dir: string): Promise<Program> {
  const program = namespace.start([
    process.execPath,
    fileURLToPath(new URL('webdav.ts', import.meta.url)),
    ...[address, dir, 'ada:open sesame'],
  ])
  await program.line('ready')
  return program
}

/** The S3 server of `s3.ts` on port 9000, with the bucket `home` in `eu-central-1`. */
export async function startS3(
  namespace: Namespace,
  address: string,
  keys: readonly [string, string],
): Promise<Program> {
  const program = namespace.start([
    process.execPath,
    fileURLToPath(new URL('s3.ts', import.meta.url)),
    address,
    ...keys,
  ])
  await program.line('ready')
  return program
}
