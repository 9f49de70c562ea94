import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { FOREIGN_RESOLVER, PRIVATE_HOST, RESOLVER, WEB } from '../../guests/addresses.ts'
import { OBEYING, pluginOf } from '../../guests/containers.ts'
import type { DeviceSpec } from '../../guests/device.ts'
import { openEngine } from '../../home/engine.ts'
import type { HomeOf } from '../../home/home.ts'
import { openWitness } from '../../probes/witness.ts'
import { openPluginStories, preparePlugins } from '../plugins/engine.fixture.ts'
import { obedient } from './escape.fixture.ts'

/** A plugin that tries to leave its container. */
const HOUSEHOLD = {
  laptop: { Policies: ['wan', 'dns', 'lan'], listens: [4444] },
  printer: { wired: true, listens: [4444] },
} satisfies Record<string, DeviceSpec>
type Household = HomeOf<typeof HOUSEHOLD>
const { data, story } = await openPluginStories(HOUSEHOLD)

/** A port without a meaning. */
const PORT = 4444
const { obey, successes } = obedient(data, 'escape')

/** Addresses that a plugin could reach, by name. */
const targetsOf = async ({ laptop, printer, router }: Household): Promise<Record<string, string>> => ({
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
async function reached(home: Household): Promise<string[]> {
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
  const git = await preparePlugins(home)
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
