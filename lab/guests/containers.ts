import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { outcome, run } from '../process/program.ts'
import type { Files } from './git.ts'

/** An image of the lab: its name, and the programs and directories of this machine that it has. */
export interface LabImage {
  readonly name: string
  readonly programs: readonly string[]
  /** Directories of this machine, with the libraries of their modules. */
  readonly directories?: readonly string[]
  /** Other files of this machine, by their path in the image. */
  readonly files?: Readonly<Record<string, string>>
}

/** Where images are kept. */
const IMAGES = join(ROOT, '.sallyport/images')

/** The image that plugins of the lab are built from. */
export const BASE_IMAGE = 'lab-base:latest'
export const BASE: LabImage = { name: 'lab-base', programs: ['busybox', 'socat'] }
/** Debian's libraries and Node, for plugins in TypeScript. */
export const NODE_IMAGE: LabImage = { name: 'lab-node', programs: ['busybox', process.execPath] }
/** The same with tshark. */
export const TSHARK_IMAGE: LabImage = { name: 'lab-tshark', programs: [...NODE_IMAGE.programs, 'tshark'] }

/** Debian's Python with mitmproxy. */
export const MITMPROXY_IMAGE: LabImage = {
  name: 'lab-mitmproxy',
  programs: ['busybox', '/usr/bin/python3', 'mitmdump'],
  // OpenSSL loads its module for old algorithms by name.
  directories: globSync(['/usr/lib/python3*', '/usr/lib/*/ossl-modules']),
}

/** What no program of an image runs: how long it takes to load depends on its size. */
const UNUSED = /\/(config-[^/]+|pip|setuptools)$/

/**
 * Copies programs and directories of this machine, with their libraries, into a directory: the content of an image that is built FROM scratch.
 * No image registry is needed.
 */
async function makeImage(directory: string, { programs, directories = [], files = {} }: LabImage): Promise<void> {
  const put = (file: string, at: string): void => {
    mkdirSync(dirname(join(directory, at)), { recursive: true })
    copyFileSync(realpathSync(file), join(directory, at))
  }
  const paths = await Promise.all(programs.map(async (name) => (await run(['which', name])).trim()))
  for (const path of paths) put(path, `/bin/${basename(path)}`)
  for (const path of directories)
    cpSync(path, join(directory, path), { recursive: true, filter: (file) => !UNUSED.test(file) })
  const modules = directories.flatMap((cwd) => globSync('**/*.so', { cwd }).map((path) => join(cwd, path)))
  // It fails if one of them is a script.
  const { stdout } = await outcome(['ldd', ...paths, ...modules])
  for (const library of new Set(stdout.match(/\/\S+\.so\S*(?= \()/g))) put(library, library)
  for (const [at, file] of Object.entries(files)) put(file, at)
  for (const name of (await run(['busybox', '--list'])).match(/\S+/g) ?? [])
    if (name !== 'busybox') symlinkSync('busybox', join(directory, 'bin', name))
  for (const name of ['tmp', 'state']) mkdirSync(join(directory, name))
  mkdirSync(join(directory, 'usr'), { recursive: true })
  symlinkSync('../bin', join(directory, 'usr/bin'))
}

/**
 * The file of an image, as a tar archive. It is made once and kept, until a program, a package or this module changes: to find the
 * libraries of all modules takes seconds.
 */
async function imageFile(image: LabImage): Promise<string> {
  const versionOf = (path: string): unknown[] => [realpathSync(path), statSync(path).size, statSync(path).mtimeMs]
  const programs = await Promise.all(image.programs.map(async (name) => (await run(['which', name])).trim()))
  const packages = globSync('/var/lib/dpkg/status')
  const files = [...programs, ...Object.values(image.files ?? {}), ...packages, import.meta.filename]
  const key = JSON.stringify([image, files.map(versionOf)])
  const name = `${image.name}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.tar`
  const file = join(IMAGES, name)
  if (existsSync(file)) return file
  mkdirSync(IMAGES, { recursive: true })
  const directory = mkdtempSync(join(IMAGES, 'new-'))
  try {
    await makeImage(join(directory, 'root'), image)
    await run(['tar', '-C', join(directory, 'root'), '-cf', join(directory, name), '.'])
    for (const old of globSync(`${image.name}-*.tar`, { cwd: IMAGES })) rmSync(join(IMAGES, old), { force: true })
    // Another process may make the same image.
    renameSync(join(directory, name), file)
  } finally {
    rmSync(directory, { recursive: true })
  }
  return file
}

/** The socket of the container engine of a router with this data directory. */
export function engineOf(data: string): string {
  const id = createHash('sha256').update(data).digest('hex').slice(0, 8)
  return `/run/sallyport-${id}/docker.sock`
}

/** Loads an image into an engine. */
export async function loadImage(engine: string, image = BASE): Promise<void> {
  const file = await imageFile(image)
  const target = `http://localhost/images/create?fromSrc=-&repo=${image.name}&tag=latest`
  const tar = ['-X', 'POST', '-H', 'Content-Type: application/x-tar', '-T', file]
  await run(['curl', '-sf', ...tar, '--unix-socket', engine, target])
}

/** A plugin with one service, which runs a shell script. Its data directory is mounted at `/state`. */
export const pluginOf = (name: string, script: string, lines: readonly string[] = []): Files => ({
  'plugin.json': JSON.stringify({ Name: name, URI: name, ComposeFilePath: 'docker-compose.yml' }),
  Dockerfile: `FROM ${BASE.name}\nCOPY start.sh /start.sh\nCMD ["/bin/sh", "/start.sh"]\n`,
  'start.sh': script,
  'docker-compose.yml': [
    'services:',
    `  ${name}:`,
    '    build: .',
    '    init: true',
    `    volumes: ["\${SUPERDIR}state/plugins/${name}:/state"]`,
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n'),
})

/** A script that answers HTTP on `/state/socket` with the output of a command. */
export const answering = (command: string): string =>
  [
    "cat > /tmp/answer <<'END'",
    // The whole request is read: socat drops the answer if it cannot pass on the rest of the request.
    `while read -r line; do [ \${#line} -le 1 ] && break; done`,
    "printf 'HTTP/1.0 200 OK\\r\\n\\r\\n'",
    command,
    'END',
    "exec socat UNIX-LISTEN:/state/socket,fork,unlink-early EXEC:'/bin/sh /tmp/answer'",
    '',
  ].join('\n')

/** A script with which the plugin runs every shell script that comes on `/state/socket`. */
export const OBEYING = 'exec socat -t 30 UNIX-LISTEN:/state/socket,fork,unlink-early EXEC:/bin/sh,stderr\n'

/** Runs a shell script in a plugin that obeys, and returns its output. `socket` is the plugin's. */
export const runIn = (socket: string, script: string): Promise<string> =>
  run(['timeout', '30', 'socat', '-t', '30', '-', `UNIX-CONNECT:${socket}`], { input: `exec 2>&1\n${script}\n` })
