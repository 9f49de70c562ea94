import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type { Sftp } from 'ssh2'
import type { SftpOptions, SftpResult, SshKeyPair } from '../storing.ts'

/** SSH_FX_NO_SUCH_FILE and SSH_FX_PERMISSION_DENIED of draft-ietf-secsh-filexfer-02 §7. */
const NO_SUCH_FILE = 2
const DENIED = 3
/** Servers accept at least 32 KiB in one message: draft-ietf-secsh-filexfer-02 §3. */
const CHUNK = 32 << 10

/** Loaded when it is first needed: it takes 20 MiB of memory, and most routers store no backups over SFTP. */
const load = async () => (await import('ssh2')).default

export async function createSshKey(): Promise<SshKeyPair> {
  const pair = (await load()).utils.generateKeyPairSync('ed25519', { comment: 'sallyport' })
  return { publicKey: pair.public.trim(), privateKey: pair.private }
}

/** As ssh-keygen(1) shows it: the SHA-256 of the key in base64 without padding. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Connects to the given IP address only. */
export async function storeOverSftp(options: SftpOptions): Promise<SftpResult> {
  const { ip, port, user, password, privateKey, hostKey, folder, put, remove, timeoutMs } = options
  const { Client } = await load()
  const client = new Client()
  const socket = connect({ host: ip, port, family: 4 })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`there was no answer within ${timeoutMs / 1000} seconds`)), timeoutMs)
  let seen = ''
  const progress = { isWriting: false, isWritten: false }
  const removed: string[] = []
  const work = async (): Promise<SftpResult> => {
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    client.on('ready', resolve)
    client.on('error', reject)
    client.on('close', () => reject(new Error('the server has closed the connection')))
    client.on('keyboard-interactive', answerOnce(password))
    client.connect({
      sock: socket,
      username: user,
      ...(password === '' ? {} : { password, tryKeyboard: true }),
      ...(privateKey === '' ? {} : { privateKey }),
      readyTimeout: timeoutMs,
      hostVerifier(key) {
        seen = fingerprintOf(key)
        return seen === hostKey
      },
    })
    await ready
    const sftp = await new Promise<Sftp>((resolve, reject) =>
      client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
    )
    progress.isWriting = true
    const pathOf = (name: string): string => (folder === '' ? name : `${folder.replace(/\/+$/, '')}/${name}`)
    await writeFile(sftp, pathOf(put.name), Buffer.from(put.text))
    progress.isWritten = true
    for (const name of remove) if (await removeFile(sftp, pathOf(name))) removed.push(name)
    return { kind: 'stored', removed }
  }
  try {
    return await Promise.race([work(), failed])
  } catch (error) {
    // The file is stored: the next call deletes what is left.
    if (progress.isWritten) return { kind: 'stored', removed }
    const { message, code, level } = error as Error & { code?: unknown; level?: string }
    if (seen !== '' && seen !== hostKey) return { kind: 'hostKey', hostKey: seen }
    if (level === 'client-authentication') return { kind: 'login', reason: 'the server does not accept the login' }
    const isFolder = progress.isWriting && (code === NO_SUCH_FILE || code === DENIED)
    return { kind: isFolder ? 'folder' : 'passing', reason: message }
  } finally {
    clearTimeout(timer)
    client.end()
    socket.destroy()
    // Errors after the end have no meaning.
    failed.catch(() => undefined)
  }
}

type Answer = (responses: string[]) => void

/** Answers one request for a password, which has a single prompt without echo: RFC 4256 §3.2. Other requests get no responses. */
function answerOnce(password: string) {
  let isAnswered = false
  return (_name: string, _text: string, _language: string, prompts: readonly { echo?: boolean }[], answer: Answer) => {
    const isForPassword = !isAnswered && prompts.length === 1 && prompts[0]?.echo !== true
    if (isForPassword) isAnswered = true
    answer(isForPassword ? [password] : [])
  }
}

type Done = (error?: Error & { code?: number }) => void
const call = (act: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => act((error) => (error ? reject(error) : resolve())))

const partialOf = (path: string): string => `${path}.part`

/** An incomplete file never has the final name. */
async function writeFile(sftp: Sftp, path: string, bytes: Buffer): Promise<void> {
  const partial = partialOf(path)
  const handle = await new Promise<Buffer>((resolve, reject) =>
    sftp.open(partial, 'w', 0o600, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  for (let at = 0; at < bytes.length; at += CHUNK)
    await call((done) => sftp.write(handle, bytes, at, Math.min(CHUNK, bytes.length - at), at, done))
  await call((done) => sftp.close(handle, done))
  // An earlier attempt may have stored it without a response, and RENAME fails if the target exists: draft-ietf-secsh-filexfer-02 §6.5.
  await unlink(sftp, path)
  await call((done) => sftp.rename(partial, path, done))
}

/** Deletes a file, also if it is incomplete. Returns whether it does not exist afterwards. */
async function removeFile(sftp: Sftp, path: string): Promise<boolean> {
  const isPartialGone = await unlink(sftp, partialOf(path))
  return (await unlink(sftp, path)) && isPartialGone
}

/** Whether the file does not exist afterwards. */
const unlink = (sftp: Sftp, path: string): Promise<boolean> =>
  call((done) => sftp.unlink(path, done)).then(
    () => true,
    (error: { code?: number }) => error.code === NO_SUCH_FILE,
  )
