import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { unitTests } from './lab/cli/files.ts'

/** A rule about some files: what they may import, by repository path or by bare name. */
interface Arrow {
  readonly says: string
  readonly of: (file: string) => boolean
  readonly may: (target: string) => boolean
  /** Imports of types alone do not count: they are not loaded. */
  readonly allowsTypes?: true
}

const isTest = (file: string): boolean => /\.(test|fixture)\.ts$/.test(file)
const within =
  (...rooms: string[]) =>
  (path: string): boolean =>
    rooms.some((room) => path.startsWith(room))
const files = globSync(['router/**/*.ts', 'search/**/*.ts', '{web,site}/**/*.{ts,tsx}', 'lab/**/*.ts'], {
  exclude: (path) => path.includes('node_modules') || path.includes('dist'),
}).filter((file) => !isTest(file))

/** What a file imports, static or dynamic, as repository paths or bare names. */
function importsOf(file: string, allowsTypes = false): string[] {
  const source = readFileSync(file, 'utf8')
  const text = allowsTypes ? source.replace(/^import type [^']*'[^']+'/gm, '') : source
  const found = [...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"\n]*(?:\n[^'"]*?)?from\s+'([^']+)'/g)].map(
    ([, name]) => name!,
  )
  const dynamic = [...text.matchAll(/\b(?:import|getBuiltinModule)\('([^']+)'\)/g)].map(([, name]) => name!)
  return [...found, ...dynamic].map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name))
}

const isPure = (target: string): boolean =>
  target === 'zod' ||
  target === 'router/errors.ts' ||
  within('router/values/', 'router/wire/', 'router/model/', 'router/phrases/')(target)

/** The wiring. */
const WHOLE = ['router/start/']
const PARTS = 'router/start/parts.ts'

const isPart = (path: string): boolean => /^router\/features\/.+\/part\.ts$/.test(path)
/** The parts of an area. */
const isPartList = (path: string): boolean => /^router\/features\/\w+\/parts\.ts$/.test(path)
/** What a feature does before the parts are opened, or without its part. */
const isStart = (path: string): boolean => /^router\/features\/.+\/start\.ts$/.test(path)
/** Steps of start-up that are the whole content of their file. */
const START_STEPS = [
  // All later parts read the time of day, and this sets it.
  'router/features/machine/time/raise.ts',
  // Between the first pass and the services: ends of pauses move with the time of day.
  'router/features/machine/time/ends.ts',
  // A field of the core: any part may connect to a server that settings name.
  'router/features/dns/names/destination.ts',
]

/** Facts are what the compiler reads: their types, and the table's entries. */
const facts = within('router/store/facts.ts', 'router/store/table.ts')

/** The input and output of the search: built pages, and HTTP. */
const READ_AND_SERVED = ['search/extract.ts', 'search/site.ts', 'search/serve.ts', 'search/http.ts']

/** The OpenAPI description, and the metadata for servers of the built files. */
const DESCRIPTION_AND_SERVING = [
  'router/model/operations.ts',
  'router/model/operation.ts',
  'router/servers/http/describe/openapi.ts',
  'router/servers/site/built.ts',
]

const ARROWS: readonly Arrow[] = [
  {
    says: 'values and wire are pure',
    of: within('router/values/', 'router/wire/'),
    may: (target) =>
      target === 'zod' ||
      target === 'dns-packet' ||
      within('router/values/', 'router/wire/', 'router/phrases/')(target),
  },
  { says: 'the model is pure', of: within('router/model/'), may: isPure },
  {
    says: 'the compiler is pure',
    of: within('router/compiler/'),
    may: (target) => isPure(target) || facts(target) || within('router/compiler/')(target),
  },
  {
    says: 'block lists are read and held as bytes: pure',
    of: within('router/store/blocklists/'),
    may: (target) =>
      isPure(target) || target === 'node:url' || target === 'node:zlib' || within('router/store/blocklists/')(target),
  },
  {
    says: 'only machine/ opens the operating system',
    of: (file) =>
      within('router/')(file) &&
      !within(
        'router/machine/',
        'router/main.ts',
        'router/root/main.ts',
        'router/features/dns/blocklists/lists/program.ts',
        'router/features/messages/automations/program.ts',
        'router/store/database.ts',
        'router/store/copies.ts',
      )(file),
    may: (target) => !/^node:(child_process|fs|dgram|net|tls|https?|http2|os)/.test(target) && target !== 'koffi',
    allowsTypes: true,
  },
  {
    says: 'features connect through the machine that they are given',
    of: within('router/features/'),
    may: (target) => !/^router\/machine\/(dial|sockets|mqtt|nats|datagrams|questions|unixsocket|linux)\b/.test(target),
    allowsTypes: true,
  },
  {
    says: 'only servers/http imports Fastify',
    of: (file) => within('router/')(file) && !within('router/servers/http/')(file),
    may: (target) => !/^(@?fastify|ws$)/.test(target),
  },
  {
    says: 'only servers/dns and store/events import worker threads',
    of: (file) => within('router/')(file) && !within('router/servers/dns/', 'router/store/events/')(file),
    may: (target) => target !== 'node:worker_threads',
  },
  {
    says: 'the machine imports values and wire formats only',
    of: within('router/machine/'),
    may: (target) =>
      !within('router/')(target) ||
      within('router/machine/', 'router/errors.ts', 'router/phrases/', 'router/values/', 'router/wire/')(target),
  },
  {
    says: 'features do not call drivers or servers',
    of: (file) => within('router/features/')(file),
    may: (target) => !within('router/drivers/', 'router/servers/', 'router/pass/')(target),
  },
  {
    says: 'only main.ts and router/start import the whole',
    of: (file) => within('router/')(file) && !within('router/main.ts', ...WHOLE)(file),
    may: (target) => !within(...WHOLE)(target),
  },
  {
    says: 'store, presence and events import no driver and no server',
    of: within('router/store/', 'router/presence/', 'router/events/'),
    may: (target) => !within('router/drivers/', 'router/servers/')(target),
  },
  {
    says: 'servers do not call drivers; what they receive becomes a fact',
    of: within('router/servers/'),
    may: (target) => !within('router/drivers/')(target),
  },
  ...['dhcp', 'dns', 'eventbus', 'http', 'multicast', 'site'].map((name) => ({
    says: `the ${name} server imports no other server`,
    of: within(`router/servers/${name}/`),
    may: (target: string) => !within('router/servers/')(target) || within(`router/servers/${name}/`)(target),
  })),
  {
    says: 'what is below the features imports none of them',
    of: within(
      'router/store/',
      'router/events/',
      'router/compiler/',
      'router/pass/',
      'router/drivers/',
      'router/presence/',
      'router/superd/',
      'router/servers/',
    ),
    may: (target) => !within('router/features/')(target),
  },
  {
    says: 'start/parts.ts imports only the parts of each area',
    of: (file) => file === PARTS,
    may: (target) => !within('router/features/')(target) || isPartList(target),
  },
  {
    says: 'router/start imports of features only their parts, their start.ts, and the listed steps',
    of: within(...WHOLE),
    may: (target) =>
      !within('router/features/')(target) || isPartList(target) || isStart(target) || START_STEPS.includes(target),
  },
  {
    says: 'only router/start imports the start.ts of features',
    of: (file) => within('router/')(file) && !within(...WHOLE)(file),
    may: (target) => !isStart(target),
  },
  {
    says: 'only start/parts.ts imports parts, by area',
    of: (file) => within('router/')(file) && file !== PARTS,
    may: (target) => !isPartList(target),
  },
  {
    says: 'only the list of its area exports a part',
    of: (file) => within('router/')(file) && !isPartList(file),
    may: (target) => !isPart(target),
  },
  {
    says: 'the list of an area has nothing but parts',
    of: isPartList,
    may: isPart,
  },
  {
    says: 'only features and router/start import the core',
    of: (file) => within('router/')(file) && !within('router/features/', ...WHOLE)(file),
    may: (target) => target !== 'router/core.ts',
  },
  {
    says: 'the search runs in a browser',
    of: (file) => within('search/')(file) && !within(...READ_AND_SERVED)(file),
    may: (target) => within('search/')(target) && !within(...READ_AND_SERVED)(target),
  },
  {
    says: 'the web app imports the model only',
    of: within('web/'),
    may: (target) => !within('router/', 'lab/')(target) || isPure(target),
  },
  {
    says: 'parts and client of the web app import no screens and no shell',
    of: within('web/parts/', 'web/client/'),
    may: (target) => !within('web/screens/', 'web/shell/')(target),
  },
  {
    says: 'screens do not import the shell around them',
    of: within('web/screens/'),
    may: (target) => !within('web/shell/')(target),
  },
  {
    says: 'the site imports the search and the licenses, and of the router only the description of the API and the server of the site',
    of: within('site/'),
    may: (target) =>
      within('site/', 'bin/licenses.ts')(target) ||
      !/^(router|web|lab|bin)\//.test(target) ||
      DESCRIPTION_AND_SERVING.includes(target),
  },
  {
    says: 'the router and the web app do not need the lab',
    of: within('router/', 'web/'),
    may: (target) => !within('lab/')(target),
  },
]

for (const { says, of, may, allowsTypes } of ARROWS)
  test(says, () => {
    const strays = files.filter(of).flatMap((file) =>
      importsOf(file, allowsTypes)
        .filter((target) => !may(target))
        .map((target) => `${file} imports ${target}`),
    )
    assert.deepEqual(strays, [])
  })

/** The folder that a file belongs to, for the question of circles. The model is a layer below the store. */
function folderOf(file: string): string {
  if (within('router/model/')(file)) return 'router/model'
  const [, room = '', part = '', ...rest] = file.split('/')
  if (room === 'features' && rest.length > 1) return `router/features/${part}/${rest[0]}`
  // The store holds the tables of presence, and what fills them changes facts.
  const isDivided = ['servers', 'drivers', 'presence'].includes(room) && rest.length > 0
  return isDivided ? `router/${room}/${part}` : `router/${room}`
}

test('no folders of the router import each other in a circle', () => {
  const arrows = new Map<string, Map<string, string>>()
  for (const file of files.filter(within('router/')))
    for (const target of importsOf(file).filter(within('router/'))) {
      const [from, to] = [folderOf(file), folderOf(target)]
      if (from === to) continue
      const targets = arrows.get(from) ?? new Map()
      arrows.set(from, targets.set(to, `${file} imports ${target}`))
    }
  const finished = new Set<string>()
  const circles: string[] = []
  const follow = (folder: string, way: readonly string[], steps: readonly string[]): void => {
    if (way.includes(folder)) circles.push(steps.slice(way.indexOf(folder)).join(', '))
    if (finished.has(folder) || way.includes(folder)) return
    for (const [next, step] of arrows.get(folder) ?? []) follow(next, [...way, folder], [...steps, step])
    finished.add(folder)
  }
  for (const folder of arrows.keys()) follow(folder, [], [])
  assert.deepEqual(circles, [])
})

/** The files that are loaded with a file. Imports of types alone are not. */
function loadedWith(file: string): string[] {
  const imports =
    /^(?:import|export) (?:(\{[^}]*\}|\* as \w+|\*|\w+(?:, \{[^}]*\})?) from )?'(\.[^']+)'|\bawait import\('(\.[^']+)'\)/gm
  return [...readFileSync(file, 'utf8').matchAll(imports)]
    .filter(([, names = '']) => !/^\{(\s*type \w+( as \w+)?,?)+\s*\}$/.test(names))
    .map(([, , target, late]) => normalize(join(dirname(file), target ?? late!)))
}

test('no files are loaded in a circle', () => {
  const finished = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (finished.has(file) || way.includes(file)) return
    for (const next of loadedWith(file)) if (files.includes(next)) follow(next, [...way, file])
    finished.add(file)
  }
  for (const file of files) follow(file, [])
  assert.deepEqual(circles, [])
})

test('a request with its own connection names no agent: Node would use the agent, and connect by TCP', () => {
  const connecting = files.filter((file) => /\bcreateConnection\b/.test(readFileSync(file, 'utf8')))
  assert.ok(connecting.length > 0)
  assert.deepEqual(
    connecting.filter((file) => /\bagent:/.test(readFileSync(file, 'utf8').replace('socketPath, agent: false }', ''))),
    [],
  )
})

test('no test clicks by force: without the check for what is at that place, a page that moves makes it miss', () => {
  const walks = globSync('lab/{browser,scenarios,screens,site,tailnet,vm}/**/*.ts')
  assert.ok(walks.length > 100)
  assert.deepEqual(
    walks.filter((file) =>
      /\.(click|dblclick|check|uncheck|hover|tap)\([^()]*force: true/.test(readFileSync(file, 'utf8')),
    ),
    [],
  )
})

test('all files of router/features are in the folder of an area', () => {
  assert.deepEqual(globSync('router/features/*.ts'), [])
})

test('contracts are in the model, whose tests import no feature', () => {
  const model = within('router/model/')
  assert.deepEqual(
    files.filter((file) => file.endsWith('/contract.ts') && !model(file)),
    [],
  )
  const tests = globSync('router/model/**/*.{test,fixture}.ts')
  assert.deepEqual(
    tests.filter((file) => importsOf(file).some(within('router/features/'))),
    [],
  )
})

/** Folders of screens, and files of texts, that have the name of no feature, with the reason. */
const NO_FEATURE: Readonly<Record<string, string>> = {
  'home/dashboard': 'the Home screen, which shows what all areas report',
  'home/search': 'the search of the app, which finds rows of all areas',
}

test('screens and texts of the app have the names of features, or of the area whose features share them', () => {
  const named = (path: string): string =>
    path
      .replace(/\.tsx?$/, '')
      .split('/')
      .slice(2, 4)
      .join('/')
  const screens = globSync('web/screens/*/*/**/*.{ts,tsx}').map(named)
  const texts = globSync('web/texts/*/**/*.ts', { exclude: ['web/texts/de/**'] }).map(named)
  assert.ok(screens.length > 500 && texts.length > 50)
  const isFeature = (name: string): boolean =>
    existsSync(`router/features/${name}`) || existsSync(`router/model/${name}`)
  const isShared = (name: string): boolean => name.split('/')[0] === name.split('/')[1]
  const strays = [...screens, ...texts.filter((name) => !isShared(name))].filter((name) => !isFeature(name))
  assert.deepEqual([...new Set(strays)].sort(), Object.keys(NO_FEATURE))
})

const EXPORTED = /^export (?:abstract |async )*(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm

test('a name is exported by one file of the router or the app, so that a search finds what it means', () => {
  const declared = new Map<string, string[]>()
  // A translation exports the names of the texts that it replaces.
  for (const file of files.filter((path) => /^(router|web)\/(?!texts\/de\/)/.test(path)))
    for (const name of new Set(Array.from(readFileSync(file, 'utf8').matchAll(EXPORTED), ([, found]) => found!)))
      declared.set(name, [...(declared.get(name) ?? []), file])
  assert.ok(declared.size > 4000)
  assert.deepEqual(
    [...declared].filter(([, names]) => names.length > 1),
    [],
  )
})

test('only parts take the whole core: other files of a feature list the fields that they need', () => {
  const whole = (file: string): boolean =>
    /\bCore\b/.test(readFileSync(file, 'utf8').replace(/^import .*|\bPick<Core,/gm, ''))
  const features = files.filter(within('router/features/'))
  assert.ok(features.filter(isPart).some(whole))
  assert.deepEqual(
    features.filter((file) => !isPart(file) && whole(file)),
    [],
  )
})

test('features run no command that changes links, addresses or routes: drivers do', () => {
  const changing = files.filter((file) => /\['ip', (?!'-j')/.test(readFileSync(file, 'utf8')))
  assert.ok(changing.some(within('router/drivers/')))
  assert.deepEqual(changing.filter(within('router/features/')), [])
})

test('every arrow speaks of files that exist', () => {
  for (const { says, of } of ARROWS) assert.ok(files.some(of), says)
})

/** Assignments to the environment, to globals and to other state of a process. */
const CHANGES_PROCESS =
  /\b(process\.env(\.\w+|\[.*?\])|globalThis\.\w+|process\.exitCode) *=[^=]|\bprocess\.(chdir|umask|exit)\(/

test('unit tests, which share a process, leave it unchanged or restore it', () => {
  const tests = unitTests()
  assert.ok(tests.length > 400)
  const changing = tests.filter((file) => {
    // Templates are programs for other processes.
    const source = readFileSync(file, 'utf8').replace(/`[^`]*`/g, '')
    return CHANGES_PROCESS.test(source) && !/\bdelete process\.env\b/.test(source)
  })
  assert.deepEqual(changing, [])
})

test('each file that reads the time of day is listed with its reason, and nothing passes by the clock of the machine', () => {
  const sources = files.filter(within('router/'))
  const reads = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  const listed = [...readFileSync('docs/times.md', 'utf8').matchAll(/^- `(router\/[^`]+)`$/gm)].map(([, file]) => file!)
  assert.deepEqual(reads(/\bclock\.now\b/i).sort(), listed.sort(), 'docs/times.md')
  assert.deepEqual(reads(/\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\.(?!timeZoneId)/), ['router/machine/clock.ts'])
})
