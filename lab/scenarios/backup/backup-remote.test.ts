import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  RemoteFetched,
  RemoteNames,
  RemoteStatus,
  RemoteTest,
  ShownRemote,
} from '../../../router/model/machine/backup/remote/contract.ts'
import { SFTP_PASSWORD, startListingWebDav, startS3, startSftp, startWebDav } from '../../guests/stores.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Backups on servers of the household: OpenSSH, nginx, and a server of S3 that checks signatures. */
const data = '/run/backup-remote'
const { home, story } = await openStage({ nas: { wired: true, Policies: ['dns'] } }, { data })
const { router, nas } = home
await nas.join()
const Host = String(await nas.address())
const SSH = '/run/nas-ssh'
const FILES = '/run/nas-files'
mkdirSync(FILES, { recursive: true })

const { PublicKey } = (await router.api('/backup/remote/key')) as { PublicKey: string }
let sshd = await startSftp(nas.namespace, SSH, [PublicKey])
const sftp = { Kind: 'sftp', Host, Port: 2222, User: 'root', Folder: FILES, Keep: 2 }

const tryOut = (given: object) => router.api('/backup/remote/test', given) as Promise<RemoteTest>
const configure = (given: object) => router.api('/backup/remote', given) as Promise<ShownRemote>
const run = () => router.api('/backup/remote/run', undefined, 'PUT') as Promise<RemoteStatus>
const names = (given: object) => router.api('/backup/remote/list', given) as Promise<RemoteNames>
const fetched = (given: object) => router.api('/backup/remote/fetch', given) as Promise<RemoteFetched>
let fingerprint = ''

/** Deletes all backups on the router, fetches the newest one from the server, and returns its name. */
async function fetchNewest(given: object): Promise<string> {
  rmSync(join(data, 'backups'), { recursive: true })
  const { Names } = await names(given)
  const { Name, Message } = await fetched({ ...given, Name: Names[0] })
  assert.equal(Message, '')
  const here = (await router.api('/backup')) as { Name: string }[]
  assert.deepEqual(
    here.map((one) => one.Name),
    [Name],
  )
  return Name
}

story('SFTP: a test returns the host key before any login, and with it stores and deletes a file', async () => {
  const { Ok, Field, HostKey } = await tryOut({ ...sftp, User: 'ghost' })
  assert.deepEqual([Ok, Field], [false, 'HostKey'])
  const shown = await nas.namespace.run(['ssh-keygen', '-l', '-f', join(SSH, 'host_key.pub')])
  assert.ok(shown.includes(` ${HostKey} `), shown)
  fingerprint = HostKey
  const tested = await tryOut({ ...sftp, HostKey })
  assert.deepEqual([tested.Ok, tested.Message], [true, 'A test file was stored and deleted.'])
  assert.deepEqual(readdirSync(FILES), [])
})

story('SFTP: backups are stored there, encrypted, and only the last ones are kept', async () => {
  assert.equal((await configure({ ...sftp, HostKey: fingerprint })).Status.State, 'waiting')
  const names: string[] = []
  for (let count = 0; count < 3; count++) {
    const { State, Message, Stored } = await run()
    assert.deepEqual([State, Message], ['stored', ''])
    names.push(Stored.at(-1)!)
  }
  assert.deepEqual(readdirSync(FILES).sort(), names.slice(1).sort())
  const archive = readFileSync(join(FILES, names.at(-1)!), 'utf8')
  // The quotes, which Base64 does not have: the three letters alone appear in random text.
  for (const secret of ['"nas"', nas.mac, 'argon2id', 'PRIVATE KEY']) assert.ok(!archive.includes(secret), secret)
  assert.equal(((await router.api('/backup')) as unknown[]).length, 1)
})

story('SFTP: the backups there are listed after the host key is accepted, and one is fetched', async () => {
  const unknown = await names({ ...sftp, HostKey: '' })
  assert.deepEqual([unknown.Field, unknown.HostKey, unknown.Names], ['HostKey', fingerprint, []])
  const known = { ...sftp, HostKey: fingerprint }
  writeFileSync(join(FILES, 'sallyport-photo.backup'), 'photo')
  const newest = readdirSync(FILES)
    .filter((name) => name.includes('-v'))
    .sort()
    .at(-1)
  assert.equal(await fetchNewest(known), newest)
  rmSync(join(FILES, 'sallyport-photo.backup'))
  assert.equal((await names({ ...known, Folder: '/nowhere' })).Field, 'Folder')
})

story('SFTP: a wrong folder or user is reported at its field', async () => {
  const known = { ...sftp, HostKey: fingerprint }
  assert.equal((await tryOut({ ...known, Folder: '/nowhere' })).Field, 'Folder')
  assert.equal((await tryOut({ ...known, User: 'ghost' })).Field, 'Password')
  assert.equal((await tryOut({ ...known, Port: 2223 })).Field, 'Host')
})

/** Stores a file as the router does, from the server itself. */
const storeTwice = `
  const { storeOverSftp } = await import(${JSON.stringify(new URL('../../../router/machine/linux/sftp.ts', import.meta.url))})
  const [hostKey, folder] = process.argv.slice(1)
  const login = { ip: '127.0.0.1', port: 2222, user: 'root', password: ${JSON.stringify(SFTP_PASSWORD)}, privateKey: '' }
  for (const text of ['the first', 'the second'])
    console.log(JSON.stringify(await storeOverSftp({ ...login, hostKey, folder, put: { name: 'again', text }, remove: ['partial'], timeoutMs: 20_000 })))
`

for (const login of ['password', 'keyboard-interactive'] as const)
  story(`SFTP: a server that accepts ${login} only takes backups with the password`, async () => {
    await sshd.stop()
    sshd = await startSftp(nas.namespace, SSH, [], login)
    const known = { ...sftp, HostKey: fingerprint }
    assert.equal((await tryOut({ ...known, Password: SFTP_PASSWORD })).Message, 'A test file was stored and deleted.')
    assert.equal((await tryOut({ ...known, Password: 'wrong' })).Field, 'Password')
  })

story('SFTP: a file whose upload was not confirmed is stored again, and incomplete ones are deleted', async () => {
  const folder = '/run/nas-again'
  mkdirSync(folder)
  writeFileSync(join(folder, 'partial.part'), 'the begin')
  const argv = [process.execPath, '--disable-warning=ExperimentalWarning', '-e', storeTwice, fingerprint, folder]
  const results = (await nas.namespace.run(argv)).trim().split('\n')
  assert.deepEqual(
    results.map((line) => JSON.parse(line)),
    Array(2).fill({ kind: 'stored', removed: ['partial'] }),
  )
  assert.deepEqual(readdirSync(folder), ['again'])
  assert.equal(readFileSync(join(folder, 'again'), 'utf8'), 'the second')
  await sshd.stop()
  sshd = await startSftp(nas.namespace, SSH, [PublicKey])
})

story('SFTP: a server with another host key gets no backup, and an alert is made', async () => {
  const before = readdirSync(FILES).sort()
  await sshd.stop()
  for (const name of ['host_key', 'host_key.pub']) rmSync(join(SSH, name))
  sshd = await startSftp(nas.namespace, SSH, [PublicKey])
  const { State, Message } = await run()
  assert.equal(State, 'failed')
  assert.match(Message, /^the server has another host key: SHA256:/)
  assert.deepEqual(readdirSync(FILES).sort(), before)
  const alerts = async () => JSON.stringify(await router.api('/events?topic=alert:'))
  await until('an alert about it', async () => (await alerts()).includes('another host key'))
  await sshd.stop()
})

story('WebDAV: backups are stored with the password of the user only', async () => {
  const dir = '/run/nas-dav'
  startWebDav(nas.namespace, dir)
  const dav = { Kind: 'webdav', URL: `http://${Host}:8080/`, User: 'ada', Password: 'open sesame', Keep: 1 }
  await until('the server listens', async () => (await nas.namespace.connects(Host, 8080)) || undefined)
  assert.deepEqual(await tryOut(dav), {
    Ok: true,
    ...{ Message: 'A test file was stored and deleted.', Fault: null, IsDeleted: true },
    ...{ Field: '', HostKey: '' },
  })
  assert.equal((await tryOut({ ...dav, Password: 'wrong' })).Field, 'Password')
  assert.deepEqual((await configure(dav)).Status.Stored, [], 'those of another place are not counted here')
  await run()
  const { State, Stored } = await run()
  assert.deepEqual([State, readdirSync(join(dir, 'files'))], ['stored', Stored])
  assert.equal(Stored.length, 1)
  await using _listing = await startListingWebDav(nas.namespace, Host, join(dir, 'files'))
  const other = { ...dav, URL: `http://${Host}:8081/dav` }
  assert.equal(await fetchNewest(other), Stored[0])
  assert.equal((await names({ ...other, Password: 'wrong' })).Field, 'Password')
})

story('S3: requests are signed, and a wrong key is refused', async () => {
  const server = await startS3(nas.namespace, Host, ['AKIAHOME', 'secret key'])
  const s3 = {
    ...{ Kind: 's3', URL: `http://${Host}:9000`, Bucket: 'home', Region: 'eu-central-1', Folder: 'router/here' },
    ...{ User: 'AKIAHOME', Password: 'secret key' },
  }
  assert.equal((await tryOut(s3)).Message, 'A test file was stored and deleted.')
  assert.deepEqual(await tryOut({ ...s3, Password: 'another key' }), {
    ...{ Ok: false, Field: 'Password', HostKey: '' },
    Message: 'The server does not accept the login (HTTP 403, SignatureDoesNotMatch).',
    Fault: { Code: 'login', Detail: 'HTTP 403, SignatureDoesNotMatch' },
    IsDeleted: false,
  })
  assert.equal((await tryOut({ ...s3, Bucket: 'office' })).Field, 'Bucket')
  await configure(s3)
  const { State, Stored } = await run()
  assert.equal(State, 'stored')
  const last = JSON.parse(server.lines.at(-1)!) as { method: string; name: string; text: string }
  assert.deepEqual([last.method, last.name], ['PUT', `router/here/${Stored[0]}`])
  assert.match(last.text, /^\{"Sallyport":"backup"/)
  assert.equal(await fetchNewest(s3), Stored[0])
  assert.deepEqual((await names({ ...s3, Folder: 'router' })).Names, [])
})

story('the router never connects to itself', async () => {
  const { Ok, Field } = await tryOut({ ...sftp, Host: '192.168.2.1', Port: 80, Password: 'any' })
  assert.deepEqual([Ok, Field], [false, 'Host'])
  const listed = await names({ ...sftp, Host: '192.168.2.1', Port: 80, Password: 'any' })
  assert.deepEqual([listed.Ok, listed.Field], [false, 'Host'])
})
