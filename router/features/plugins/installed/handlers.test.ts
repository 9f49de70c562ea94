import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessDenied, Conflict, Invalid, NotFound } from '../../../errors.ts'
import type { ListedPlugin } from '../../../model/plugins/installed/plugin.ts'
import { digestOf } from '../../access/credentials/credential.ts'
import { asking, openPlugins, proved, SAMPLE_FILE, SAMPLE_URL } from './household.fixture.ts'

const names = (plugins: readonly ListedPlugin[]): string[] => plugins.map(({ Name }) => Name)
const invalid = (text: string) => (error: unknown) =>
  error instanceof Invalid && (error.message.includes(text) || assert.fail(error.message))

test('the parts of the router are listed, and the extensions of PLUS while there is a token', async () => {
  const { plugins, plus, put, listed } = openPlugins()
  const list = () => names(plugins.plugins(asking(undefined)) as ListedPlugin[])
  const parts = ['dns-block-extension', 'dns-log-extension', 'plugin-lookup', 'wireguard', 'dyndns', 'db']
  assert.deepEqual(list(), [...parts, 'PPP', 'WIFIUPLINK'])
  assert.equal(listed('dyndns')?.Enabled, false)
  await assert.rejects(async () => plus.start(asking('PFW')), invalid('no PLUS token'))
  const token = String(await plus.createToken(asking(undefined)))
  assert.match(token, /^[A-Za-z0-9_]{40}$/)
  assert.equal(plus.token(asking(undefined)), token)
  assert.deepEqual(list().slice(-2), ['PFW', 'MESH'])
  assert.deepEqual([listed('PFW')?.Enabled, listed('PFW')?.Plus, listed('PFW')?.URI], [false, true, 'pfw'])
  await plus.start(asking('mesh'))
  assert.equal(listed('MESH')?.Enabled, true)
  await put('PFW', { ...listed('PFW'), Enabled: true })
  assert.equal(listed('PFW')?.Enabled, true)
  await plus.setToken(asking(''))
  assert.deepEqual(list().slice(-1), ['WIFIUPLINK'])
})

test('a licence server decides which tokens are valid, and issues them', async () => {
  const { plus } = openPlugins()
  const given = (start: string) => start.padEnd(40, '0')
  await plus.setToken(asking(given('any')))
  await plus.changeServer(asking({ URL: 'https://licences.example/check' }))
  await assert.rejects(async () => plus.tokenValid(asking(undefined)), invalid('not valid'))
  await assert.rejects(async () => plus.setToken(asking(given('bad'))), invalid('does not accept'))
  await plus.setToken(asking(given('good')))
  await plus.tokenValid(asking(undefined))
  await assert.rejects(async () => plus.createToken(asking(undefined)), Conflict)
  await assert.rejects(async () => plus.start(asking('VPN')), NotFound)
})

test('a plugin is added, toggled with its whole entry, and deleted, its name in any case', async () => {
  const { put, remove, listed } = openPlugins()
  assert.ok(names(await put('Weather', { URI: 'weather', Enabled: true })).includes('Weather'))
  const entry = listed('Weather')!
  assert.equal(entry.UnixPath, '/state/plugins/Weather/socket')
  assert.equal(entry.SandboxedUI, true)
  await put('weather', { ...entry, Enabled: false })
  assert.deepEqual(listed('Weather'), { ...entry, Enabled: false })
  assert.ok(!names(await remove('WEATHER')).includes('Weather'))
  await assert.rejects(remove('Weather'), NotFound)
})

test('names, paths and sockets of something else are refused', async () => {
  const { put, remove, listed } = openPlugins()
  await put('weather', { URI: 'weather/now' })
  for (const [name, body, field] of [
    ['other', { URI: 'weather' }, 'URI'],
    ['other', { URI: 'weather/now' }, 'URI'],
    ['other', { URI: 'Weather/now/today' }, 'URI'],
    ['other', { URI: 'dns' }, 'URI'],
    ['other', { URI: 'lookup/more' }, 'URI'],
    ['other', { URI: 'pfw' }, 'URI'],
    ['superd', {}, 'Name'],
    ['other', { UnixPath: '/state/api/apisock' }, 'UnixPath'],
    ['other', { UnixPath: '/state/plugins/superd/socket' }, 'UnixPath'],
    ['other', { UnixPath: '/state/plugins/other/deep/socket' }, 'UnixPath'],
    ['other', { InstallTokenPath: '/configs/plugins/weather/api-token' }, 'InstallTokenPath'],
    ['other', { Plus: true }, 'Plus'],
    ['other', { ComposeFilePath: 'plugins/other/docker-compose.yml' }, 'ComposeFilePath'],
    ['other', { HasUI: true }, 'HasUI'],
    ['PFW', { URI: 'elsewhere' }, 'Name'],
    ['wireguard', { ...listed('wireguard'), Enabled: false }, 'Enabled'],
  ] as const)
    await assert.rejects(put(name, { ...body, Name: name }, proved), invalid(`${field}: `), JSON.stringify(body))
  await assert.rejects(put('other', { Name: 'another' }), invalid('Name: '))
  await assert.rejects(remove('wireguard'), invalid('part of the router'))
  await put('wireguard', listed('wireguard')!)
})

test('a new source and new paths of a token need a one-time code; toggling never does', async () => {
  const { put, listed, facts } = openPlugins()
  const needsCode = (error: unknown) =>
    error instanceof AccessDenied && error.kind === 'proof_missing' && /^Invalid JWT: /.test(error.message)
  const source = { URI: 'sample', GitURL: SAMPLE_URL }
  await assert.rejects(put('sample', source), needsCode)
  await put('sample', source, proved)
  await put('sample', { ...listed('sample'), Enabled: true })
  const scoped = { ...listed('sample'), InstallTokenPath: '/configs/plugins/sample/token', ScopedPaths: ['/devices:r'] }
  await assert.rejects(put('sample', scoped), needsCode)
  await put('sample', scoped, proved)
  await assert.rejects(put('sample', { ...scoped, ScopedPaths: ['/devices:r', '/firewall'] }), needsCode)
  await put('sample', { ...scoped, ScopedPaths: [] })
  assert.equal(facts.tokens.size, 0)
  await put('sample', { ...scoped, Enabled: false }, proved)
  assert.deepEqual(
    [...facts.tokens.values()].map(({ ScopedPaths }) => ScopedPaths),
    [['/devices:r']],
  )
})

test('the file of a token is removed when its paths are gone, and when it moves', async () => {
  const { put, listed, facts, files } = openPlugins()
  const [FILE, OTHER] = ['/configs/plugins/sample/token', '/configs/plugins/sample/other']
  const tokenFiles = (): string[] => [...files.keys()].filter((path) => path.startsWith('/data/configs/'))
  await put('sample', { Name: 'sample', URI: 'sample' })
  const scoped = { ...listed('sample'), InstallTokenPath: FILE, ScopedPaths: ['/devices:r'] }
  await put('sample', scoped, proved)
  assert.deepEqual(tokenFiles(), [`/data${FILE}`])
  await put(
    'sample',
    { ...listed('sample'), InstallTokenPath: OTHER, ScopedPaths: ['/devices:r', '/groups:r'] },
    proved,
  )
  assert.deepEqual(tokenFiles(), [`/data${OTHER}`])
  await put('sample', { ...listed('sample'), ScopedPaths: [] })
  assert.deepEqual([tokenFiles(), facts.tokens.size], [[], 0])
})

test('a plugin is installed with its token, its network and its containers, and deleted with all of them', async () => {
  const { install, remove, listed, facts, files, superd, published } = openPlugins()
  await install()
  const plugin = listed('sample')!
  assert.deepEqual(plugin.NetworkCapabilities, {
    Interface: 'plg0',
    Subnet: '172.30.0.0/28',
    DeviceMAC: '',
    Policies: ['dns', 'wan'],
    Groups: ['lab'],
    Tags: [],
  })
  assert.deepEqual([plugin.Enabled, plugin.Revision, plugin.ComposeFilePath], [true, 'c0ffee', SAMPLE_FILE])
  assert.equal('TokenKey' in plugin, false)
  assert.deepEqual(superd.running.get(SAMPLE_FILE)?.network, { Bridge: 'plg0', Subnet: '172.30.0.0/28' })
  const value = files.get('/data/configs/plugins/sample/api-token')!.trim()
  const token = facts.tokens.get(digestOf(value))
  assert.deepEqual([token?.Name, token?.ScopedPaths], ['sample-install-token', ['/devices:r', '/dns:rw']])
  assert.deepEqual(JSON.parse(files.get('/data/state/plugins/superd/allowed.json')!), {
    Version: 2,
    Projects: [{ ComposeFile: SAMPLE_FILE, Name: 'sample', Rights: [] }],
  })
  assert.deepEqual(
    published.filter((line) => line.startsWith('plugin:')),
    [
      `plugin:download:success {"GitURL":"${SAMPLE_URL}"}`,
      `plugin:install:status {"Name":"sample","GitURL":"${SAMPLE_URL}","Reason":"installed"}`,
    ],
  )
  await assert.rejects(install(), Conflict)

  await remove('Sample')
  assert.deepEqual([facts.plugins.size, facts.tokens.size, facts.setting('composePaths')], [0, 0, []])
  assert.ok(!files.has('/data/configs/plugins/sample/api-token'))
  assert.deepEqual(superd.calls.at(-1), `remove ${SAMPLE_FILE}`)
})

test('the owner can grant a plugin less than it requests, but not more', async () => {
  const { plugins, listed, facts } = openPlugins()
  const plan = (await plugins.downloadInfo(asking(SAMPLE_URL))) as ListedPlugin & { RuntimeReady: boolean }
  assert.equal(plan.RuntimeReady, true)
  const complete = (change: object) =>
    plugins.completeInstall(asking({ ...plan, ...change } as never)) as Promise<unknown>
  await assert.rejects(complete({ ScopedPaths: ['/devices'] }), Conflict)
  await assert.rejects(complete({ Revision: 'older' }), Conflict)
  await assert.rejects(complete({ NetworkCapabilities: { ...plan.NetworkCapabilities, Policies: ['lan'] } }), Conflict)
  await assert.rejects(complete({ UnixPath: '/state/plugins/superd/socket' }), Conflict)
  assert.equal(facts.plugins.size, 0)
  await complete({
    ScopedPaths: ['/devices:r'],
    NetworkCapabilities: { ...plan.NetworkCapabilities, Policies: [], Groups: [] },
  })
  assert.deepEqual(listed('sample')?.NetworkCapabilities.Policies, [])
  assert.deepEqual([...facts.tokens.values()][0]?.ScopedPaths, ['/devices:r'])
})

const right = {
  Service: 'sample',
  Line: 7,
  Text: 'privileged: true',
  Kind: 'privileged',
  Reason: 'The plugin can do everything on the router.',
} as const

test('a git server on a private network is used only if the owner says so, in both steps', async () => {
  const { plugins, superd, listed } = openPlugins()
  const clones = () => superd.calls.filter((call) => call.startsWith('clone'))
  const plan = await plugins.downloadInfo(asking({ URL: SAMPLE_URL, AllowPrivate: true }))
  await plugins.completeInstall(asking(plan as never))
  assert.deepEqual(clones(), Array(2).fill(`clone ${SAMPLE_URL} on a private network`))
  await plugins.remove({ params: { name: 'sample' }, query: {}, body: {}, caller: proved })
  await plugins.install(asking({ URL: SAMPLE_URL }))
  assert.equal(clones().at(-1), `clone ${SAMPLE_URL}`)
  assert.equal(listed('sample')?.GitURL, SAMPLE_URL)
})

test('lines of the compose file that ask for rights are confirmed one by one', async () => {
  const { plugins, install, superd, files, facts } = openPlugins()
  superd.repositories.set(SAMPLE_URL, { ...superd.repositories.get(SAMPLE_URL)!, Rights: [right] })
  await assert.rejects(install(), invalid('line 7'))
  const plan = (await plugins.downloadInfo(asking(SAMPLE_URL))) as ListedPlugin
  assert.deepEqual(plan.Rights, [{ ...right, Confirmed: false }])
  const complete = (Rights: object[]) =>
    plugins.completeInstall(asking({ ...plan, Rights } as never)) as Promise<unknown>
  await assert.rejects(complete(plan.Rights!), invalid('line 7'))
  await assert.rejects(complete([]), Conflict)
  assert.deepEqual([facts.plugins.size, facts.tokens.size, facts.setting('composePaths')], [0, 0, []])
  await complete([{ ...right, Confirmed: true }])
  const [allowed] = JSON.parse(files.get('/data/state/plugins/superd/allowed.json')!).Projects
  assert.deepEqual(allowed.Rights, [{ Service: 'sample', Text: 'privileged: true', Kind: 'privileged' }])
})

test('a description that is not valid, or names files of others, is refused with its field', async () => {
  const { install, superd, facts, published } = openPlugins()
  const repository = superd.repositories.get(SAMPLE_URL)!
  for (const [Description, text] of [
    [undefined, 'plugin.json: '],
    [{ Name: 'a b' }, 'plugin.json.Name: '],
    [{ Name: 'sample', URI: '../x' }, 'plugin.json.URI: '],
    [{ Name: 'sample', ComposeFilePath: 'plugins/user/other/docker-compose.yml' }, 'plugin.json.ComposeFilePath: '],
    [
      { Name: 'sample', NetworkCapabilities: { Policies: ['everything'] } },
      'plugin.json.NetworkCapabilities.Policies.0: ',
    ],
    [{ Name: 'sample', URI: 'sample', UnixPath: '/state/api/apisock' }, 'UnixPath: '],
  ] as const) {
    superd.repositories.set(SAMPLE_URL, { ...repository, Description })
    await assert.rejects(install(), invalid(text), text)
  }
  await assert.rejects(install('http://git.example/sample'), invalid('https address'))
  assert.deepEqual([facts.plugins.size, facts.setting('composePaths')], [0, []])
  assert.ok(published.some((line) => line.startsWith('plugin:download:failure')))
  assert.ok(published.some((line) => line.startsWith('plugin:install:failure')))
})

test('a description may name the compose file of its repository without a directory', async () => {
  const { install, listed, superd } = openPlugins()
  const repository = superd.repositories.get(SAMPLE_URL)!
  const Description = { ...(repository.Description as object), ComposeFilePath: 'docker-compose.yml' }
  superd.repositories.set(SAMPLE_URL, { ...repository, Description })
  await install()
  assert.equal(listed('sample')?.ComposeFilePath, SAMPLE_FILE)
})

test('a plugin whose containers cannot start stays as it was, without a token', async () => {
  const { install, put, listed, superd, facts } = openPlugins()
  superd.unavailable = 'Docker is not running.'
  await assert.rejects(install())
  assert.deepEqual([facts.plugins.size, facts.tokens.size, facts.setting('composePaths')], [0, 0, []])
  superd.unavailable = undefined
  await install()
  await put('sample', { ...listed('sample'), Enabled: false })
  assert.equal(superd.running.size, 0)
  superd.unavailable = 'Docker is not running.'
  await assert.rejects(put('sample', { ...listed('sample'), Enabled: true }))
  assert.equal(listed('sample')?.Enabled, false)
})

test('each plugin gets a network that nothing else uses, and keeps it', async () => {
  const { put, change, listed, remove } = openPlugins()
  const file = (name: string) => `plugins/${name}/docker-compose.yml`
  await change((draft) => {
    draft.set('composePaths', ['a', 'b', 'c'].map(file))
    const rule = { RuleName: '', Disabled: false, Description: '', RouteDst: '', Policies: [], Groups: [], Tags: [] }
    draft.customInterfaces.put('x', { ...rule, Interface: 'br0', SrcIP: '172.30.0.0/27' })
  })
  const subnetOf = (name: string) => listed(name)?.NetworkCapabilities.Subnet
  await put('a', { ComposeFilePath: file('a') })
  await put('b', { ComposeFilePath: file('b') })
  assert.deepEqual(['a', 'b'].map(subnetOf), ['172.30.0.32/28', '172.30.0.48/28'])
  await remove('a')
  await put('b', { ...listed('b'), NetworkCapabilities: { Policies: ['dns'] } })
  await put('c', { ComposeFilePath: file('c') })
  assert.deepEqual(['b', 'c'].map(subnetOf), ['172.30.0.48/28', '172.30.0.32/28'])
})

test('two calls do not change one plugin at the same time', async () => {
  const { install, superd } = openPlugins()
  const gate = Promise.withResolvers<void>()
  const { clone } = superd
  superd.clone = async (repository) => {
    await gate.promise
    return clone(repository)
  }
  const first = install()
  await assert.rejects(install(), Conflict)
  gate.resolve()
  await first
})
