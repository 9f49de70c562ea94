import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLUGIN_LIMITS } from '../../model/plugins/installed/superd.ts'
import { buildFile, resolvedFile } from './resolved.ts'
import { analyse } from './rights.ts'

const PROJECT = '/data/plugins/user/sample'
const DIRECTORIES = { data: '/data', project: PROJECT, own: [PROJECT] }
const given = {
  networkName: 'spr-sample',
  network: { Bridge: 'plg0', Subnet: '172.30.0.16/28' },
  limits: { ...DEFAULT_PLUGIN_LIMITS, CPU: 1, MemoryMiB: 128, PIDs: 64, LogMiB: 8, DiskMiB: 10 },
}
const read = (services: string) => analyse(`services: ${services}`, DIRECTORIES)

test('a container has its image by ID, limits, no capabilities, and the network of the plugin', () => {
  const project = read('{a: {image: x, command: [echo, "a$$b"], cap_add: [NET_ADMIN], restart: always, mem_limit: 9g}}')
  assert.deepEqual(JSON.parse(resolvedFile(project, { a: 'sha256:1' }, given)), {
    version: '2.4',
    services: {
      a: {
        command: ['echo', 'a$$b'],
        cap_add: ['NET_ADMIN'],
        image: 'sha256:1',
        restart: 'no',
        networks: { default: { ipv4_address: '172.30.0.18' } },
        dns: ['172.30.0.17'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        cpus: 1,
        mem_limit: 128 << 20,
        memswap_limit: 128 << 20,
        pids_limit: 64,
        oom_score_adj: 500,
        ulimits: { nofile: 4096, core: 0, fsize: 10 << 20 },
        logging: { driver: 'json-file', options: { 'max-size': '4m', 'max-file': '2' } },
      },
    },
    networks: { default: { external: true, name: 'spr-sample' } },
    volumes: {},
  })
})

test('a service does not depend on jobs, which superd runs before, and the engine has a label for them', () => {
  const waits = '{job: {condition: service_completed_successfully}, c: {condition: service_healthy}}'
  const text = `{a: {image: x, depends_on: ${waits}}, b: {image: x, depends_on: [job]}, c: {image: x}, job: {image: x}}`
  const { services } = JSON.parse(resolvedFile(read(text), {}, given))
  assert.deepEqual(
    Object.values(services as Record<string, { depends_on?: object; labels?: object }>).map(
      ({ depends_on, labels }) => [depends_on, labels],
    ),
    [
      [{ c: { condition: 'service_healthy' } }, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, { 'sallyport.job': 'true' }],
    ],
  )
})

test('the services of a plugin share its limits', () => {
  const { services } = JSON.parse(resolvedFile(read('{a: {image: x}, b: {image: x}}'), {}, given))
  for (const { mem_limit, cpus, pids_limit } of [services.a, services.b])
    assert.deepEqual({ mem_limit, cpus, pids_limit }, { mem_limit: 64 << 20, cpus: 0.5, pids_limit: 32 })
})

test('without a network of the plugin, or with none or that of the router, a container is not connected to it', () => {
  const modes = (file: string) => JSON.parse(file).services.a
  const { network_mode, networks, dns } = modes(
    resolvedFile(read('{a: {image: x}}'), {}, { ...given, network: undefined }),
  )
  assert.deepEqual({ network_mode, networks, dns }, { network_mode: 'none', networks: undefined, dns: undefined })
  assert.equal(modes(resolvedFile(read('{a: {image: x, network_mode: none}}'), {}, given)).network_mode, 'none')
  assert.equal(modes(resolvedFile(read('{a: {image: x, network_mode: host}}'), {}, given)).network_mode, 'host')
})

test('host-gateway is the router in the network of the plugin, and left out without one', () => {
  const project = read('{a: {image: x, extra_hosts: ["host.docker.internal:host-gateway", "nas:192.168.2.6"]}}')
  const hosts = (network: typeof given.network | undefined) =>
    JSON.parse(resolvedFile(project, {}, { ...given, network })).services.a.extra_hosts
  assert.deepEqual(hosts(given.network), ['host.docker.internal:172.30.0.17', 'nas:192.168.2.6'])
  assert.deepEqual(hosts(undefined), ['nas:192.168.2.6'])
})

test('images are built in the network of the plugin', () => {
  const project = read(
    '{a: {build: {context: ., args: {A: "$$B"}}}, b: {build: {context: ., network: none}}, c: {image: x}}',
  )
  assert.deepEqual(JSON.parse(buildFile(project, { a: 'a:new', b: 'b:new' }, given)).services, {
    a: { image: 'a:new', build: { context: PROJECT, args: { A: '$$B' }, network: 'spr-sample' } },
    b: { image: 'b:new', build: { context: PROJECT, network: 'none' } },
  })
})
