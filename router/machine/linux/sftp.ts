import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type { Sftp } from 'ssh2'
import type {
  SftpFailure,
  SftpOptions,
  SftpPlace,
  SftpRead,
  SftpReadOptions,
  SftpResult,
  SshKeyPair,
} from '../storing.ts'

/** SSH_FX_EOF, SSH_FX_NO_SUCH_FILE, SSH_FX_PERMISSION_DENIED and SSH_FX_FAILURE of draft-ietf-secsh-filexfer-02 §7. */
const EOF = 1
const NO_SUCH_FILE = 2
const DENIED = 3
const FAILURE = 4
/** Servers accept at least 32 KiB in one message: draft-ietf-secsh-filexfer-02 §3. */
const CHUNK = 32 << 10

/** Loaded when it is first needed: it takes 20 MiB of memory, and most routers store no backups over SFTP. */
const load = async () => (await import('ssh2')).default

/** A new Ed25519 key. */
export async function createSshKey(): Promise<SshKeyPair> {
  const { utils } = await load()
  // ssh2 1.17 removes leading zero bytes from the public key, so that one key in 256 cannot be read.
  for (;;) {
    const pair = utils.generateKeyPairSync('ed25519', { comment: 'sallyport' })
    if (!(utils.parseKey(pair.private) instanceof Error))
      return { publicKey: pair.public.trim(), privateKey: pair.private }
  }
}

/** As ssh-keygen(1) shows it: the SHA-256 of the key in base64 without padding. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Writes and deletes files. Connects to the given IP address only. */
export async function storeOverSftp(options: SftpOptions): Promise<SftpResult> {
  const { put, remove } = options
  const progress = { isWritten: false }
  const removed: string[] = []
  const result = await overSftp(options, async (sftp, pathOf): Promise<SftpResult> => {
    await writeFile(sftp, pathOf(put.name), Buffer.from(put.text))
    progress.isWritten = true
    for (const name of remove) if (await removeFile(sftp, pathOf(name))) removed.push(name)
    return { kind: 'stored', removed }
  })
  // The file is stored: the next call deletes what is left.
  return progress.isWritten ? { kind: 'stored', removed } : result
}

/** Reads a file, or the names in the folder. Connects to the given IP address only. */
export const readOverSftp = (options: SftpReadOptions): Promise<SftpRead> =>
  overSftp(options, async (sftp, pathOf): Promise<SftpRead> => {
    const { name, mostBytes, folder } = options
    return name === undefined
      ? { kind: 'names', names: await readNames(sftp, folder === '' ? '.' : folder, mostBytes) }
      : { kind: 'file', text: await readFile(sftp, pathOf(name), mostBytes) }
  })

/** Signs in, and does the work with the path of each name in the folder. */
async function overSftp<Result>(
  { ip, port, user, password, privateKey, hostKey, folder, timeoutMs }: SftpPlace,
  work: (sftp: Sftp, pathOf: (name: string) => string) => Promise<Result>,
): Promise<Result | SftpFailure> {
  const { Client } = await load()
  const client = new Client()
  // Each request waits for the answer to the one before: with Nagle's algorithm (RFC 896), for its delayed acknowledgement as well.
  const socket = connect({ host: ip, port, family: 4, noDelay: true })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`there was no answer within ${timeoutMs / 1000} seconds`)), timeoutMs)
  let seen = ''
  let isSignedIn = false
  const run = async (): Promise<Result> => {
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
    isSignedIn = true
    return work(sftp, (name) => (folder === '' ? name : `${folder.replace(/\/+$/, '')}/${name}`))
  }
  try {
    return await Promise.race([run(), failed])
  } catch (error) {
    const { message, code, level } = error as Error & { code?: unknown; level?: string }
    if (seen !== '' && seen !== hostKey) return { kind: 'hostKey', hostKey: seen }
    if (level === 'client-authentication') return { kind: 'login', reason: 'the server does not accept the login' }
    if (error instanceof WriteFailed) return { kind: 'write', reason: message }
    const isFolder = isSignedIn && (code === NO_SUCH_FILE || code === DENIED)
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

/** The server has opened a file and cannot write it, which its error codes do not distinguish from a folder that cannot be used. */
class WriteFailed extends Error {}

const partialOf = (path: string): string => `${path}.part`

/** An incomplete file never has the final name. */
async function writeFile(sftp: Sftp, path: string, bytes: Buffer): Promise<void> {
  const partial = partialOf(path)
  const handle = await new Promise<Buffer>((resolve, reject) =>
    sftp.open(partial, 'w', 0o600, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  try {
    for (let at = 0; at < bytes.length; at += CHUNK)
      await call((done) => sftp.write(handle, bytes, at, Math.min(CHUNK, bytes.length - at), at, done))
    await call((done) => sftp.close(handle, done))
  } catch (error) {
    if ((error as { code?: unknown }).code !== FAILURE) throw error
    throw new WriteFailed((error as Error).message, { cause: error })
  }
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

type Failure = (Error & { code?: number }) | undefined

/** The result of a call, or undefined at the end of the file or folder. */
const untilEnd = <Value>(act: (done: (error: Failure, value: Value) => void) => void): Promise<Value | undefined> =>
  new Promise((resolve, reject) =>
    act((error, value) => (error && error.code !== EOF ? reject(error) : resolve(error ? undefined : value))),
  )

const opened = (act: (done: (error: Failure, handle: Buffer) => void) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => act((error, handle) => (error ? reject(error) : resolve(handle))))

/** Names in a folder, until they have so many bytes. */
async function readNames(sftp: Sftp, folder: string, mostBytes: number): Promise<string[]> {
  const handle = await opened((done) => sftp.opendir(folder, done))
  const names: string[] = []
  let bytes = 0
  while (bytes < mostBytes) {
    const entries = await untilEnd<readonly { filename: string }[]>((done) => sftp.readdir(handle, done))
    if (!entries || entries.length === 0) break
    for (const { filename } of entries) {
      names.push(filename)
      bytes += filename.length + 1
    }
  }
  await call((done) => sftp.close(handle, done))
  return names
}

/** Throws if the file is longer. Into one buffer, since a server may send single bytes. */
async function readFile(sftp: Sftp, path: string, mostBytes: number): Promise<string> {
  const handle = await opened((done) => sftp.open(path, 'r', 0, done))
  let bytes = Buffer.alloc(CHUNK)
  let at = 0
  while (at <= mostBytes) {
    if (at + CHUNK > bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length)
    const read = await untilEnd<number>((done) => sftp.read(handle, bytes, at, CHUNK, at, done))
    if (!read) break
    at += read
  }
  if (at > mostBytes) throw new Error('the file is too large')
  await call((done) => sftp.close(handle, done))
  return bytes.toString('utf8', 0, at)
}
