import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestedRight } from '../../../router/model/plugins/installed/right.ts'
import { NODE_IMAGE } from '../../guests/containers.ts'
import type { Files } from '../../guests/git.ts'
import { openEngine } from '../../home/engine.ts'
import type { Home } from '../../home/home.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'
import { openPluginStories, preparePlugins } from './engine.fixture.ts'

/** The sample, which its owner installs from a git server. */
const { data, story } = await openPluginStories({
  laptop: { Policies: ['wan', 'dns', 'lan'] },
  printer: { wired: true },
  phone: { Policies: ['wan', 'dns'] },
})

/** The part of the network map that it adds. */
const MAP = `
const MAP = { Nodes: [{ ID: 'hub', Name: 'Hub', Online: true }], Edges: [{ From: 'hub', To: 'router' }] }
`

/** Its files, with a part of the network map and an image that there is in the lab. The hosts are those that the sample has by default. */
function sampleFiles(): Files {
  const directory = join(ROOT, 'plugins/sample')
  const paths = globSync('**/*.*', { cwd: directory })
  const files = Object.fromEntries(
    [...paths, 'Dockerfile'].map((path) => [path, readFileSync(join(directory, path), 'utf8')]),
  )
  const compose = files['docker-compose.yml'] ?? ''
  assert.match(compose, /BASE: node:26-slim/)
  const description = { ...JSON.parse(files['plugin.json'] ?? ''), HasTopology: true }
  return {
    ...files,
    'docker-compose.yml': compose.replace('node:26-slim', NODE_IMAGE.name),
    'plugin.json': JSON.stringify(description),
    'main.ts':
      (files['main.ts'] ?? '').replace("  'GET /access'", "  'GET /topology': () => MAP,\n  'GET /access'") + MAP,
  }
}

interface Plan {
  readonly ScopedPaths: readonly string[]
  readonly NetworkCapabilities: { readonly Policies: readonly string[] }
  readonly Rights: readonly RequestedRight[]
}
const access = async ({ router }: Home): Promise<string[]> => {
  const checks = (await router.api('/plugins/sample/access')) as { Name: string; Works: boolean; Reason: string }[]
  return checks.map(({ Name, Works, Reason }) => `${Name}: ${Works ? 'works' : Reason}`)
}

story('the owner reviews what the sample asks for, and grants less', async (home) => {
  const { router } = home
  const git = await preparePlugins(home)
  await openEngine(router, data, NODE_IMAGE)
  await git.commit('sample', sampleFiles())
  const plan = (await router.api('/plugin/download_info', git.urlOf('sample'))) as Plan
  assert.deepEqual(plan.ScopedPaths, ['/devices:r'])
  assert.deepEqual(plan.NetworkCapabilities.Policies, ['api', 'dns', 'wan'])
  assert.deepEqual(plan.Rights, [])
  const NetworkCapabilities = { ...plan.NetworkCapabilities, Policies: ['dns'] }
  await router.api('/plugin/complete_install', { ...plan, ScopedPaths: [], NetworkCapabilities })
  const hello = await until('the plugin', async () => {
    const answer = await router.ask({ path: '/plugins/sample/hello?to=ada' })
    return answer.status === 200 && answer.body
  })
  assert.deepEqual(hello, { Text: 'Hello ada' })
})

story('its nodes are in the network map', async ({ router }) => {
  const { Nodes } = (await router.api('/topology')) as { Nodes: { ID: string; Online: boolean }[] }
  const added = Nodes.filter(({ ID }) => ID.startsWith('plugin:')).map(({ ID, Online }) => [ID, Online])
  assert.deepEqual(added, [
    ['plugin:sample', true],
    ['plugin:sample:hub', true],
  ])
})

story('its page is served through the router, in a sandbox and with a session', async ({ router, laptop }) => {
  const begun = await router.ask({
    method: 'PUT',
    path: '/plugin/ui_session',
    body: { pluginURI: 'sample', protocolVersion: 1 },
  })
  assert.equal(begun.status, 201)
  const { token, sessionId } = begun.body as { token: string; sessionId: string }
  const at = (path: string, ...options: string[]) => laptop.fetch(`http://192.168.2.1${path}`, ...options)
  const page = await at(`/admin/custom_plugin/sample/?session=${sessionId}`, '-i')
  assert.match(page ?? '', /content-security-policy: sandbox allow-scripts/i)
  assert.match(page ?? '', /<title>Sample plugin<\/title>/)
  assert.match((await at('/admin/custom_plugin/sample/static/app.js')) ?? '', /plugin-ui:ready/)
  const status = (path: string) =>
    at(path, '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: Bearer ${token}`)
  assert.equal(await status('/plugins/sample/hello'), '200')
  assert.equal(await status('/devices'), '403')
})

story('the plugin has no access that was not granted, and gets what the owner adds', async (home) => {
  const { router } = home
  const [devices, names, internet] = ['The devices of the home (api, /devices:r)', 'Names (dns)', 'The internet (wan)']
  assert.deepEqual(await access(home), [
    `${devices}: The plugin has no API token.`,
    `${names}: works`,
    `${internet}: refused (1.1.1.1, port 443)`,
  ])
  const all = (await router.api('/plugins_api/')) as (Plan & { Name: string })[]
  const plugin = all.find(({ Name }) => Name === 'sample')!
  const grant = (ScopedPaths: string[], Policies: string[]) =>
    router.api('/plugins_api/sample', {
      ...plugin,
      ScopedPaths,
      NetworkCapabilities: { ...plugin.NetworkCapabilities, Policies },
    })
  await grant(['/devices:r'], ['dns'])
  assert.match((await access(home))[0]!, /the network of the plugin needs the policy api/)
  await grant(['/groups:r'], ['api'])
  assert.match((await access(home))[0]!, /The router refuses \/devices: status 401/)
  await grant(['/devices:r'], ['api', 'dns', 'wan'])
  assert.deepEqual(await access(home), [`${devices}: works`, `${names}: works`, `${internet}: works`])
  assert.deepEqual(
    ((await router.api('/plugins/sample/devices')) as { Name: string }[]).map(({ Name }) => Name).toSorted(),
    ['laptop', 'phone', 'printer'],
  )
})

story('deleting it removes its container, its files and its token', async ({ router }) => {
  await router.api('/plugins_api/sample', { Name: 'sample' }, 'DELETE')
  assert.equal((await router.ask({ path: '/plugins/sample/hello' })).status, 404)
  assert.deepEqual(globSync('plugins/user/*', { cwd: data }), [])
  assert.deepEqual(globSync('configs/plugins/sample/*', { cwd: data }), [])
})
