import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { State } from '../../plugins/tailscale/tailnet.ts'
import type { RequestedRight } from '../../router/model/plugins/installed/right.ts'
import { NODE_IMAGE } from '../guests/containers.ts'
import { type Files, startInternetGit } from '../guests/git.ts'
import { lacksContainers } from '../guests/superd.ts'
import { engineData, openEngine } from '../home/engine.ts'
import { openStage } from '../home/story.ts'
import { openWitness } from '../probes/witness.ts'
import { ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'
import { confinementOf, type RemoteNode, startRemoteNode, startTailnet, type TailnetServer } from './guests.ts'
import { BUILD_LINE, tailnetPrograms } from './programs.ts'

/**
 * The Tailscale plugin, with the tailscaled that its Dockerfile builds, a control server and a relay in the internet, and a node
 * on another machine there. `npm test -- tailnet` builds the programs first.
 */
const programs = tailnetPrograms()
const skip = (lacksContainers() && 'containers need root and Docker') || (!existsSync(programs.network) && 'not built')
const data = skip ? '' : engineData()
const stage = skip
  ? undefined
  : await openStage(
      {
        laptop: { Policies: ['wan', 'dns'], listens: [9100] },
        printer: { wired: true, Groups: ['office'], listens: [9100] },
      },
      { data },
    )
type Home = NonNullable<typeof stage>['home']
const story = (title: string, run: (home: Home) => Promise<void>): void =>
  stage ? stage.story(title, run) : void test(title, { skip }, () => undefined)

const PORT = 9100
const AUTH_KEY = 'tskey-auth-lab'

/** The plugin's files, with images that there are in the lab: the first has what the line of the Dockerfile builds. */
function pluginFiles(): Files {
  const directory = join(ROOT, 'plugins/tailscale')
  const paths = [...globSync('**/*.*', { cwd: directory }), 'Dockerfile']
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'utf8')]))
  const { Dockerfile = '', 'docker-compose.yml': compose = '' } = files
  assert.match(Dockerfile, BUILD_LINE)
  assert.match(compose, /GO: golang:\S+\n\s+BASE: node:26-slim\n/)
  return {
    ...files,
    Dockerfile: Dockerfile.replace(BUILD_LINE, ''),
    'docker-compose.yml': compose.replace(/GO: \S+/, 'GO: lab-go').replace('node:26-slim', NODE_IMAGE.name),
  }
}

interface Plugin {
  readonly Name: string
  readonly ScopedPaths: readonly string[]
  readonly NetworkCapabilities: { readonly Policies: readonly string[]; readonly Groups: readonly string[] }
  readonly Rights: readonly RequestedRight[]
}
const state = async ({ router }: Home): Promise<State> => (await router.api('/plugins/tailscale/state')) as State
const put = ({ router }: Home, path: string, body: unknown): Promise<unknown> =>
  router.api(`/plugins/tailscale/${path}`, body)
const stateOf = (home: Home, wanted: string): Promise<State> =>
  until(`the state ${wanted}`, async () => {
    const found = await state(home)
    return found.State === wanted && found
  })
/** Changes the groups, policies and paths of the plugin. */
async function grant({ router }: Home, Groups: string[], Policies = ['dns', 'wan'], ScopedPaths: string[] = []) {
  const plugin = ((await router.api('/plugins_api/')) as Plugin[]).find(({ Name }) => Name === 'tailscale')!
  const NetworkCapabilities = { ...plugin.NetworkCapabilities, Policies, Groups }
  await router.api('/plugins_api/tailscale', { ...plugin, NetworkCapabilities, ScopedPaths })
}

/** Of the plugin's tailscaled. */
async function confinement({ router }: Home) {
  const processes = await router.namespace.run(['ps', '-eo', 'pid=,args='])
  const pid = /^ *(\d+) tailscaled --tun=userspace-networking/m.exec(processes)?.[1]
  return confinementOf(pid ?? assert.fail('tailscaled does not run'))
}

let tailnet: TailnetServer
let remote: RemoteNode
/** The node of the household, in the tailnet. */
let own = ''

story('it requests the internet, DNS and no right, and runs without capabilities', async (home) => {
  const { router, laptop, printer, authority } = home
  await Promise.all([laptop.join(), printer.join(), router.uplinkAddress()])
  await router.prove()
  const git = await startInternetGit(home)
  await openEngine(router, data, NODE_IMAGE, {
    name: 'lab-go',
    programs: ['busybox'],
    files: { '/go/bin/tailscaled': programs.tailscaled, '/etc/ssl/certs/ca-certificates.crt': authority.ca },
  })
  await git.commit('tailscale', pluginFiles())
  const plan = (await router.api('/plugin/download_info', git.urlOf('tailscale'))) as Plugin
  assert.deepEqual(plan.NetworkCapabilities.Policies, ['dns', 'wan'])
  assert.deepEqual([plan.NetworkCapabilities.Groups, plan.ScopedPaths, plan.Rights], [[], [], []])
  await router.api('/plugin/complete_install', plan)
  await until('the plugin', async () => (await router.ask({ path: '/plugins/tailscale/state' })).status === 200)
  const { Routes } = await stateOf(home, 'NeedsLogin')
  assert.deepEqual(Routes, [])
  assert.equal((await confinement(home)).capabilities, '0000000000000000')
})

story('it logs in with a key at a custom control server, and reports a key that is refused', async (home) => {
  const keys = await startTailnet(home, programs, { name: 'keys.test', address: '81.2.70.91', authKey: AUTH_KEY })
  await put(home, 'login', { ControlURL: keys.url, AuthKey: 'tskey-auth-wrong' })
  await until('the refusal', async () => (await state(home)).Problems.join().includes('invalid authkey'))
  await put(home, 'login', { ControlURL: keys.url, AuthKey: AUTH_KEY, Hostname: 'home' })
  const { Hostname, ControlURL, Addresses } = await stateOf(home, 'Running')
  assert.deepEqual([Hostname, ControlURL], ['home', keys.url])
  assert.match(Addresses[0] ?? '', /^100\.64\./)
  await put(home, 'logout', {})
  await stateOf(home, 'NeedsLogin')
})

story('it logs in with a URL, and peers connect to it directly', async (home) => {
  const { router } = home
  tailnet = await startTailnet(home, programs, { name: 'tailnet.test', address: '81.2.70.90' })
  remote = await startRemoteNode(home, programs)
  const logIn = async (what: string, read: () => Promise<State>) => {
    const { AuthURL } = await until(`the URL of ${what}`, async () => {
      const found = await read()
      return found.AuthURL !== '' && found
    })
    await tailnet.complete(AuthURL)
    return await until(`${what} in the tailnet`, async () => {
      const found = await read()
      return found.State === 'Running' && found
    })
  }
  await put(home, 'login', { ControlURL: tailnet.url })
  own = (await logIn('the plugin', () => state(home))).Addresses[0]!
  await remote.tailnet.logIn({ ControlURL: tailnet.url, Hostname: 'traveller', AuthKey: '' })
  await logIn('the remote node', () => remote.tailnet.state())
  await remote.acceptRoutes()
  const uplink = await router.uplinkAddress()
  // The first answer may come through the relay, which passes on the addresses for a direct connection.
  await until('a direct connection', async () =>
    (await remote.directAddress(own).catch(() => '')).startsWith(`${uplink}:`),
  )
  assert.deepEqual(
    (await state(home)).Peers.map(({ Name }) => Name),
    ['traveller'],
  )
  assert.deepEqual((await confinement(home)).ports, [])
})

story('the tailnet reaches a device that is offered, approved, and shares a group with the plugin', async (home) => {
  const { printer, laptop } = home
  const [at, other] = [(await printer.address())!, (await laptop.address())!]
  await using seen = await openWitness(printer.namespace, `tcp dport ${PORT}`)
  await using others = await openWitness(laptop.namespace, `tcp dport ${PORT}`)
  const reaches = async (ip = at) => (await remote.echo(ip, PORT, 'hello\n')) === 'hello\n'

  assert.equal(await reaches(), false)
  await put(home, 'routes', { Routes: [at, other] })
  await grant(home, ['office'])
  assert.equal(await reaches(), false)
  assert.deepEqual(
    (await state(home)).Routes.map(({ Approved }) => Approved),
    [false, false],
  )
  assert.equal(await seen.packets(), 0)

  await tailnet.approveRoutes()
  await until('the routes', async () => (await state(home)).Routes.every(({ Approved }) => Approved))
  await until('the printer', () => reaches())
  assert.deepEqual(
    (await state(home)).Peers.map(({ Connection }) => Connection),
    ['direct'],
  )
  assert.equal(await reaches(other), false)
  assert.equal(await others.packets(), 0)

  const open = await remote.dial(at, PORT)
  await grant(home, [])
  const before = await seen.packets()
  assert.equal(await reaches(), false)
  // A connection that is open when the group is removed passes no more packets.
  open.write('x')
  await assert.rejects(once(open, 'data', { signal: AbortSignal.timeout(2000) }))
  open.destroy()
  assert.equal(await seen.packets(), before)
  await grant(home, ['office'])
  assert.equal(await reaches(), true)

  await put(home, 'routes', { Routes: [other] })
  assert.equal(await reaches(), false)
  await put(home, 'routes', { Routes: [at] })
  await until('the printer', () => reaches())
})

story('datagrams pass under the same policies', async (home) => {
  const { printer } = home
  const at = (await printer.address())!
  printer.namespace.start(['socat', `UDP4-RECVFROM:${PORT},fork`, 'PIPE'])
  await using seen = await openWitness(printer.namespace, `udp dport ${PORT}`)
  const answers = async () => {
    await using connection = await remote.dial(at, PORT, 'udp')
    connection.write('x')
    const answer = once(connection.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(2000) })
    return await answer.then(
      ([text]) => text === 'x',
      () => false,
    )
  }
  await grant(home, [])
  assert.equal(await answers(), false)
  assert.equal(await seen.packets(), 0)
  await grant(home, ['office'])
  await until('an answer', answers)
})

story('devices see the address of the plugin, and nothing of the tailnet', async (home) => {
  const { printer } = home
  const at = (await printer.address())!
  const subnet = '172.30.0.0/28'
  await using plugin = await openWitness(printer.namespace, `ip saddr ${subnet} tcp dport ${PORT}`)
  await using all = await openWitness(printer.namespace, `tcp dport ${PORT}`)
  assert.equal(await remote.echo(at, PORT, 'x'), 'x')
  assert.ok((await plugin.packets()) > 0)
  assert.equal(await plugin.packets(), await all.packets())
})

story('it lists devices with the decision of the router, after the owner has granted the paths', async (home) => {
  const household = async () =>
    (await home.router.api('/plugins/tailscale/household')) as {
      Devices: { Name: string; Reachable: boolean; Reason: string }[]
      Problem: string
    }
  assert.match((await household()).Problem, /policy "api" and the API paths \/devices:r and \/explain:r/)
  await grant(home, ['office'], ['api', 'dns', 'wan'], ['/devices:r', '/explain:r'])
  const { Devices, Problem } = await household()
  assert.equal(Problem, '')
  assert.deepEqual(
    Devices.map(({ Name, Reachable }) => [Name, Reachable]),
    [
      ['laptop', false],
      ['printer', true],
    ],
  )
  assert.match(Devices[1]!.Reason, /office/)
})

story('it stays logged in when it is restarted, and its keys are in its own directory, for root only', async (home) => {
  const { router, printer } = home
  await router.api('/plugins_api/tailscale/restart', {})
  await until('the plugin', async () => {
    const answer = await router.ask({ path: '/plugins/tailscale/state' })
    return answer.status === 200 && (answer.body as State).State === 'Running'
  })
  const at = (await printer.address())!
  await until('the printer', async () => (await remote.echo(at, PORT, 'again')) === 'again')
  const directory = join(data, 'state/plugins/tailscale/tailscaled')
  assert.equal(statSync(directory).mode & 0o077, 0)
  const keys = readFileSync(join(directory, 'tailscaled.state'), 'utf8')
  assert.match(keys, /_machinekey/)
  const holders = globSync(['state/plugins/**/*', 'configs/**/*', 'plugins/**/*'], { cwd: data }).filter((path) => {
    const file = join(data, path)
    return (
      !path.startsWith('state/plugins/superd/') &&
      statSync(file).isFile() &&
      readFileSync(file, 'utf8').includes('_machinekey')
    )
  })
  assert.deepEqual(holders, ['state/plugins/tailscale/tailscaled/tailscaled.state'])
})

story('without wan it leaves the tailnet, and after a log-out nothing reaches the household', async (home) => {
  const { printer } = home
  const at = (await printer.address())!
  const reaches = async () => (await remote.echo(at, PORT, 'x')) === 'x'
  await grant(home, ['office'], ['dns'])
  assert.equal(await reaches(), false)
  await grant(home, ['office'])
  await until('the printer', reaches)
  await put(home, 'logout', {})
  const { Peers } = await stateOf(home, 'NeedsLogin')
  assert.deepEqual(Peers, [])
  assert.equal(await reaches(), false)
})
