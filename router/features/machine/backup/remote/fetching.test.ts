import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../../errors.ts'
import type { RequestOptions, SftpReadOptions } from '../../../../machine/storing.ts'
import { MAX_ARCHIVE_BYTES } from '../../../../model/machine/backup/contract.ts'
import { GivenRemote, WantedRemote } from '../../../../model/machine/backup/remote/contract.ts'
import { deriveKey, invalid, openRouter } from '../archives.fixture.ts'
import { openMaking } from '../making.ts'
import { openRemoteFetching } from './fetching.ts'

const HOST_KEY = `SHA256:${'k'.repeat(43)}`
const OLD = 'sallyport-v0.1.0-20260131T120000000Z.backup'
const NEW = 'sallyport-v0.1.0+2-20260201T030000000Z.backup'
const NAS = { Kind: 'sftp', Host: 'nas.lan', HostKey: HOST_KEY, User: 'backup', Password: 'sesame', Folder: 'router' }
const DAV = { Kind: 'webdav', URL: 'https://cloud.test/dav/', User: 'ada', Password: 'sesame' }
const S3 = {
  Kind: 's3',
  URL: 'https://s3.test',
  Bucket: 'home',
  Folder: '/router/here',
  User: 'AKIA7',
  Password: 'key',
}
const given = (more: object) => GivenRemote.parse(more)
const wanted = (more: object) => WantedRemote.parse(more)

/** A new router, and an archive of another one. */
async function openHome() {
  const old = await openRouter()
  const archive = old.read(await old.make('a passphrase of my own'))
  const router = await openRouter()
  const { machine, facts, change, vault } = router
  const making = openMaking({
    ...{ machine, facts, change, vault, deriveKey },
    ...{ directory: '/data/backups', release: '0.1.0' },
  })
  const resolve = async (host: string) => {
    if (host === 'nowhere.test') throw new Error('the name nowhere.test cannot be resolved')
    return '192.168.2.9'
  }
  const fetching = openRemoteFetching({ machine, facts, vault, making, resolve, authorities: [] })
  return { ...router, archive, fetching }
}

test('SFTP: archives in the folder are listed, newest first, and one is fetched', async () => {
  const { fetching, machine, archive, list, facts } = await openHome()
  const reads: SftpReadOptions[] = []
  machine.answerSftpReads((options) => {
    reads.push(options)
    return options.name === undefined
      ? { kind: 'names', names: [OLD, 'photo.jpg', NEW, `${NEW}.part`, `../${OLD}`] }
      : { kind: 'file', text: archive }
  })
  assert.deepEqual(await fetching.list(given(NAS)), {
    ...{ Ok: true, Message: '', Fault: null, Field: '', HostKey: HOST_KEY },
    Names: [NEW, OLD],
  })
  assert.deepEqual(await fetching.fetch(wanted({ ...NAS, Name: OLD })), {
    ...{ Ok: true, Message: '', Fault: null, Field: '', HostKey: HOST_KEY },
    Name: OLD,
  })
  assert.deepEqual(
    list().map(({ Name }) => Name),
    [OLD],
  )
  const [, { name, mostBytes, folder, password, hostKey } = {}] = reads
  assert.deepEqual([name, mostBytes, folder], [OLD, MAX_ARCHIVE_BYTES, 'router'])
  assert.deepEqual([password, hostKey], ['sesame', HOST_KEY])
  assert.equal(facts.setting('remoteBackup').Host, '', 'the settings are not saved')
})

test('WebDAV: names come from PROPFIND, also percent-encoded', async () => {
  const { fetching, machine, archive } = await openHome()
  const requests: RequestOptions[] = []
  machine.answerRequests((options) => {
    requests.push(options)
    const hrefs = ['/dav/', `/dav/${OLD}`, `/dav/${NEW.replace('+', '%2B')}`, `/dav/x${OLD}`, `/dav/${OLD}.part`]
    const text = `<d:multistatus>${hrefs.map((href) => `<d:href>${href}</d:href>`).join('')}</d:multistatus>`
    return options.method === 'PROPFIND' ? { status: 207, text } : { status: 200, text: archive }
  })
  assert.deepEqual((await fetching.list(given(DAV))).Names, [NEW, OLD])
  assert.equal((await fetching.fetch(wanted({ ...DAV, Name: NEW }))).Name, NEW)
  const [listed, fetched] = requests
  assert.deepEqual([listed?.url, listed?.headers.Depth], ['https://cloud.test/dav/', '1'])
  assert.equal(listed?.headers.Authorization, `Basic ${btoa('ada:sesame')}`)
  assert.deepEqual([fetched?.method, fetched?.url], ['GET', `https://cloud.test/dav/${encodeURIComponent(NEW)}`])
})

test('S3: the names with the prefix are listed with a signed request', async () => {
  const { fetching, machine } = await openHome()
  const requests: RequestOptions[] = []
  machine.answerRequests((options) => {
    requests.push(options)
    return { status: 200, text: `<Contents><Key>router/here/${OLD}</Key></Contents>` }
  })
  assert.deepEqual((await fetching.list(given(S3))).Names, [OLD])
  assert.equal(requests[0]?.url, 'https://s3.test/home?list-type=2&max-keys=1000&prefix=router%2Fhere%2Fsallyport-v')
  assert.match(String(requests[0]?.headers.authorization), /^AWS4-HMAC-SHA256 Credential=AKIA7\//)
})

test('a server whose host key is not accepted returns it, and a login that is wrong is at its field', async () => {
  const { fetching, machine, list } = await openHome()
  machine.answerSftpReads(() => ({ kind: 'hostKey', hostKey: HOST_KEY }))
  const { Ok, Field, HostKey, Names } = await fetching.list(given({ ...NAS, HostKey: '' }))
  assert.deepEqual([Ok, Field, HostKey, Names], [false, 'HostKey', HOST_KEY, []])
  machine.answerSftpReads(() => ({ kind: 'folder', reason: 'No such file' }))
  assert.deepEqual(await fetching.list(given(NAS)), {
    ...{ Ok: false, Field: 'Folder', HostKey: '', Names: [] },
    Message: 'The folder does not exist, or may not be read (No such file).',
    Fault: { Code: 'folder_read', Detail: 'No such file' },
  })
  machine.answerRequests(() => ({ status: 401, text: '' }))
  assert.equal((await fetching.list(given(DAV))).Field, 'Password')
  machine.answerRequests(() => ({ status: 404, text: '' }))
  const { Name, Field: place } = await fetching.fetch(wanted({ ...DAV, Name: OLD }))
  assert.deepEqual([Name, place, list()], ['', 'URL', []])
  assert.equal((await fetching.list(given({ ...DAV, URL: 'https://nowhere.test' }))).Field, 'URL')
})

test('a file that is no archive is not stored, and a stored password is sent to its own server only', async () => {
  const { fetching, machine, list } = await openHome()
  machine.answerSftpReads(() => ({ kind: 'file', text: 'photo' }))
  await assert.rejects(fetching.fetch(wanted({ ...NAS, Name: OLD })), invalid(undefined, /not a Sallyport backup/))
  assert.deepEqual(list(), [])
  await assert.rejects(fetching.list(given({ ...NAS, Password: '**' })), Invalid)
  assert.throws(() => wanted({ ...NAS, Name: '../state.db' }))
})
