import assert from 'node:assert/strict'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { RequestedRight } from '../../../router/features/plugins/right.ts'
import { FOREIGN_RESOLVER, PRIVATE_HOST, RESOLVER, WEB } from '../../guests/addresses.ts'
import { OBEYING, pluginOf, runIn } from '../../guests/containers.ts'
import { type Files, type GitServer, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

/** A plugin whose container runs every shell script that the test sends tries to leave it. */
const skip = lacksContainers() && 'containers need root and Docker'
const data = skip ? '' : engineData()
const stage = skip
  ? undefined
  : await openStage(
      { laptop: { Policies: ['wan', 'dns', 'lan'], listens: [4444] }, printer: { wired: true, listens: [4444] } },
      { data },
    )
after(() => skip || rmSync(data, { recursive: true, force: true }))
type Home = NonNullable<typeof stage>['home']
const story = (title: string, run: (home: Home) => Promise<void>): void =>
  stage ? stage.story(title, run) : void test(title, { skip }, () => undefined)

/** A port without a meaning. */
const PORT = 4444
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
const obey = (name: string, script: string): Promise<string> =>
  runIn(join(data, 'state/plugins', name, 'socket'), script)
/** Runs commands in the container at the same time, and returns the names of those that succeed. */
async function successes(name: string, commands: Readonly<Record<string, string>>): Promise<string[]> {
  const titles = Object.keys(commands)
  const lines = Object.values(commands).map(
    (command, index) =>
      `(timeout 5 sh -c '${command}' >/tmp/out${index} 2>&1 && echo yes ${index} || echo "no ${index} $(head -c 200 /tmp/out${index} | tr "\\n" " ")") &`,
  )
  const output = await obey(name, `${lines.join('\n')}\nwait`)
  // The programs that these attempts need are in the image.
  assert.doesNotMatch(output, /not found/)
  assert.equal(output.match(/^(yes|no) /gm)?.length, titles.length, output)
  return titles.filter((_, index) => output.split('\n').includes(`yes ${index}`))
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
  const { router, laptop, printer } = home
  await Promise.all([laptop.join(), printer.join(), router.uplinkAddress()])
  await router.prove()
  git = await startInternetGit(home)
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
  return await successes('escape', {
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
    await router.api('/plugin/install_user_url', await urlOf(name, { ...files, Dockerfile }))
  }
  const built = await obey('escape', 'cat /built')
  assert.match(built, /Seccomp:\s+2/)
  assert.doesNotMatch(built, /reached|mounted/)
  assert.match(await obey('other', 'ip -o -4 addr'), /172\.30\.0\.18\/28/)
  assert.deepEqual(await reached(home), [])
  await obey(
    'escape',
    `for ip in ${Object.values(await targetsOf(home)).join(' ')} 255.255.255.255 224.0.0.251; do (echo x | nc -u -w 1 $ip ${PORT}) & done; wait`,
  )
  assert.deepEqual(await Promise.all(seen.map((one) => one.packets())), [0, 0, 0])
  await Promise.all(seen.map((one) => one[Symbol.asyncDispose]()))
  assert.ok(!(await laptop.reaches('172.30.0.18', PORT)))
  assert.equal(await obey('escape', "ip -o -6 addr | grep -v ' lo '; cat /proc/net/route | wc -l"), '3\n')
})

story('a plugin cannot change its network', async () => {
  assert.deepEqual(
    await successes('escape', {
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
    await successes('escape', {
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

story('a plugin cannot occupy the router', async ({ router }) => {
  // 400 programs, and 400 MiB of memory. The limits are 256 of each.
  await obey('escape', 'i=0; while [ $i -lt 400 ]; do sleep 30 & i=$((i+1)); done; true').catch(() => undefined)
  const running = (await router.namespace.run(['ps', '-e', '-o', 'args='])).split('\n')
  const sleeping = running.filter((line) => line === 'sleep 30').length
  assert.ok(sleeping > 100 && sleeping <= 256, String(sleeping))
  assert.equal((await router.ask({ path: '/status' })).status, 200)
  await router.api('/plugins_api/escape/restart', {})
  const filled = await until('the plugin', () =>
    obey('escape', 'dd if=/dev/zero of=/dev/null bs=400M count=1 && echo filled').catch(() => undefined),
  )
  assert.doesNotMatch(filled, /^filled/m)
  assert.equal((await router.ask({ path: '/status' })).status, 200)
})

story('a plugin cannot answer for the router, and its socket leads to no other', async ({ router }) => {
  const page = () => router.ask({ path: '/plugins/escape/devices' })
  for (const target of ['../../wifi/apisock', '../superd/socket', '/run/docker.sock']) {
    await obey('escape', `mv /state/socket /state/own; ln -s ${target} /state/socket`)
    assert.equal((await page()).status, 502, target)
    rmSync(join(data, 'state/plugins/escape/socket'))
    renameSync(join(data, 'state/plugins/escape/own'), join(data, 'state/plugins/escape/socket'))
  }
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
