import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { NO_REQUESTS } from '../model/plugins/installed/requests.ts'
import { openRegistry } from './registry.ts'
import { cloneDirectory, directoriesOf, isPluginName, openSavedProjects, projectName } from './state.ts'

const COMPOSE = 'plugins/user/sample/docker-compose.yml'

test('only listed compose files run, and the list is read at each call', () => {
  const machine = fakeMachine()
  const state = openSavedProjects(machine, '/s')
  assert.throws(() => state.allowed(COMPOSE), /is not in the list of allowed compose files/)
  const list = (...paths: string[]) =>
    machine.writeFile(
      '/s/allowed.json',
      JSON.stringify(paths.map((ComposeFile) => ({ ComposeFile, Name: '', Rights: [] }))),
      0o600,
    )
  list(COMPOSE)
  assert.equal(state.allowed(COMPOSE).ComposeFile, COMPOSE)
  assert.throws(() => state.allowed(`./${COMPOSE}`), /is not in the list/)
  // Paths that lead out of the data directory are refused even if they are listed.
  list('/etc/docker-compose.yml', '../x/docker-compose.yml', 'plugins/../../x.yml', '')
  for (const path of ['/etc/docker-compose.yml', '../x/docker-compose.yml', 'plugins/../../x.yml', ''])
    assert.throws(() => state.allowed(path), /is not in the list/, path)
})

test('a file that is damaged or of a later version is refused, and not overwritten', () => {
  const machine = fakeMachine()
  for (const [text, reason] of [
    [JSON.stringify({ Version: 2, Projects: {}, Clones: {} }), /projects\.json is of version 2/],
    ['{"Version": 1, "Projects"', /projects\.json is damaged/],
  ] as const) {
    machine.writeFile('/s/projects.json', text, 0o600)
    assert.throws(() => openSavedProjects(machine, '/s'), reason)
    assert.equal(machine.readFile('/s/projects.json'), text)
  }
})

test('the list of compose files is also read in its present version, and refused in a later one', () => {
  const machine = fakeMachine()
  const write = (Version: number) =>
    machine.writeFile(
      '/s/allowed.json',
      JSON.stringify({ Version, Projects: [{ ComposeFile: COMPOSE, Name: '', Rights: [] }] }),
      0o600,
    )
  const state = openSavedProjects(machine, '/s')
  write(2)
  assert.equal(state.allowed(COMPOSE).ComposeFile, COMPOSE)
  write(3)
  assert.throws(() => state.allowed(COMPOSE), /allowed\.json is of version 3/)
})

test('a damaged list allows nothing', () => {
  const machine = fakeMachine()
  machine.writeFile('/s/allowed.json', '[{"ComposeFile":"x"}]', 0o600)
  assert.throws(() => openSavedProjects(machine, '/s').allowed('x'))
})

test('what superd stores is loaded after a restart', () => {
  const machine = fakeMachine()
  const saved = {
    Running: true,
    Images: { a: 'sha256:1' },
    Digests: {},
    Network: { Bridge: 'plg0', Subnet: '172.30.0.0/28' },
  }
  const clone = { URL: 'https://git.test/x', Revision: 'a', AllowPrivate: false, Requests: NO_REQUESTS }
  const before = openSavedProjects(machine, '/s')
  before.save(COMPOSE, saved)
  before.saveClone('plugins/user/sample', clone)
  const after = openSavedProjects(machine, '/s')
  assert.deepEqual(after.projects(), { [COMPOSE]: saved })
  assert.deepEqual(after.clone('plugins/user/sample'), clone)
})

test('a plugin owns its files and the directories of its name', () => {
  assert.deepEqual(directoriesOf('/data', COMPOSE, 'sample').own, [
    '/data/plugins/user/sample',
    '/data/state/plugins/sample',
    '/data/configs/plugins/sample',
  ])
})

test('a compose file in a subdirectory belongs to the clone', () => {
  const nested = 'plugins/user/sample/docker/compose.yml'
  assert.equal(cloneDirectory(nested), 'plugins/user/sample')
  assert.equal(cloneDirectory('plugins/own/x/compose.yml'), 'plugins/own/x')
  const { project, own } = directoriesOf('/data', nested, '')
  assert.deepEqual([project, own], ['/data/plugins/user/sample/docker', ['/data/plugins/user/sample']])
})

test('a plugin does not own directories of the router, by any name', () => {
  for (const name of ['superd', 'WireGuard', '..', '.', 'a/b', '', '../../x'])
    assert.deepEqual(directoriesOf('/data', COMPOSE, name).own, ['/data/plugins/user/sample'], name)
  for (const path of ['docker-compose.yml', 'state/docker-compose.yml', 'plugins/user/docker-compose.yml'])
    assert.deepEqual(directoriesOf('/data', path, '').own, [], path)
  assert.ok(!isPluginName('superd'))
})

test('two compose files never have the same name in the engine', () => {
  const names = ['plugins/a-b/c.yml', 'plugins/ab/c.yml', 'plugins/x/ab/c.yml'].map(projectName)
  assert.equal(new Set(names).size, 3)
  for (const name of names) assert.match(name, /^[a-z0-9-]{1,50}$/)
})

test('the password of a registry is used for that registry alone', () => {
  const machine = fakeMachine()
  const registry = openRegistry(machine, '/s')
  const login = { username: 'a', password: 'secret' }
  registry.set(login)
  assert.deepEqual(registry.loginFor('ghcr.io/x/y:1'), login)
  for (const image of ['docker.io/x', 'x', 'ghcr.io.evil.test/x', 'evil.test/ghcr.io/x'])
    assert.equal(registry.loginFor(image), undefined, image)
  machine.writeFile('/s/registry.json', JSON.stringify(login), 0o600)
  assert.deepEqual(registry.loginFor('ghcr.io/x/y:1'), login, 'without a version')
  machine.writeFile('/s/registry.json', '{"Version": 2}', 0o600)
  assert.throws(() => registry.loginFor('ghcr.io/x/y:1'), /registry\.json is of version 2/)
  registry.set(undefined)
  assert.equal(registry.loginFor('ghcr.io/x/y'), undefined)
})
