import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PluginEntry } from '../../router/model/plugins/installed/plugin.ts'
import { analyse } from '../../router/superd/compose/rights.ts'
import { argumentsFor } from './daemon.ts'

const here = import.meta.dirname
const read = (name: string): string => readFileSync(join(here, name), 'utf8')

test('it requests DNS, the internet, and nothing else', () => {
  const { NetworkCapabilities, ScopedPaths } = PluginEntry.parse(JSON.parse(read('plugin.json')))
  const { Policies, Groups, Tags } = NetworkCapabilities
  assert.deepEqual(
    { Policies, Groups, Tags, ScopedPaths },
    { Policies: ['dns', 'wan'], Groups: [], Tags: [], ScopedPaths: [] },
  )
})

test('its compose file is accepted without a right to confirm, and mounts its own directories only', () => {
  const project = '/data/plugins/user/tailscale'
  const own = [project, '/data/state/plugins/tailscale', '/data/configs/plugins/tailscale']
  const { rights, paths, services } = analyse(read('docker-compose.yml'), { data: '/data', project, own })
  assert.deepEqual(rights, [])
  assert.deepEqual(
    paths.filter(({ kind }) => kind === 'mount').map(({ path, isWritable }) => [path, isWritable]),
    [
      ['/data/state/plugins/tailscale', true],
      ['/data/configs/plugins/tailscale', false],
    ],
  )
  assert.equal(services.get('tailscale')?.spec.read_only, true)
})

test('the image has every module of the program, and no test', () => {
  const copied = /^COPY (.+\.ts) \/plugin\/$/m.exec(read('Dockerfile'))?.[1]?.split(' ')
  const modules = globSync('*.ts', { cwd: here }).filter((name) => !/\.(test|fixture)\.ts$/.test(name))
  assert.deepEqual(copied?.sort(), modules.sort())
})

test('tailscaled is pinned to a version, and has neither a link nor an upload of logs', () => {
  assert.match(read('Dockerfile'), /tailscale\.com\/cmd\/tailscaled@v\d+\.\d+\.\d+$/m)
  const flags = argumentsFor('/state', '/run/socket')
  for (const flag of ['--tun=userspace-networking', '--no-logs-no-support', '--statedir=/state'])
    assert.ok(flags.includes(flag))
})
