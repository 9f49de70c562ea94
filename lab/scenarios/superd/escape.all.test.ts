import assert from 'node:assert/strict'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestedRight } from '../../../router/model/plugins/installed/right.ts'
import { OBEYING, pluginOf } from '../../guests/containers.ts'
import type { Files, GitServer } from '../../guests/git.ts'
import { openEngine } from '../../home/engine.ts'
import type { Home } from '../../home/home.ts'
import { until } from '../../process/until.ts'
import { openPluginStories, preparePlugins } from '../plugins/engine.fixture.ts'
import { obedient } from './escape.fixture.ts'

/** Compose files that request too much, and a plugin that tries to occupy the router. What a plugin reaches: escape.test.ts. */
const { data, story } = await openPluginStories({})

const { obey } = obedient(data, 'escape')
let git: GitServer

const urlOf = async (name: string, files: Files): Promise<string> => {
  await git.commit(name, files)
  return git.urlOf(name)
}
/** Why a plugin is not installed. */
const refusal = async ({ router }: Home, path: string, body: unknown): Promise<string> => {
  const answer = await router.ask({ method: 'PUT', path, body })
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  return String(answer.body)
}

/** Lines of services, each of which asks for one thing. A compose file has at most eight services. */
const ASKING = [
  'privileged: true',
  'network_mode: host',
  'pid: host',
  'ipc: host',
  'userns_mode: host',
  'volumes: ["/var/run/docker.sock:/docker.sock"]',
  'devices: ["/dev/kmsg:/dev/kmsg"]',
  'cap_add: [SYS_ADMIN]',
  'volumes: ["/:/host"]',
  'volumes: ["../../../../../etc:/etc2"]',
  `volumes: ["\${SUPERDIR}state/plugins/superd:/superd"]`,
  'ports: ["80:80"]',
  'security_opt: ["seccomp:unconfined"]',
  'sysctls: {net.ipv4.ip_forward: 1}',
  'build: {context: ., network: host}',
]
const SERVICES = 8

story('requests of a compose file are listed by line, and nothing starts unconfirmed', async (home) => {
  const { router } = home
  git = await preparePlugins(home)
  await openEngine(router, data)
  const base = pluginOf('asks', '')
  const services = Array.from({ length: SERVICES }, (_, index) => [
    `  s${index}:`,
    '    image: lab-base',
    ...ASKING.filter((_, at) => at % SERVICES === index).map((line) => `    ${line}`),
  ])
  const lines = ['services:', ...services.flat()]
  const url = await urlOf('asks', { ...base, 'docker-compose.yml': `${lines.join('\n')}\n` })
  const plan = (await router.api('/plugin/download_info', url)) as { Rights: RequestedRight[] }
  assert.deepEqual(
    plan.Rights.map(({ Line }) => lines[Line - 1]?.trim()),
    services.flatMap((service) => service.slice(2)).map((line) => line.trim()),
  )
  assert.match(await refusal(home, '/plugin/install_user_url', url), /privileged: true/)
  for (const missing of [plan.Rights[0]!, plan.Rights.at(-1)!]) {
    const Rights = plan.Rights.map((right) => ({ ...right, Confirmed: right !== missing }))
    assert.ok((await refusal(home, '/plugin/complete_install', { ...plan, Rights })).includes(missing.Text))
  }
  assert.deepEqual(await router.api('/info/docker'), [])
})

/** Compose files that superd does not accept, confirmed or not. */
const NEVER: Readonly<Record<string, readonly [string | Files, RegExp]>> = {
  'a volume that is a directory of the router': [
    'services:\n  x:\n    image: lab-base\n    volumes: ["v:/v"]\nvolumes:\n  v:\n    driver_opts: {type: none, o: bind, device: /}\n',
    /line \d+: .*driver_opts/,
  ],
  'a link of the uplink': [
    'services:\n  x:\n    image: lab-base\nnetworks:\n  n:\n    driver: macvlan\n    driver_opts: {parent: wan0}\n',
    /line \d+: .*driver/,
  ],
  'a secret that is a file of the router': [
    'services:\n  x:\n    image: lab-base\n    secrets: [s]\nsecrets:\n  s: {file: /etc/shadow}\n',
    /line \d+: .*secrets/,
  ],
  'the variables of a file of the router': [
    'services:\n  x:\n    image: lab-base\n    env_file: /etc/shadow\n',
    /line 4: env_file: .* is outside/,
  ],
  'an image of the files of the router': ['services:\n  x:\n    build: /etc\n', /line 3: build: "\/etc" is outside/],
  'volumes of another container': [
    'services:\n  x:\n    image: lab-base\n    volumes_from: [superd]\n',
    /line 4: "volumes_from" is not supported/,
  ],
  'a control group of the router': [
    'services:\n  x:\n    image: lab-base\n    cgroup_parent: /\n',
    /line 4: "cgroup_parent" is not supported/,
  ],
  'a symbolic link': [{ 'docker-compose.yml': 'services:\n  x:\n    build: .\n', x: '->/etc' }, /symbolic link/],
}

story('compose files that reach for the router in other ways are refused', async (home) => {
  for (const [title, [given, reason]] of Object.entries(NEVER)) {
    const files = typeof given === 'string' ? { 'docker-compose.yml': given } : given
    const url = await urlOf('never', { ...pluginOf('never', ''), ...files })
    assert.match(await refusal(home, '/plugin/install_user_url', url), reason, title)
  }
})

story('a plugin cannot occupy the router', async ({ router }) => {
  await router.api('/plugin/install_user_url', await urlOf('escape', pluginOf('escape', OBEYING)))
  // 400 programs, and 400 MiB of memory. The limits are 256 of each.
  await obey('i=0; while [ $i -lt 400 ]; do sleep 30 & i=$((i+1)); done; true').catch(() => undefined)
  const running = (await router.namespace.run(['ps', '-e', '-o', 'args='])).split('\n')
  const sleeping = running.filter((line) => line === 'sleep 30').length
  assert.ok(sleeping > 100 && sleeping <= 256, String(sleeping))
  assert.equal((await router.ask({ path: '/status' })).status, 200)
  await router.api('/plugins_api/escape/restart', {})
  const filled = await until('the plugin', () =>
    obey('dd if=/dev/zero of=/dev/null bs=400M count=1 && echo filled').catch(() => undefined),
  )
  assert.doesNotMatch(filled, /^filled/m)
  assert.equal((await router.ask({ path: '/status' })).status, 200)
})

story('a plugin cannot answer for the router, and its socket leads to no other', async ({ router }) => {
  const page = () => router.ask({ path: '/plugins/escape/devices' })
  for (const target of ['../../wifi/apisock', '../superd/socket', '/run/docker.sock']) {
    await obey(`mv /state/socket /state/own; ln -s ${target} /state/socket`)
    assert.equal((await page()).status, 502, target)
    rmSync(join(data, 'state/plugins/escape/socket'))
    renameSync(join(data, 'state/plugins/escape/own'), join(data, 'state/plugins/escape/socket'))
  }
})
