import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import type { Updated } from '../../../router/model/plugins/installed/superd.ts'
import { exchange } from '../../contract/call.ts'
import { answering, pluginOf } from '../../guests/containers.ts'
import { type Files, type GitServer, startGit } from '../../guests/git.ts'
import { composeOf, lacksContainers, SuperdProgram } from '../../guests/superd.ts'
import { openAuthority } from '../../home/authority.ts'
import { connect } from '../../home/cable.ts'
import { type Namespace, openNamespace } from '../../home/namespace.ts'
import { until } from '../../process/until.ts'

const GIT_ADDRESS = '81.2.70.80'
/** The control group of an engine that has ended without its superd. */
const ABANDONED = 'sallyport-abandoned'
/** That of one that runs and has no containers yet. */
const RUNNING = 'sallyport-running'
const LIMITS = { CPU: 0.5, MemoryMiB: 48, PIDs: 24, LogMiB: 2, DiskMiB: 20 }
const BODY = { Network: { Bridge: 'plg7', Subnet: '172.30.7.0/28' }, Limits: LIMITS }

const skip = lacksContainers() ? 'containers need root and Docker' : false

let superd: SuperdProgram
let git: GitServer

const call = (verb: string, name: string, body?: unknown) =>
  superd.call({ method: 'PUT', path: `/${verb}?compose_file=${composeOf(name)}`, body })
const refused = async (verb: string, name: string, body: unknown = BODY): Promise<string> => {
  const { status, body: line } = await superd.ask({
    method: 'PUT',
    path: `/${verb}?compose_file=${composeOf(name)}`,
    body,
  })
  assert.equal(status, 400, String(line))
  return String(line)
}

/** Clones a repository with these files, and allows its compose file. */
async function install(name: string, files: Files): Promise<void> {
  await git.commit(name, files)
  await superd.call({ method: 'PUT', path: '/clone', body: { URL: git.urlOf(name), Addresses: [GIT_ADDRESS] } })
  allowed.push(name)
  superd.allow(Object.fromEntries(allowed.map((one) => [one, []])))
}
const allowed: string[] = []

const updateOf = (name: string, Reviewed?: string) =>
  superd.call({
    method: 'PUT',
    path: `/update?compose_file=${composeOf(name)}`,
    body: { Addresses: [GIT_ADDRESS], Reviewed },
  }) as Promise<Updated>
/** What an update did, in words. */
async function update(name: string): Promise<string> {
  const { Updated, RolledBack, Reason, Rights } = await updateOf(name)
  const verdict = RolledBack ? `rolled back${Reason ? ' with a reason' : ''}` : Updated ? 'updated' : 'unchanged'
  return [verdict, ...Rights.map(({ Text }) => `requests ${Text}`)].join(', ')
}

const socketOf = (name: string) => join(superd.data, 'state/plugins', name, 'socket')
const answerOf = async (name: string): Promise<string> =>
  (await exchange(socketOf(name), { method: 'GET', path: '/' })).text.trim()
const isRunning = async (name: string): Promise<boolean> =>
  (await superd.ask({ path: `/docker_ps?service=${name}&compose_file=${composeOf(name)}` })).status === 200

let opened: { readonly namespaces: readonly Namespace[]; readonly data: string } | undefined

after(async () => {
  if (!opened) return
  await superd.program.stop(15_000)
  await Promise.all(opened.namespaces.map((one) => one[Symbol.asyncDispose]()))
  rmSync(opened.data, { recursive: true, force: true })
})

/** superd on a machine that is connected to a git server. */
async function openSuperd(): Promise<void> {
  mkdirSync('/run/sallyport', { recursive: true })
  const dir = mkdtempSync('/run/sallyport/superd-')
  // An overlay file system cannot be on top of another one, where /tmp of a container may be.
  const data = mkdtempSync(join(process.cwd(), '.sallyport/superd-'))
  const authority = await openAuthority(join(dir, 'authority'))
  const [router, server] = await Promise.all([openNamespace('router', dir), openNamespace('git', dir)])
  await connect({ namespace: router, link: 'wan0' }, { namespace: server, link: 'eth0' })
  await router.ip('addr add 81.2.70.1/24 dev wan0')
  await server.ip(`addr add ${GIT_ADDRESS}/24 dev eth0`)
  superd = new SuperdProgram(router, data, ['--authorities', authority.ca])
  opened = { namespaces: [router, server], data }
  git = await startGit(server, authority, GIT_ADDRESS)
  const groups = existsSync('/sys/fs/cgroup/pids') ? '/sys/fs/cgroup/pids' : '/sys/fs/cgroup'
  for (const name of [ABANDONED, RUNNING]) mkdirSync(join(groups, name, 'inner'), { recursive: true })
  // The second is a program with the longest argument that there can be (execve(2)), which no engine has.
  const programs = [`/${RUNNING}`, `/${'sallyport-*'.padEnd(131_070, 'x')}`].map((parent) =>
    spawn('sh', ['-c', 'echo; read end', 'dockerd', '--cgroup-parent', parent]),
  )
  await Promise.all(programs.map((program) => once(program.stdout, 'data')))
  await superd.start()
  for (const program of programs) program.kill()
}

const story = (title: string, run: () => Promise<void>): void =>
  void test(title, { skip, timeout: 120_000 }, async () => {
    try {
      await run()
    } catch (error) {
      process.stderr.write(`${superd?.program.lines.slice(-30).join('\n')}\n`)
      throw error
    }
  })

story('superd clones a plugin by https, builds it, and its container answers on its socket', async () => {
  await openSuperd()
  assert.deepEqual(await superd.call({ path: '/ready' }), { Ready: true })
  // Another superd was killed.
  assert.deepEqual(globSync(`/sys/fs/cgroup/{pids/,}${ABANDONED}`), [])
  const kept = globSync(`/sys/fs/cgroup/{pids/,}${RUNNING}/inner`)
  for (const inner of kept) {
    rmdirSync(inner)
    rmdirSync(dirname(inner))
  }
  assert.equal(kept.length, 1)
  await superd.loadImage()

  const files = pluginOf('good', answering('cat /proc/self/status /memory; id -u; ip -o addr'))
  const file = existsSync('/sys/fs/cgroup/memory') ? 'memory/memory.limit_in_bytes' : 'memory.max'
  const measured = files.Dockerfile!.replace('COPY', `RUN echo "Build: $(cat /sys/fs/cgroup/${file})" > /memory\nCOPY`)
  await install('good', { ...files, Dockerfile: measured })
  assert.ok(!existsSync(join(superd.data, 'plugins/user/good/.git')))
  await call('start', 'good', BODY)
  const shown = await until('the plugin', () => answerOf('good').catch(() => undefined))
  // No capabilities, no new ones, and one link beside the loopback.
  assert.match(shown, /CapEff:\s+0000000000000000/)
  // A step of the build has 1 GiB of memory.
  assert.match(shown, /Build: 1073741824/)
  assert.match(shown, /CapBnd:\s+0000000000000000/)
  assert.match(shown, /NoNewPrivs:\s+1/)
  assert.match(shown, /Seccomp:\s+2/)
  assert.match(shown, /inet 172\.30\.7\.2\/28/)
  assert.equal(await isRunning('good'), true)
})

story('a plugin with a right that is not confirmed does not start, and the line is named', async () => {
  await install('asks', pluginOf('asks', 'sleep 100\n', ['privileged: true']))
  assert.match(
    await refused('start', 'asks'),
    /docker-compose\.yml line 6: "privileged: true" of asks is not confirmed/,
  )
  superd.allow({ good: [], asks: [{ Service: 'asks', Kind: 'privileged', Text: 'privileged: false' }] })
  assert.match(await refused('start', 'asks'), /is not confirmed/)
  assert.match(await refused('start', 'unlisted'), /is not in the list of allowed compose files/)
})

story('a plugin whose directory became a symbolic link does not start', async () => {
  superd.allow({ good: [] })
  await call('stop', 'good')
  assert.equal(await isRunning('good'), false)
  const directory = join(superd.data, 'state/plugins/good')
  renameSync(directory, `${directory}.away`)
  symlinkSync('/etc', directory)
  assert.match(await refused('start', 'good'), /state\/plugins\/good is a symbolic link/)
  rmSync(directory)
  renameSync(`${directory}.away`, directory)
  await call('start', 'good')
  await until('the plugin', () => answerOf('good').catch(() => undefined))
})

story('an update needs confirmation for new rights, and a version that fails is undone', async () => {
  const version = (script: string, lines?: readonly string[]) => git.commit('good', pluginOf('good', script, lines))
  assert.equal(await update('good'), 'unchanged')

  await version(answering('echo two'), ['pid: host'])
  assert.equal(await update('good'), 'unchanged, requests pid: host')
  assert.match(await answerOf('good'), /CapEff/)

  await version('exit 1\n')
  assert.equal(await update('good'), 'rolled back with a reason')
  await until('the old version', async () => (await answerOf('good').catch(() => '')).includes('CapEff'))

  const unhealthy = 'healthcheck: { test: ["CMD", "/bin/false"], interval: 1s, retries: 1 }'
  await version(answering('echo ill'), [unhealthy])
  assert.equal(await update('good'), 'rolled back with a reason')
  await until('the old version', async () => (await answerOf('good').catch(() => '')).includes('CapEff'))

  await version(answering('echo three'))
  assert.equal(await update('good'), 'updated')
  await until('the new version', async () => (await answerOf('good').catch(() => '')) === 'three')
})

story('a description that requests more is not installed before the owner has reviewed its commit', async () => {
  const requests = { ScopedPaths: ['/devices:r'], NetworkCapabilities: { Policies: ['wan'] } }
  const files = pluginOf('good', answering('echo three'))
  const description = { ...JSON.parse(files['plugin.json']!), ...requests }
  await git.commit('good', { ...files, 'plugin.json': JSON.stringify(description) })
  const asked = await updateOf('good')
  assert.deepEqual(
    [asked.Updated, asked.Requests.ScopedPaths, asked.Requests.Policies, asked.Before.Policies],
    [false, ['/devices:r'], ['wan'], []],
  )
  assert.equal((await updateOf('good', 'another')).Updated, false)
  assert.equal((await updateOf('good', asked.Revision)).Updated, true)
  assert.equal(await update('good'), 'unchanged')
  await until('the new version', async () => (await answerOf('good').catch(() => '')) === 'three')
})

story('a stopped plugin is stopped after an update, and an interrupted update is undone', async () => {
  await call('stop', 'good')
  await git.commit('good', pluginOf('good', 'exit 1\n'))
  assert.equal(await update('good'), 'rolled back with a reason')
  assert.equal(await isRunning('good'), false)
  await git.commit('good', pluginOf('good', answering('echo four')))
  assert.equal(await update('good'), 'updated')
  assert.equal(await isRunning('good'), false)

  const plugins = join(superd.data, 'plugins/user')
  await superd.program.stop(15_000)
  cpSync(join(plugins, 'good'), join(plugins, '.good.old'), { recursive: true })
  writeFileSync(join(plugins, 'good/docker-compose.yml'), 'incomplete')
  await superd.start()
  assert.ok(!existsSync(join(plugins, '.good.old')))
  await call('start', 'good')
  await until('the version before', async () => (await answerOf('good').catch(() => '')) === 'four')
})

/** A service of the plugin `jobs` that runs a script once, with the same data directory. */
const job = (name: string, script: string, lines: readonly string[] = []): string[] => [
  `  ${name}:`,
  '    build: .',
  `    command: ["/bin/sh", "-c", "${script}"]`,
  `    volumes: ["\${SUPERDIR}state/plugins/jobs:/state"]`,
  ...lines.map((line) => `    ${line}`),
]
const waitFor = (name: string): string => `depends_on: { ${name}: { condition: service_completed_successfully } }`
/** A plugin whose service waits for `migrate`, which runs this script and waits for `prepare`. */
function withJobs(script: string): Files {
  const files = pluginOf('jobs', `echo jobs >> /state/order\n${answering('cat /state/order')}`, [waitFor('migrate')])
  const jobs = [
    ...job('migrate', script, [waitFor('prepare')]),
    ...job('prepare', 'sleep 1; echo prepare >> /state/order'),
  ]
  return { ...files, 'docker-compose.yml': `${files['docker-compose.yml']}${jobs.join('\n')}\n` }
}
const JOBS_IN_ORDER = 'prepare\nmigrate\njobs'

story(
  'a service starts after the jobs that it waits for have exited with 0, and a job that fails is named',
  async () => {
    const order = () => join(superd.data, 'state/plugins/jobs/order')
    const body = { ...BODY, Network: undefined }
    await install('jobs', withJobs('exit 3'))
    assert.match(
      await refused('start', 'jobs', body),
      /the service migrate, which others wait for, ended with the exit code 3/,
    )
    assert.equal(await isRunning('jobs'), false)
    assert.equal(readFileSync(order(), 'utf8'), 'prepare\n')

    await git.commit('jobs', withJobs('sleep 1; echo migrate >> /state/order'))
    assert.equal(await update('jobs'), 'updated')
    rmSync(order())
    await call('start', 'jobs', body)
    assert.equal(await until('the plugin', () => answerOf('jobs').catch(() => undefined)), JOBS_IN_ORDER)
  },
)

story('a plugin that ends at once is started again with pauses, and does not disturb another', async () => {
  await install('crash', pluginOf('crash', 'echo x >> /state/starts; exit 3\n'))
  await call('start', 'crash', { ...BODY, Network: undefined })
  const starts = () => readFileSync(join(superd.data, 'state/plugins/crash/starts'), 'utf8').length / 2
  await until('another start', () => starts() >= 2, 40_000)
  assert.ok(starts() <= 3, String(starts()))
  assert.equal(await answerOf('good'), 'four')
  // Jobs have ended before, and are not started again.
  assert.equal(await answerOf('jobs'), JOBS_IN_ORDER)
  await call('stop', 'jobs')
  await call('stop', 'crash')
})

story('a plugin that fills the disk is stopped, and no file is larger than its limit', async () => {
  const script =
    'dd if=/dev/zero of=/state/one bs=1M count=64; i=0; while [ $i -lt 5 ]; do dd if=/dev/zero of=/more$i bs=1M count=10; i=$((i+1)); done; sleep 1000\n'
  await install('fill', pluginOf('fill', script))
  await call('start', 'fill', { ...BODY, Network: undefined })
  await until('the stop', () => superd.notices.some(({ Kind }) => Kind === 'over_limit'), 90_000)
  assert.deepEqual(
    superd.notices.map(({ Kind, ComposeFile }) => `${Kind} ${ComposeFile}`),
    [`over_limit ${composeOf('fill')}`],
  )
  assert.equal(readFileSync(join(superd.data, 'state/plugins/fill/one')).length, LIMITS.DiskMiB << 20)
  await until('the end of the container', async () => !(await isRunning('fill')))
  assert.equal(await isRunning('good'), true)
})

story('the calls of API 0.3.0 are accepted', async () => {
  const get = (path: string) => superd.ask({ path })
  const file = `compose_file=${composeOf('good')}`
  assert.deepEqual(await get(`/stop?service=&${file}`), { status: 200, body: '' })
  assert.equal(await isRunning('good'), false)
  assert.deepEqual(await get(`/start?service=good&${file}`), { status: 200, body: '' })
  assert.equal(await isRunning('good'), true)
  assert.equal((await superd.ask({ method: 'PUT', path: `/restart?service=good&${file}` })).status, 200)
  // The caller gives no addresses, and this machine has no resolver.
  assert.match(
    String((await get(`/update_git?git_url=${git.urlOf('good')}`)).body),
    /git\.test\/good cannot be resolved/,
  )
  assert.match(String((await get('/git_version?plugin=good')).body), /^[0-9a-f]{12}$/)
  assert.deepEqual(await get('/git_version'), { status: 200, body: 'v1.2.3' })
  assert.deepEqual(await get('/container_version?container=superd'), { status: 200, body: '1.2.3' })
  assert.match(String((await get('/container_version?container=good')).body), /^[0-9a-f]{12}$/)
  const tags = (image: string) => superd.ask({ method: 'POST', path: '/remote_container_tags', body: { image } })
  const offline = await tags('ghcr.io/owner/name')
  assert.deepEqual([offline.status, /^ghcr\.io cannot be reached: /.test(String(offline.body))], [503, true])
  assert.equal((await tags('name')).status, 400)
  assert.deepEqual(await get('/compose_paths'), { status: 200, body: allowed.map(composeOf) })
  assert.deepEqual(await get('/ghcr_auth?username=owner&secret=hidden%20word'), { status: 200, body: '' })
  assert.ok(!superd.program.lines.some((line) => line.includes('hidden')))
  assert.deepEqual(await get('/ghcr_auth'), { status: 200, body: '' })
  for (const path of [
    `/start?service=none&${file}`,
    '/start',
    '/start?compose_file=',
    '/stop?compose_file=../x',
    '/update?compose_file=x',
    '/update_git?git_url=git://x',
    '/git_version?plugin=none',
    '/container_version?container=none',
  ])
    assert.equal((await get(path)).status, 400, path)
})

story('plugins that ran are started again after superd was killed', async () => {
  superd.program.kill('SIGKILL')
  await superd.program.exited
  await superd.start()
  await until('the end of the old container and the new one', async () => {
    const answer = await answerOf('good').catch(() => '')
    return answer === 'four' && (await isRunning('good'))
  })
  await call('remove', 'good')
  assert.ok(!existsSync(join(superd.data, 'plugins/user/good')))
  assert.deepEqual(((await superd.call({ path: '/networks' })) as { Name: string }[]).map(({ Name }) => Name).sort(), [
    'host',
    'none',
  ])
})

story('hostile repositories are refused', async () => {
  const clone = async (URL: string, Addresses: string[]) =>
    String((await superd.ask({ method: 'PUT', path: '/clone', body: { URL, Addresses } })).body)
  await git.commit('links', { ...pluginOf('links', ''), state: '->/etc' })
  assert.match(await clone(git.urlOf('links'), [GIT_ADDRESS]), /contains a symbolic link: state/)
  assert.match(await clone(git.urlOf('none'), [GIT_ADDRESS]), /cannot be cloned/)
  assert.match(await clone(git.urlOf('links'), ['192.168.2.1']), /is a private address/)
  await git.commit('superd', pluginOf('superd', ''))
  assert.match(await clone(git.urlOf('superd'), [GIT_ADDRESS]), /a plugin cannot have the name "superd"/)
  for (const name of ['links', 'none', 'superd', '.links.new'])
    assert.ok(!existsSync(join(superd.data, 'plugins/user', name)), name)
})

story('a stopped superd leaves no engine, containers and control groups, even if the engine was killed', async () => {
  const group = superd.engine.split('/')[2] ?? ''
  const groups = () => globSync(`/sys/fs/cgroup/*/${group}`).length + globSync(`/sys/fs/cgroup/${group}`).length
  await install('left', pluginOf('left', answering('echo left')))
  await call('start', 'left', { ...BODY, Network: { Bridge: 'plg8', Subnet: '172.30.8.0/28' } })
  await until('the answer of the container', async () => (await answerOf('left').catch(() => '')) === 'left')
  assert.ok(groups() > 0)
  const limits = globSync(`/sys/fs/cgroup/{pids/,}${group}/pids.max`).map((path) => readFileSync(path, 'utf8').trim())
  assert.deepEqual(limits, ['4096'])
  process.kill(Number(readFileSync(join(dirname(superd.engine), 'dockerd.pid'), 'utf8')), 'SIGKILL')
  await superd.program.stop(20_000)
  assert.equal(groups(), 0)
  await assert.rejects(exchange(superd.engine, { method: 'GET', path: '/_ping' }))
})
