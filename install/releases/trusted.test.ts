import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeKeys } from './keys.ts'
import { publish } from './publish.ts'
import { openTrusted, type TrustedReleases } from './trusted.ts'

interface Fixture {
  readonly repository: string
  readonly keys: string
  publish(
    version: string,
    more?: { readonly channel?: string; readonly arch?: string; readonly content?: string; readonly now?: number },
  ): Promise<void>
  /** What a router trusts, which has read the repository before. */
  open(source?: string): Promise<TrustedReleases>
  readonly at: (name: string) => string
}

async function open(t: { after(run: () => void): void }): Promise<Fixture> {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-tuf-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const at = (name: string): string => join(dir, name)
  const [repository, keys] = [at('repository'), at('keys')]
  makeKeys(keys)
  const fixture: Fixture = {
    repository,
    keys,
    at,
    async publish(version, { channel = 'main', arch = 'x64', content = version, now } = {}) {
      const archive = at(`sallyport-${version}-linux-${arch}.tar.zst`)
      writeFileSync(archive, content)
      await publish(
        archive,
        { channel, version, arch },
        { folder: repository, keys, ...(now === undefined ? {} : { now }) },
      )
    },
    open: (source = repository) =>
      openTrusted({ folder: at('trusted'), root: join(repository, 'metadata/1.root.json'), source, arch: 'x64' }),
  }
  await fixture.publish('0.1.0')
  return fixture
}

test('the releases of a channel for this processor are listed, the newest first, and downloaded', async (t) => {
  const { publish: add, open: read, at } = await open(t)
  await add('0.10.0')
  await add('0.9.0')
  await add('0.11.0', { arch: 'arm64' })
  await add('1.0.0-dev.1', { channel: '-dev' })
  const trusted = await read()
  assert.deepEqual(
    trusted.list('main').map(({ version }) => version),
    ['0.10.0', '0.9.0', '0.1.0'],
  )
  assert.deepEqual(
    trusted.list('-dev').map(({ version }) => version),
    ['1.0.0-dev.1'],
  )
  await trusted.download(trusted.list('main')[0]!, at('archive'))
  assert.equal(readFileSync(at('archive'), 'utf8'), '0.10.0')
})

test('a version is published once, and keys are made once', async (t) => {
  const { publish: add, keys } = await open(t)
  await assert.rejects(add('0.1.0'), /published already/)
  assert.throws(() => makeKeys(keys), /are not replaced/)
})

/** The archive of a version in a repository. */
const archiveOf = (repository: string, version: string): string => {
  const folder = join(repository, 'targets/main', version)
  return join(folder, readdirSync(folder)[0]!)
}

for (const [what, damage] of [
  ['changed', (file: string) => writeFileSync(file, '0.9.9')],
  ['cut off', (file: string) => truncateSync(file, 2)],
  ['too long', (file: string) => writeFileSync(file, '0.1.0'.repeat(1000))],
  ['missing', (file: string) => rmSync(file)],
] as const)
  test(`an archive that is ${what} is refused, and nothing is stored`, async (t) => {
    const { open: read, repository, at } = await open(t)
    damage(archiveOf(repository, '0.1.0'))
    const trusted = await read()
    await assert.rejects(trusted.download(trusted.list('main')[0]!, at('archive')))
    assert.ok(!existsSync(at('archive')))
  })

test('an older repository, with lists that were valid, is refused', async (t) => {
  const { publish: add, open: read, repository, at } = await open(t)
  cpSync(repository, at('old'), { recursive: true })
  await add('0.2.0')
  await read()
  await assert.rejects(read(at('old')))
  assert.equal((await read()).list('main')[0]?.version, '0.2.0')
})

test('lists of other keys, and lists that do not belong together, are refused', async (t) => {
  const { publish: add, open: read, repository, at } = await open(t)
  await read()
  const foreign = await open(t)
  await foreign.publish('0.2.0')
  await assert.rejects(read(foreign.repository))
  await add('0.2.0')
  cpSync(repository, at('mixed'), { recursive: true })
  cpSync(join(repository, 'metadata/1.targets.json'), join(at('mixed'), 'metadata/2.targets.json'))
  await assert.rejects(read(at('mixed')))
})

test('a list that has expired is refused: it could be an old one', async (t) => {
  const { publish: add, open: read } = await open(t)
  await add('0.2.0', { now: Date.now() - 91 * 24 * 3600_000 })
  await assert.rejects(read(), /expired/)
})
