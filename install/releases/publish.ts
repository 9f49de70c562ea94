import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Metadata, MetadataKind, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import { replaceFile } from './files.ts'
import { KEYS, type Role, readKeys, type SigningKey } from './keys.ts'

/**
 * A repository of releases for any static file server, by The Update Framework (specification 1.0): `metadata/` with consistent names, and
 * `targets/` with the archives. Its signatures prove who made a release, that it is complete, and that the list is recent.
 */

/** What a router reads of a release before it downloads it. */
export interface Published {
  readonly channel: string
  readonly version: string
  /** Of the processor, as Node names it: `x64`, `arm64`. */
  readonly arch: string
  /** What is new: Markdown. */
  readonly notes?: string
}

const SPECIFICATION = '1.0.31'
const DAY_MS = 24 * 3600_000
/** Days until each list has to be signed again. A router with an expired list runs as before, and says that it cannot check. */
const DAYS: Readonly<Record<Role, number>> = { root: 3650, targets: 365, snapshot: 90, timestamp: 90 }

type JSONObject = Parameters<typeof Root.fromJSON>[0]

export interface Repository {
  readonly folder: string
  /** The folder with the keys. */
  readonly keys: string
  /** In milliseconds since 1970. */
  readonly now?: number
}

interface Common {
  readonly version: number
  readonly specVersion: string
  readonly expires: string
}

type Signed = Root | Targets | Snapshot | Timestamp

/** Metadata files of a repository, signed with the keys that are at hand. */
class Metadatas {
  readonly #folder: string
  readonly #keys: readonly SigningKey[]
  readonly #now: number
  constructor(folder: string, keys: readonly SigningKey[], now: number) {
    this.#folder = join(folder, 'metadata')
    this.#keys = keys
    this.#now = now
    mkdirSync(this.#folder, { recursive: true })
  }

  common(role: Role, version: number): Common {
    const expires = new Date(this.#now + DAYS[role] * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z')
    return { version, specVersion: SPECIFICATION, expires }
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** Signs and writes it. Returns its bytes. */
  write(name: string, signed: Signed, role: Role): Buffer {
    const metadata = new Metadata<Signed>(signed)
    const keys = this.#keys.filter((key) => key.role === role)
    if (keys.length < KEYS[role].threshold) throw new Error(`a key for ${role} is missing`)
    for (const key of keys) metadata.sign((data) => key.sign(data))
    const bytes = Buffer.from(JSON.stringify(metadata.toJSON()))
    replaceFile(this.path(name), bytes)
    return bytes
  }
}

/** The first list of keys of a repository, which routers are installed with. It is made if there is none. */
export function openRepository({ folder, keys: keyFolder, now = Date.now() }: Repository): string {
  const keys = readKeys(keyFolder)
  const files = new Metadatas(folder, keys, now)
  const path = files.path('1.root.json')
  if (!existsSync(path)) files.write('1.root.json', rootOf(keys, files.common('root', 1)), 'root')
  return path
}

/** Adds an archive to a repository. Throws if that version is published already. */
export async function publish(archive: string, release: Published, repository: Repository): Promise<void> {
  const { folder, keys, now = Date.now() } = repository
  openRepository(repository)
  const files = new Metadatas(folder, readKeys(keys), now)
  const latest = existsSync(files.path('timestamp.json'))
    ? Metadata.fromJSON(MetadataKind.Timestamp, readJson(files.path('timestamp.json'))).signed.version
    : 0
  const before =
    latest === 0
      ? {}
      : Metadata.fromJSON(MetadataKind.Targets, readJson(files.path(`${latest}.targets.json`))).signed.targets
  const version = latest + 1
  const path = `${release.channel}/${release.version}/${basename(archive)}`
  if (before[path]) throw new Error(`${path} is published already`)

  const { sha256, length } = await measure(archive)
  const target = new TargetFile({ path, length, hashes: { sha256 }, unrecognizedFields: { custom: { ...release } } })
  const stored = join(folder, 'targets', dirname(path), `${sha256}.${basename(path)}`)
  mkdirSync(dirname(stored), { recursive: true })
  copyFileSync(archive, stored)

  // The lists name what they depend on: the timestamp, which routers read first, is written last.
  const targets = new Targets({ ...files.common('targets', version), targets: { ...before, [path]: target } })
  const targetsMeta = metaOf(version, files.write(`${version}.targets.json`, targets, 'targets'))
  const snapshot = new Snapshot({ ...files.common('snapshot', version), meta: { 'targets.json': targetsMeta } })
  const snapshotMeta = metaOf(version, files.write(`${version}.snapshot.json`, snapshot, 'snapshot'))
  files.write('timestamp.json', new Timestamp({ ...files.common('timestamp', version), snapshotMeta }), 'timestamp')
}

const readJson = (path: string): JSONObject => JSON.parse(readFileSync(path, 'utf8')) as JSONObject

/** The list of keys. */
function rootOf(keys: readonly SigningKey[], { version, specVersion, expires }: Common): Root {
  const roles = Object.entries(KEYS).map(([role, { threshold }]) => {
    const keyids = keys.filter((one) => one.role === role).map(({ key }) => key.keyID)
    return [role, { keyids, threshold }] as const
  })
  return Root.fromJSON({
    ...{ _type: 'root', version, spec_version: specVersion, expires, consistent_snapshot: true },
    keys: Object.fromEntries(keys.map(({ key }) => [key.keyID, key.toJSON()])),
    roles: Object.fromEntries(roles),
  })
}

const metaOf = (version: number, bytes: Buffer): MetaFile =>
  new MetaFile({ version, length: bytes.length, hashes: { sha256: createHash('sha256').update(bytes).digest('hex') } })

async function measure(path: string): Promise<{ readonly sha256: string; readonly length: number }> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { sha256: hash.digest('hex'), length: statSync(path).size }
}
