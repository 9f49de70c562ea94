import assert from 'node:assert/strict'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { RequestedRight } from '../../../router/features/plugins/right.ts'
import { ECHO_PORT, FOREIGN_RESOLVER, HOSTS, PRIVATE_HOST, RESOLVER, WEB } from '../../guests/addresses.ts'
import { NODE_IMAGE, OBEYING, pluginOf } from '../../guests/containers.ts'
import { type Files, type GitServer, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'
import {
  enable,
  explained,
  installMitmproxy,
  lacksMitmproxy,
  listed,
  PAGE,
  RULE,
  SECRET,
} from '../mitmproxy/mitmproxy.fixture.ts'
import { obedient } from '../superd/escape.fixture.ts'

/**
 * Plugins that their owner installs from a git server, in one container engine: the sample, one that tries to leave its container,
 * and mitmproxy.
 */
const skip = lacksContainers() && 'containers need root and Docker'
const data = skip ? '' : engineData()
const stage = skip
  ? undefined
  : await openStage(
      {
        laptop: { Policies: ['wan', 'dns', 'lan'], listens: [4444] },
        printer: { wired: true, listens: [4444] },
        phone: { Policies: ['wan', 'dns'], DeviceTags: ['mitmproxy'] },
      },
      { data },
    )
after(() => skip || rmSync(data, { recursive: true, force: true }))
type Home = NonNullable<typeof stage>['home']
const story = (title: string, run: (home: Home) => Promise<void>, lacking: string | false = skip): void =>
  stage && !lacking ? stage.story(title, run) : void test(title, { skip: lacking }, () => undefined)

let git: GitServer

/** Its files, with an image and hosts that there are in the lab. */
function sampleFiles(): Files {
  const directory = join(ROOT, 'plugins/sample')
  const paths = globSync('**/*.*', { cwd: directory })
  const files = Object.fromEntries(
    [...paths, 'Dockerfile'].map((path) => [path, readFileSync(join(directory, path), 'utf8')]),
  )
  const compose = files['docker-compose.yml'] ?? ''
  assert.match(compose, /BASE: node:26-slim/)
  const hosts = `    environment: { SAMPLE_HOST: www.test, SAMPLE_ADDRESS: ${WEB} }\n`
  return { ...files, 'docker-compose.yml': compose.replace('node:26-slim', NODE_IMAGE.name) + hosts }
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
  await Promise.all([home.gather(), router.uplinkAddress()])
  await router.prove()
  git = await startInternetGit(home)
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
    `${internet}: refused`,
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

/** A port without a meaning. */
const PORT = 4444
const { obey, successes } = obedient(data, 'escape')

/** Addresses that a plugin could reach, by name. */
const targetsOf = async ({ laptop, printer, router }: Home): Promise<Record<string, string>> => ({
  internet: WEB,
  'private host': PRIVATE_HOST,
  laptop: (await laptop.address()) ?? '',
  printer: (await printer.address()) ?? '',
  uplink: await router.uplinkAddress(),
  router: '192.168.2.1',
  gateway: '172.30.0.1',
  'another plugin': '172.30.0.18',
})
const opens = (ip: string, port: number): string => `nc -w 1 ${ip} ${port} </dev/null`

const RESOLVERS = [RESOLVER, FOREIGN_RESOLVER, '192.168.2.1', '172.30.0.1']

/** What the plugin can use of the network, by trying each. */
async function reached(home: Home): Promise<string[]> {
  const targets = Object.entries(await targetsOf(home))
  return await successes({
    ...Object.fromEntries(
      targets.flatMap(([name, ip]) => [PORT, 80, 443].map((port) => [`${name}:${port}`, opens(ip, port)])),
    ),
    'the DNS server': 'timeout 3 nslookup www.test | grep -q 81.2.70.10',
    ...Object.fromEntries(
      RESOLVERS.map((ip) => [`DNS at ${ip}`, `timeout 3 nslookup www.test ${ip} | grep -q 81.2.70.10`]),
    ),
    'another resolver': `timeout 3 nslookup whoami.test ${FOREIGN_RESOLVER} | grep -q "Address.*${FOREIGN_RESOLVER}$"`,
  })
}

story('without policies a plugin reaches nothing, and no packet of it arrives', async (home) => {
  const { router, laptop, printer, internet } = home
  await openEngine(router, data)
  const places = [laptop, printer, internet]
  const seen = await Promise.all(
    places.map(({ namespace }) => openWitness(namespace, `meta l4proto { tcp, udp } th dport ${PORT}`)),
  )
  for (const name of ['escape', 'other']) {
    const script =
      name === 'escape'
        ? OBEYING
        : `socat TCP-LISTEN:${PORT},fork,reuseaddr PIPE & socat TCP-LISTEN:80,fork PIPE & ${OBEYING}`
    const files = pluginOf(name, script)
    const Dockerfile = `${files.Dockerfile}RUN (${opens(WEB, PORT)} && echo reached; ${opens(WEB, 80)} && echo reached; mount -t tmpfs none /tmp && echo mounted; cat /proc/self/status) >/built 2>&1\n`
    await git.commit(name, { ...files, Dockerfile })
    await router.api('/plugin/install_user_url', git.urlOf(name))
  }
  const built = await obey('cat /built')
  assert.match(built, /Seccomp:\s+2/)
  assert.doesNotMatch(built, /reached|mounted/)
  assert.match(await obedient(data, 'other').obey('ip -o -4 addr'), /172\.30\.0\.18\/28/)
  assert.deepEqual(await reached(home), [])
  await obey(
    `for ip in ${Object.values(await targetsOf(home)).join(' ')} 255.255.255.255 224.0.0.251; do (echo x | nc -u -w 1 $ip ${PORT}) & done; wait`,
  )
  assert.deepEqual(await Promise.all(seen.map((one) => one.packets())), [0, 0, 0])
  await Promise.all(seen.map((one) => one[Symbol.asyncDispose]()))
  assert.ok(!(await laptop.reaches('172.30.0.18', PORT)))
  assert.equal(await obey("ip -o -6 addr | grep -v ' lo '; cat /proc/net/route | wc -l"), '3\n')
})

story('a plugin cannot change its network', async () => {
  assert.deepEqual(
    await successes({
      'another address': 'ip addr add 172.30.0.18/28 dev eth0',
      'another route': 'ip route add 192.168.2.0/24 dev eth0',
      'a link': 'ip link add d0 type dummy',
      'promiscuous mode': 'ip link set eth0 promisc on',
      'a packet socket': 'arping -c 1 -w 1 172.30.0.1',
      'a raw socket': 'traceroute -m 1 -w 1 172.30.0.1 | grep -v permitted',
      forwarding: 'echo 1 > /proc/sys/net/ipv4/ip_forward',
    }),
    [],
  )
})

story('a plugin cannot reach the files, programs and kernel of the router', async ({ router }) => {
  const mounts = await router.namespace.run(['cat', '/proc/mounts'])
  const host = readFileSync('/proc/sys/kernel/hostname', 'utf8')
  const before = Date.now()
  assert.deepEqual(
    await successes({
      'a mount': 'mount -t tmpfs none /tmp',
      'the files of processes': 'mount -t proc none /tmp',
      'a control group': 'mkdir /tmp/cg; mount -t cgroup -o memory none /tmp/cg || mount -t cgroup2 none /tmp/cg',
      'a release agent':
        'find /sys/fs/cgroup -name release_agent -exec sh -c "echo /x > {}" ";" -exec echo found ";" | grep found',
      'a larger limit':
        'find /sys/fs/cgroup -name "memory.*limit_in_bytes" -o -name memory.max | while read f; do echo 999999999 > $f && echo done; done | grep done',
      'a new control group': 'mkdir /sys/fs/cgroup/x || mkdir /sys/fs/cgroup/memory/x',
      'a device node': 'mknod /tmp/disk b 8 0 || mknod /tmp/mem c 1 1',
      'physical memory': 'head -c 1 /dev/mem || head -c 1 /proc/kcore | grep .',
      'the log of the kernel': 'dmesg || cat /dev/kmsg',
      'the keys of the kernel': 'grep . /proc/keys',
      'the root of the first process': 'nsenter -t 1 -m -- ls / || ls /proc/1/root/var/run/docker.sock',
      'a namespace of users': 'unshare -U true',
      'a namespace of mounts': 'unshare -m true',
      'a namespace of networks': 'unshare -n true',
      'another user': 'start-stop-daemon -S -c 1000:1000 -x /bin/true || chown 1000 /tmp',
      'kernel settings':
        'echo x > /proc/sys/kernel/core_pattern || echo x > /proc/sys/kernel/hostname || echo b > /proc/sysrq-trigger',
      'devices of the kernel': 'echo 1 > /sys/kernel/uevent_helper || echo mem > /sys/power/state',
      'a kernel module': 'insmod /bin/busybox || modprobe dummy',
      'the clock': 'date -s 2001-01-01; date +%Y | grep 2001',
      'the host name': 'hostname owned',
      'a restart': 'reboot -f',
      'a new root': 'mkdir /tmp/root; pivot_root /tmp /tmp/root || chroot /proc/1/root ls /work',
      swap: 'dd if=/dev/zero of=/tmp/swap bs=4096 count=10 && swapon /tmp/swap',
      'a higher priority': 'renice -n -10 $$',
      'programs of the router': 'ps | grep -E "node|dockerd" | grep -v grep',
      'the API': 'find / -xdev -name "apisock" -o -name console | grep .',
      'the installed files': 'find / -xdev -name plugin.json | grep .',
    }),
    [],
  )
  assert.equal(readFileSync('/proc/sys/kernel/hostname', 'utf8'), host)
  assert.ok(Math.abs(Date.now() - before) < 60_000)
  assert.equal((await router.namespace.run(['cat', '/proc/mounts'])).length, mounts.length)
})

story('with policies, exactly what they permit passes', async (home) => {
  const { router } = home
  const withPolicies = async (Policies: readonly string[]) => {
    const all = (await router.api('/plugins_api/')) as { Name: string; NetworkCapabilities: object }[]
    const plugin = all.find(({ Name }) => Name === 'escape')!
    const NetworkCapabilities = { ...plugin.NetworkCapabilities, Policies }
    await router.api('/plugins_api/escape', { ...plugin, NetworkCapabilities })
    return await reached(home)
  }
  // Queries to other resolvers are answered by the router.
  const resolvers = ['the DNS server', ...RESOLVERS.map((ip) => `DNS at ${ip}`)]
  assert.deepEqual(
    {
      wan: await withPolicies(['wan']),
      dns: await withPolicies(['dns']),
      both: await withPolicies(['wan', 'dns']),
      none: await withPolicies([]),
    },
    {
      wan: ['internet:80', 'internet:443'],
      dns: resolvers,
      both: ['internet:80', 'internet:443', ...resolvers],
      none: [],
    },
  )
})

/** The file with the certificate of mitmproxy, as the phone has it. */
const TRUSTED = join(data, 'phone-trusts.pem')
const trusting = ['--cacert', TRUSTED]
const lacking = skip || lacksMitmproxy()

story(
  'mitmproxy is installed from a git server, and needs no dangerous permission',
  async (home) => {
    assert.equal((await home.router.ask({ method: 'PUT', path: '/plugins/pfw/rules', body: RULE })).status, 400)
    await installMitmproxy(home, data, git)
  },
  lacking,
)

story(
  'a tagged device gets the certificate, and its requests are listed',
  async (home) => {
    const { router, phone } = home
    const certificate = await phone.fetch('http://mitm.it/cert/pem', '-m', '10')
    assert.match(certificate ?? '', /^-----BEGIN CERTIFICATE-----/)
    assert.equal((await router.ask({ path: '/plugins/mitmproxy/ca.pem' })).body, certificate)
    writeFileSync(TRUSTED, certificate ?? '')
    await router.api('/plugins/mitmproxy/requests', undefined, 'DELETE')
    const body = await phone.fetch(PAGE, ...trusting, '-m', '10', '-H', `Authorization: Bearer ${SECRET}`)
    assert.equal(body, `${await router.uplinkAddress()}\n`)
    assert.match((await phone.fetch('http://www.test/', '-m', '10')) ?? '', /virtual internet is up/)
    const [first, second] = await listed(home)
    const { ID, Device, Method, Scheme, Host, Path, Status, Size } = first!
    assert.deepEqual(
      { Device, Method, Scheme, Host, Path, Status, Size },
      {
        ...{ Device: await phone.address(), Method: 'GET', Scheme: 'https', Host: 'www.test' },
        ...{ Path: '/whoami?from=phone', Status: 200, Size: body?.length },
      },
    )
    assert.equal(`${second?.Scheme}://${second?.Host}${second?.Path}`, 'http://www.test/')
    const details = (await router.api(`/plugins/mitmproxy/requests/${ID}`)) as {
      Request: { Headers: [string, string][] }
      Response: { Body: string }
    }
    assert.ok(details.Request.Headers.some(([, value]) => value === `Bearer ${SECRET}`))
    assert.equal(details.Response.Body, body)
    assert.deepEqual(await router.api('/plugins/mitmproxy/names'), { [Device]: 'phone' })
    assert.match(
      await explained(home, phone),
      /which leads to the plugin mitmproxy at port 8080: the rule Inspect allows/,
    )
  },
  lacking,
)

story(
  'a device without the tag has a connection to the server itself',
  async (home) => {
    const { laptop, authority, internet } = home
    const before = await listed(home)
    await using direct = await openWitness(internet.namespace, `ip daddr ${WEB} tcp dport 443`)
    assert.ok(await laptop.fetch(PAGE, '--cacert', authority.ca))
    assert.ok((await direct.packets()) > 0)
    assert.equal(await laptop.fetch(PAGE, ...trusting), undefined)
    assert.deepEqual(await listed(home), before)
  },
  lacking,
)

story(
  'without the plugin the tagged device has no web, and the reason is given',
  async (home) => {
    const { phone, laptop, authority, internet } = home
    const real = ['--cacert', authority.ca]
    await using stream = await phone.stream(HOSTS[1]!, ECHO_PORT)
    await enable(home, false)
    await using leaked = await openWitness(internet.namespace, `ip daddr ${WEB} tcp dport { 80, 443 }`)
    assert.equal(await phone.fetch(PAGE, ...real), undefined)
    assert.equal(await phone.fetch('http://www.test/'), undefined)
    assert.equal(await leaked.packets(), 0)
    assert.ok(await stream.flows(), 'other connections are not affected')
    assert.ok(await laptop.fetch(PAGE, ...real))
    assert.match(
      await explained(home, phone),
      /the rule Inspect sends its web connections to the plugin mitmproxy, which is disabled/,
    )
    await home.configure(phone, { DeviceTags: [] })
    assert.ok(await phone.fetch(PAGE, ...real))
  },
  lacking,
)
