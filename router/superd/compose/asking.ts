import { posix } from 'node:path'
import type { RequestedRight } from '../../model/plugins/installed/right.ts'
import { invalidAt, type ValueNode } from './document.ts'
import { isInside, mountOf, tmpfsOf } from './mounts.ts'
import type { Read, ReaderContext } from './reader.ts'
import { assignmentsOf, booleanOf, knownMap, mapOf, textOf, textsOf } from './values.ts'

/** Each text of a list is a right. */
const rightOfEach =
  (key: string, kind: RequestedRight['Kind'], reason: (item: string) => string): Read =>
  (value, { spec }, { request }) => {
    const items = textsOf(value, key)
    for (const item of items) request(item.line, kind, `${key}: ${item.text}`, reason(item.text))
    spec[key] = items.map((item) => item.text)
  }

/** A namespace of the router in place of an own one. */
const namespace =
  (key: string, kind: RequestedRight['Kind'], reason: string): Read =>
  (value, { spec }, { request }) => {
    const mode = textOf(value, key)
    if (key === 'ipc' && mode === 'private') return
    if (mode !== 'host') throw invalidAt(value.line, `${key}: "${mode}" is not supported`)
    request(value.line, kind, `${key}: host`, reason)
    spec[key] = mode
  }

/** Keys that are or may be a right. */
export const ASKING: Readonly<Record<string, Read>> = {
  volumes(value, { volumes, tmpfs }, scope) {
    if (value.kind !== 'list') throw invalidAt(value.line, 'volumes: a list is expected')
    for (const item of value.items) {
      const mount = mountOf(item, scope.directories)
      if (mount.type === 'tmpfs') {
        tmpfs.push([mount.target, ...mount.options].join(':'))
        continue
      }
      if (mount.type === 'bind') requestMount(mount, item.line, scope)
      else if (mount.source !== undefined && !scope.volumes.includes(mount.source))
        throw invalidAt(item.line, `volumes: "${mount.source}" is not in the volumes of the file`)
      const { readOnly, ...form } = mount
      volumes.push({ ...form, ...(readOnly ? { read_only: true } : {}) })
    }
  },
  tmpfs(value, { tmpfs }, { request }) {
    for (const item of textsOf(value, 'tmpfs')) {
      const { mount, asked } = tmpfsOf(item)
      for (const option of asked)
        request(
          item.line,
          'security',
          `tmpfs: ${mount.target}:${option}`,
          `Files in the memory file system ${mount.target} get the option ${option}.`,
        )
      tmpfs.push([mount.target, [...new Set([...mount.options])].join(',')].filter(Boolean).join(':'))
    }
  },
  network_mode(value, draft, { request }) {
    const mode = textOf(value, 'network_mode')
    if (mode === 'bridge' || mode === 'default') return
    if (mode !== 'host' && mode !== 'none')
      throw invalidAt(value.line, `network_mode: "${mode}" is not supported; there are bridge, host and none`)
    if (mode === 'host')
      request(
        value.line,
        'host_network',
        'network_mode: host',
        "It uses the router's own network: it can reach every device and the internet, and read and change traffic.",
      )
    draft.networkMode = mode
  },
  privileged(value, { spec }, { request }) {
    spec.privileged = booleanOf(value, 'privileged')
    if (spec.privileged)
      request(
        value.line,
        'privileged',
        'privileged: true',
        'It can do everything on the router, like its administrator.',
      )
  },
  pid: namespace('pid', 'host_pid', 'It can see, and may end, all programs of the router.'),
  ipc: namespace('ipc', 'security', "It can access the shared memory of the router's programs."),
  uts: namespace('uts', 'security', 'It can change the host name of the router.'),
  userns_mode: namespace('userns_mode', 'security', 'Its users are those of the router.'),
  cap_add: rightOfEach('cap_add', 'capability', (name) => CAPABILITIES[capability(name)] ?? OTHER_CAPABILITY),
  devices: rightOfEach('devices', 'device', (device) => `It can use the device ${device.split(':')[0]} of the router.`),
  device_cgroup_rules: rightOfEach(
    'device_cgroup_rules',
    'device',
    (rule) => `It can use the devices of the router that match "${rule}".`,
  ),
  ports(value, { spec }, { request }) {
    if (value.kind !== 'list') throw invalidAt(value.line, 'ports: a list is expected')
    spec.ports = value.items.map((item) => {
      const port = item.kind === 'map' ? longPort(item) : textOf(item, 'ports')
      if (!PORT.test(port)) throw invalidAt(item.line, `ports: "${port}" is not supported`)
      request(item.line, 'published_port', `ports: ${port}`, `It answers on a port of the router (${port}).`)
      return port
    })
  },
  security_opt(value, { spec }, { request }) {
    const others = textsOf(value, 'security_opt').filter((each) => !/^no-new-privileges([:=]true)?$/.test(each.text))
    for (const { text: option, line } of others) {
      // The profile would be a file of the plugin.
      if (!/^(seccomp|apparmor|systempaths)[:=]unconfined$/.test(option))
        throw invalidAt(line, `security_opt: "${option}" is not supported`)
      const what = option.split(/[:=]/)[0]
      request(line, 'security', `security_opt: ${option}`, `The protection ${what} of the router does not apply to it.`)
    }
    spec.security_opt = others.map((each) => each.text)
  },
  sysctls(value, { spec }, { request }) {
    const settings = assignmentsOf(value, 'sysctls')
    for (const [name, setting] of Object.entries(settings))
      request(
        value.line,
        'security',
        `sysctls: ${name}=${setting}`,
        `It runs with the kernel setting ${name}=${setting}.`,
      )
    spec.sysctls = settings
  },
  group_add: rightOfEach('group_add', 'security', (group) => `It has the rights of the group ${group} of the router.`),
}

const PORT = /^(?:\d{1,3}(?:\.\d{1,3}){3}:)?(?:\d{1,5}(?:-\d{1,5})?:)?\d{1,5}(?:-\d{1,5})?(?:\/(?:tcp|udp))?$/

function longPort(node: ValueNode): string {
  const { entries } = knownMap(mapOf(node, 'ports'), 'ports', [
    'target',
    'published',
    'protocol',
    'host_ip',
    'mode',
    'name',
  ])
  const part = (key: string): string | undefined => {
    const value = entries.get(key)?.value
    return value && textOf(value, key)
  }
  const ends = [part('host_ip'), part('published'), part('target')].filter((end) => end !== undefined).join(':')
  return part('protocol') ? `${ends}/${part('protocol')}` : ends
}

/** Directories that other programs of the router, or the kernel, read and write. */
const SOCKETS = ['/run/docker.sock', '/var/run/docker.sock', '/run/containerd', '/var/run/containerd']

function requestMount(
  { source, target, readOnly }: { source: string; target: string; readOnly: boolean },
  line: number,
  { use, request, directories }: ReaderContext,
): void {
  if (use({ path: source, line, kind: 'mount', isWritable: !readOnly })) return
  const written = `volumes: ${source}:${target}${readOnly ? ':ro' : ''}`
  const isEngine =
    posix.basename(source) === 'docker.sock' ||
    SOCKETS.some((socket) => isInside(source, socket) || (isInside(socket, source) && source !== '/'))
  if (isEngine)
    request(line, 'docker_socket', written, 'It can start any container, and so do everything on the router.')
  else {
    const verb = readOnly ? 'read' : 'read and change'
    const Secrets = isInside(directories.data, source) || isInside(source, directories.data)
    const secrets = Secrets ? ', with its passwords and settings' : ''
    request(line, 'mount', written, `It can ${verb} ${source} on the router${secrets}.`, { Secrets })
  }
}

const capability = (name: string): string => name.toUpperCase().replace(/^CAP_/, '')

const OTHER_CAPABILITY = 'It has a right of the administrator of the router.'
const CAPABILITIES: Readonly<Record<string, string>> = {
  ALL: 'It has all rights of the administrator of the router.',
  SYS_ADMIN: 'It can leave its container, and so do everything on the router.',
  SYS_MODULE: 'It can load code into the kernel of the router.',
  SYS_PTRACE: 'It can inspect and change the other programs of its container.',
  NET_ADMIN: 'It can change addresses, routes and firewall rules in its own network.',
  NET_RAW: 'It can send packets of any kind in its own network.',
  NET_BIND_SERVICE: 'It can answer on ports below 1024 in its own network.',
  CHOWN: 'It can change the owners of its files.',
  SETUID: 'Its programs can change their user.',
  SETGID: 'Its programs can change their group.',
  DAC_OVERRIDE: 'It can access all files of its container regardless of their permissions.',
}
