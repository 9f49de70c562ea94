import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../errors.ts'
import type { Project } from './project.ts'
import { analyse, unconfirmed } from './rights.ts'

const DIRECTORIES = {
  data: '/data',
  project: '/data/plugins/user/sample',
  own: ['/data/plugins/user/sample', '/data/state/plugins/sample', '/data/configs/plugins/sample'],
}

const read = (text: string): Project => analyse(text, DIRECTORIES)

/** A compose file with these lines in its service; the first one is line 4. */
const withLines = (...lines: string[]): string =>
  ['services:', '  a:', '    image: x', ...lines.map((line) => `    ${line}`)].join('\n')

/** The rights that these lines of a service request, as `KIND TEXT`. */
const requested = (...lines: string[]): string[] =>
  read(withLines(...lines)).rights.map(({ Kind, Text }) => `${Kind} ${Text}`)

/** The message of the refusal of a compose file. */
function refusal(text: string): string {
  try {
    read(text)
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error))
    return error.message
  }
  return assert.fail('it was accepted')
}

test('ordinary settings that superd does not need are accepted, and services with a profile are left out', () => {
  const { services, rights } = read(`
services:
  sample:
    image: x
    tty: true
    hostname: "\${SUPERDIR:?}"
    extra_hosts: ["host.docker.internal:host-gateway"]
    healthcheck: { test: [CMD, check], interval: 30s, start_interval: 2s }
    profiles: []
  debug:
    image: y
    privileged: true
    profiles: [debug]
`)
  assert.deepEqual([...services.keys()], ['sample'])
  assert.deepEqual(rights, [], 'of a service that never runs, nothing is confirmed')
  const { spec } = services.get('sample')!
  assert.deepEqual(spec.healthcheck, { test: ['CMD', 'check'], interval: '30s' })
})

test('a plugin that asks for nothing has no rights to confirm', () => {
  const { services, volumes, paths, rights } = read(`
version: '3.4'
x-logging: &logging
  driver: journald
x-unused: "\${NOT_USED}"
services:
  sample:
    container_name: sample
    build:
      context: .
      dockerfile: docker/Dockerfile
      args: [VERSION=1]
    restart: always
    logging: *logging
    command: ["serve", "--socket", "/state/plugins/sample/socket"]
    environment:
      - MODE=\${MODE:-quiet}
      - HOME
    volumes:
      - "\${SUPERDIR}./state/plugins/sample:/state/plugins/sample"
      - ./static:/static:ro
      - { type: bind, source: "\${SUPERDIR}configs/plugins/sample", target: /config, read_only: true }
      - cache:/cache
    tmpfs: /tmp:size=16m
    user: "1000:1000"
    depends_on: [helper]
    healthcheck: { test: [CMD, check], interval: 30s, retries: 3 }
  helper:
    image: registry.test/helper:1.2
    networks:
      own: { aliases: [other] }
volumes:
  cache:
networks:
  own:
    driver_opts: { com.docker.network.bridge.name: br0 }
`)
  assert.deepEqual(rights, [])
  assert.deepEqual(volumes, ['cache'])
  assert.deepEqual(
    paths.map(({ path, kind }) => `${kind} ${path}`),
    [
      'build /data/plugins/user/sample',
      'dockerfile /data/plugins/user/sample/docker/Dockerfile',
      'mount /data/state/plugins/sample',
      'mount /data/plugins/user/sample/static',
      'mount /data/configs/plugins/sample',
    ],
  )
  assert.deepEqual(services.get('helper'), { image: 'registry.test/helper:1.2', aliases: ['other'], spec: {} })
  const sample = services.get('sample')
  assert.deepEqual(sample?.build, {
    context: '/data/plugins/user/sample',
    dockerfile: 'docker/Dockerfile',
    args: { VERSION: '1' },
  })
  assert.equal(sample?.uid, 1000)
  assert.deepEqual(sample?.spec, {
    command: ['serve', '--socket', '/state/plugins/sample/socket'],
    environment: { MODE: 'quiet' },
    user: '1000:1000',
    depends_on: { helper: { condition: 'service_started' } },
    healthcheck: { test: ['CMD', 'check'], interval: '30s', retries: 3 },
    volumes: [
      { type: 'bind', source: '/data/state/plugins/sample', target: '/state/plugins/sample' },
      { type: 'bind', source: '/data/plugins/user/sample/static', target: '/static', read_only: true },
      { type: 'bind', source: '/data/configs/plugins/sample', target: '/config', read_only: true },
      { type: 'volume', source: 'cache', target: '/cache' },
    ],
    tmpfs: ['/tmp:size=16m'],
  })
})

const RIGHTS: readonly (readonly [title: string, lines: string[], rights: string[]])[] = [
  ['privileged mode', ['privileged: true'], ['privileged privileged: true']],
  ['no privileged mode', ['privileged: false'], []],
  ['the network of the router', ['network_mode: host'], ['host_network network_mode: host']],
  ['its processes', ['pid: host'], ['host_pid pid: host']],
  ['its shared memory', ['ipc: "host"'], ['security ipc: host']],
  ['its host name', ['uts: host'], ['security uts: host']],
  ['its users', ['userns_mode: host'], ['security userns_mode: host']],
  ['capabilities', ['cap_add: [NET_ADMIN, ALL]'], ['capability cap_add: NET_ADMIN', 'capability cap_add: ALL']],
  ['devices', ['devices: ["/dev/sda:/dev/sda:rwm"]'], ['device devices: /dev/sda:/dev/sda:rwm']],
  ['devices by number', ['device_cgroup_rules: ["c 1:* rwm"]'], ['device device_cgroup_rules: c 1:* rwm']],
  [
    'published ports',
    ['ports:', '  - "80:80"', '  - 53/udp', '  - { target: 90, published: 9090, protocol: tcp }'],
    ['published_port ports: 80:80', 'published_port ports: 53/udp', 'published_port ports: 9090:90/tcp'],
  ],
  ['the engine', ['volumes: [/var/run/docker.sock:/s]'], ['docker_socket volumes: /var/run/docker.sock:/s']],
  ['the engine, by its directory', ['volumes: [/run:/s]'], ['docker_socket volumes: /run:/s']],
  [
    'the engine, by a detour',
    ['volumes: [/tmp/../run//docker.sock:/s]'],
    ['docker_socket volumes: /run/docker.sock:/s'],
  ],
  ['another socket of an engine', ['volumes: [/x/docker.sock:/s:ro]'], ['docker_socket volumes: /x/docker.sock:/s:ro']],
  ['the root directory', ['volumes: ["/:/host:ro"]'], ['mount volumes: /:/host:ro']],
  ['/proc', ['volumes: ["/proc:/p"]'], ['mount volumes: /proc:/p']],
  ['/sys in the long form', ['volumes: [{type: bind, source: /sys, target: /s}]'], ['mount volumes: /sys:/s']],
  ['another plugin', ['volumes: ["../other:/o"]'], ['mount volumes: /data/plugins/user/other:/o']],
  ['a name that begins the same', ['volumes: ["../sample-2:/o"]'], ['mount volumes: /data/plugins/user/sample-2:/o']],
  ['all plugins', [`volumes: ["\${SUPERDIR}state/plugins:/s"]`], ['mount volumes: /data/state/plugins:/s']],
  ['superd', ['volumes: ["/data/state/plugins/superd:/s"]'], ['mount volumes: /data/state/plugins/superd:/s']],
  ['no seccomp', ['security_opt: ["seccomp:unconfined"]'], ['security security_opt: seccomp:unconfined']],
  ['what it has anyway', ['security_opt: ["no-new-privileges:true"]'], []],
  ['kernel settings', ['sysctls: [net.ipv4.ip_forward=1]'], ['security sysctls: net.ipv4.ip_forward=1']],
  ['groups', ['group_add: ["docker"]'], ['security group_add: docker']],
  ['programs in memory', ['tmpfs: ["/t:exec,size=1m"]'], ['security tmpfs: /t:exec']],
  ['a build in the network', ['build: {context: ., network: host}'], ['host_network build.network: host']],
]

for (const [title, lines, rights] of RIGHTS)
  test(`a right: ${title}`, () => {
    assert.deepEqual(requested(...lines), rights)
  })

test('a right has the line and the service, and says what it permits', () => {
  const [right] = read(withLines('user: "0"', 'privileged: true')).rights
  assert.deepEqual(right, {
    Service: 'a',
    Line: 5,
    Kind: 'privileged',
    Text: 'privileged: true',
    Reason: 'It can do everything on the router, like its administrator.',
  })
})

test('rights behind anchors and merge keys are found', () => {
  const text = `
x-base: &base
  image: x
  privileged: true
x-mounts: &mounts ["/etc:/etc"]
services:
  a:
    <<: *base
  b:
    <<: [*base]
    privileged: false
    volumes: *mounts`
  assert.deepEqual(
    read(text).rights.map(({ Service, Line, Text }) => `${Service} ${Line} ${Text}`),
    ['a 4 privileged: true', 'b 5 volumes: /etc:/etc'],
  )
})

test('the text of a right changes with what it permits, also where the lines stay the same', () => {
  const text = (mount: string) => `x-m: &m ["${mount}"]\nservices:\n  a:\n    image: x\n    volumes: *m`
  const confirmed = read(text('/etc:/e:ro')).rights
  assert.deepEqual(unconfirmed(read(text('/etc:/e:ro')).rights, confirmed), [])
  assert.deepEqual(
    unconfirmed(read(text('/etc:/e')).rights, confirmed).map((right) => right.Text),
    ['volumes: /etc:/e'],
  )
})

test('a right of one service is none of another', () => {
  const right = { Service: 'a', Line: 1, Kind: 'host_pid', Text: 'pid: host', Reason: '' } as const
  assert.deepEqual(unconfirmed([{ ...right, Service: 'b' }], [right]).length, 1)
})

const REFUSED: readonly (readonly [title: string, text: string, message: RegExp])[] = [
  ['no YAML', 'a: b: c', /^line 1: nested mappings/],
  ['not a compose file', '- a', /^line 1: this is not a compose file/],
  ['an empty file', '', /^line 1: /],
  ['two documents', 'services: {}\n---\nservices: {}', /^line 2: the file contains several documents/],
  ['no services', 'version: "3"', /"services" is missing/],
  ['an empty list of services', 'services: {}', /must be 1 to 8/],
  ['a service without an image', 'services: {a: {init: true}}', /needs an image or a build/],
  ['keys twice', withLines('privileged: false', 'privileged: true'), /^line 5: a key occurs twice/],
  ['keys twice in other words', 'services: {a: {image: x}, "a": {image: y}}', /a key occurs twice/],
  ['tags', withLines('privileged: !!bool "true"'), /^line 4: tags are not supported/],
  ['an anchor in itself', 'services: &s {a: *s}', /contains itself/],
  ['nested lists', `services: ${'['.repeat(20_000)}`, /nested too deeply/],
  [
    'nested maps',
    `services:${'\n'.padEnd(1)}${Array.from({ length: 60 }, (_, n) => `${' '.repeat(n + 1)}a:`).join('\n')}`,
    /nested/,
  ],
  ['a long file', `# ${'x'.repeat(70_000)}`, /longer than 64 KiB/],
  ['aliases that multiply', bomb(), /expands to more than 10000 values/],
  ['variables of superd', withLines(`environment: {A: "\${HOME}"}`), /^line 4: the variable \$\{HOME\} has no value/],
  ['variables without braces', withLines('hostname: $HOME'), /the variable \$HOME has no value/],
  ['variables in defaults', withLines(`hostname: "\${A:-\${HOME}}"`), /this use of \$ is not supported/],
  ['substitutions', withLines(`hostname: "\${A:+b}"`), /this use of \$ is not supported/],
  ['extends', withLines('extends: {file: other.yml, service: a}'), /^line 4: "extends" is not supported/],
  ['include', 'include: [other.yml]\nservices: {a: {image: x}}', /^line 1: "include" is not supported/],
  ['secrets', 'secrets: {s: {file: /etc/shadow}}\nservices: {a: {image: x}}', /"secrets" is not supported/],
  ['configs', 'configs: {s: {file: /etc/shadow}}\nservices: {a: {image: x}}', /"configs" is not supported/],
  ['secrets of a service', withLines('secrets: [s]'), /"secrets" is not supported/],
  ['unknown keys', withLines('use_api_socket: true'), /"use_api_socket" is not supported/],
  ['names of object properties', withLines('constructor: {}'), /"constructor" is not supported/],
  ['hooks', withLines('post_start: [{command: x, privileged: true}]'), /"post_start" is not supported/],
  ['links', withLines('links: [b]'), /"links" is not supported/],
  ['external links', withLines('external_links: [b]'), /"external_links" is not supported/],
  ['volumes of other containers', withLines('volumes_from: ["container:x"]'), /"volumes_from" is not supported/],
  ['the network of a container', withLines('network_mode: "container:x"'), /"container:x" is not supported/],
  ['the network of a service', withLines('network_mode: "service:b"'), /"service:b" is not supported/],
  ['the processes of a container', withLines('pid: "container:x"'), /^line 4: pid: "container:x" is not supported/],
  ['the memory of a container', withLines('ipc: "container:x"'), /ipc: "container:x" is not supported/],
  ['control groups', withLines('cgroup_parent: /'), /"cgroup_parent" is not supported/],
  ['other runtimes', withLines('runtime: x'), /"runtime" is not supported/],
  ['resolvers', withLines('dns: 8.8.8.8'), /"dns" is not supported/],
  ['a security profile', withLines('security_opt: ["seccomp=./x.json"]'), /"seccomp=\.\/x\.json" is not supported/],
  ['a lower oom score', withLines('oom_score_adj: -1000'), /"oom_score_adj" is not supported/],
  [
    'devices of a reservation',
    withLines('deploy: {resources: {reservations: {devices: [{count: all}]}}}'),
    /"devices"/,
  ],
  ['several replicas', withLines('deploy: {replicas: 100}'), /replicas: a number from 1 to 1/],
  ['an environment file elsewhere', withLines('env_file: ../../../vault.key'), /^line 4: env_file: .* is outside/],
  ['an absolute environment file', withLines('env_file: [/etc/shadow]'), /is outside the directory/],
  ['a build elsewhere', withLines('build: ../..'), /^line 4: build: "\.\.\/\.\." is outside/],
  ['a build of a URL', withLines('build: https://git.test/x.git'), /the context must be a directory/],
  ['a build over SSH', withLines('build: git@git.test:x'), /the context must be a directory/],
  ['a Dockerfile elsewhere', withLines('build: {context: ., dockerfile: ../other/Dockerfile}'), /outside the context/],
  ['another context', withLines('build: {context: ., additional_contexts: {a: /}}'), /"additional_contexts"/],
  ['the network of a build', withLines('build: {context: ., network: "container:x"}'), /is not supported/],
  ['a home directory', withLines('volumes: ["~/x:/x"]'), /paths with ~ are not supported/],
  ['a volume that is not listed', withLines('volumes: [x:/x]'), /"x" is not in the volumes of the file/],
  ['shared mounts', withLines('volumes: [".:/x:rshared"]'), /the mode "rshared" is not supported/],
  [
    'shared mounts in the long form',
    withLines('volumes: [{type: bind, source: ., target: /x, bind: {propagation: shared}}]'),
    /shared mounts/,
  ],
  ['other mounts', withLines('volumes: [{type: npipe, source: ., target: /x}]'), /type "npipe"/],
  ['a bind mount of a volume', withLines('volumes: [{type: volume, source: /etc, target: /x}]'), /is not supported/],
  [
    'a mount within another',
    withLines('volumes: [".:/a", "./b:/b"]'),
    /^line 4: .*sample\/b is within .*which a container may change/,
  ],
  ['an environment within a mount', withLines('volumes: [".:/a"]', 'env_file: .env'), /^line 5: .*\.env is within/],
  ['a relative target', withLines('volumes: [".:x"]'), /must be absolute/],
  ['the root as the target', withLines('volumes: [".:/a/.."]'), /must be absolute/],
  ['a port on a name', withLines('ports: ["x:80:80"]'), /ports: "x:80:80" is not supported/],
  ['hosts by other means', withLines('extra_hosts: ["a:host-gateways"]'), /is not NAME:ADDRESS/],
  ['required variables', withLines(`hostname: "\${A:?set A}"`), /^line 4: the variable \$\{A:\?set A\} has no value/],
  ['only services with profiles', withLines('profiles: [debug]'), /all have a profile/],
  ['many checks', withLines('healthcheck: {test: x, interval: 1ms}'), /a duration from 1s to 86400s/],
  [
    'a volume that is a directory',
    'volumes: {v: {driver_opts: {type: none, o: bind, device: /etc}}}\nservices: {a: {image: x}}',
    /volumes: v: "driver_opts" is not supported/,
  ],
  ['a driver of volumes', 'volumes: {v: {driver: nfs}}\nservices: {a: {image: x}}', /the driver must be local/],
  ['a volume of others', 'volumes: {v: {external: true}}\nservices: {a: {image: x}}', /"external" is not supported/],
  ['a network of others', 'networks: {n: {external: true}}\nservices: {a: {image: x}}', /cannot join another network/],
  ['a network on a link', 'networks: {n: {driver: macvlan}}\nservices: {a: {image: x}}', /the driver must be bridge/],
  ['a name with a path', 'services: {"../a": {image: x}}', /is not a valid name/],
  ['a service that is missing', withLines('depends_on: [b]'), /there is no other service "b"/],
  [
    'services that depend on each other',
    'services: {a: {image: x, depends_on: [b]}, b: {image: x, depends_on: {a: {condition: service_completed_successfully}}}}',
    /the service depends on itself through others/,
  ],
  [
    'a condition of another kind',
    'services: {a: {image: x, depends_on: {b: {condition: service_gone}}}, b: {image: x}}',
    /the condition "service_gone" is not supported/,
  ],
  ['options as an image', withLines().replace('image: x', 'image: --privileged'), /image: "--privileged" is not valid/],
  ['a boolean in quotes', withLines('privileged: "yes"'), /true or false is expected/],
]

function bomb(): string {
  const levels = 'abcdefgh'.split('').map((name, index, all) => {
    const last = all[index - 1]
    return `x-${name}: &${name} [${Array(10)
      .fill(last ? `*${last}` : 'x')
      .join(', ')}]`
  })
  return `${levels.join('\n')}\nservices: {a: {image: x, command: *h}}`
}

for (const [title, text, message] of REFUSED)
  test(`refused: ${title}`, () => {
    assert.match(refusal(text), message)
  })

test('16,000 aliases are refused without searching the document for each', () => {
  assert.match(refusal(`x-a: &a 1\nservices: {a: {image: x, command: [${'*a,'.repeat(16_000)}]}}`), /10000 values/)
})
