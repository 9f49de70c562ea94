import { ASKING } from './asking.ts'
import { readBuild } from './build.ts'
import { invalidAt, type MappingNode, type ValueNode } from './document.ts'
import { DEPENDENCY_CONDITIONS, STARTED } from './jobs.ts'
import { isInside, pathIn } from './mounts.ts'
import type { ComposeService } from './project.ts'
import { type Read, type ReaderContext, type ServiceDraft, storeValue } from './reader.ts'
import { assignmentsOf, booleanOf, integerOf, knownMap, scriptOf, secondsOf, textOf, textsOf } from './values.ts'

/** Reads a service. Keys that are not in the list below are an error. */
export function readService(node: MappingNode, scope: ReaderContext): ComposeService {
  const draft: ServiceDraft = { aliases: [], spec: {}, volumes: [], tmpfs: [] }
  for (const [key, { line, value }] of node.entries) {
    const read = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
    if (!read) throw invalidAt(line, `"${key}" is not supported`)
    // An empty value is as good as none.
    if (value.kind !== 'text' || value.text !== '') read(value, draft, scope, line)
  }
  if (!draft.image && !draft.build) throw invalidAt(node.line, 'a service needs an image or a build')
  const { volumes, tmpfs, spec, ...rest } = draft
  return {
    ...rest,
    spec: { ...spec, ...(volumes.length > 0 ? { volumes } : {}), ...(tmpfs.length > 0 ? { tmpfs } : {}) },
  }
}

/** The key is accepted and has no effect: superd decides. */
const ignored: Read = () => undefined

/** A text for a shell, or a list of arguments. */
const wordsOf = (value: ValueNode, key: string): string | string[] =>
  value.kind === 'list' ? value.items.map((word) => scriptOf(word, key)) : scriptOf(value, key)

const KEYS: Readonly<Record<string, Read>> = {
  ...ASKING,
  image(value, draft) {
    const name = textOf(value, 'image')
    if (!/^[a-z0-9][\w./:@-]{0,254}$/i.test(name)) throw invalidAt(value.line, `image: "${name}" is not valid`)
    draft.image = name
  },
  build(value, draft, scope) {
    draft.build = readBuild(value, scope)
  },
  command: storeValue('command', wordsOf),
  entrypoint: storeValue('entrypoint', wordsOf),
  working_dir: storeValue('working_dir', textOf),
  hostname: storeValue('hostname', textOf),
  stop_signal: storeValue('stop_signal', textOf),
  stop_grace_period: storeValue('stop_grace_period', (value, key) => secondsOf(value, key, 0, 60)),
  read_only: storeValue('read_only', booleanOf),
  init: storeValue('init', booleanOf),
  tty: storeValue('tty', booleanOf),
  stdin_open: storeValue('stdin_open', booleanOf),
  platform: storeValue('platform', textOf),
  shm_size: storeValue('shm_size', textOf),
  user(value, draft) {
    const user = textOf(value, 'user')
    if (!/^[\w.-]{1,64}(:[\w.-]{1,64})?$/.test(user)) throw invalidAt(value.line, `user: "${user}" is not valid`)
    draft.spec.user = user
    if (/^\d{1,9}(:|$)/.test(user)) draft.uid = Number.parseInt(user, 10)
  },
  environment: storeValue('environment', assignmentsOf),
  env_file(value, { spec }, scope) {
    spec.env_file = textsOf(value, 'env_file').map(({ text: name, line }) => {
      const path = pathIn(scope.directories, name, line)
      if (!isInside(path, scope.directories.project))
        throw invalidAt(line, `env_file: "${name}" is outside the directory of the compose file`)
      scope.use({ path, line, kind: 'environment' })
      return path
    })
  },
  depends_on(value, { spec }) {
    const entries =
      value.kind === 'map'
        ? [...value.entries].map(([name, { value: options }]) => {
            const condition = knownMap(options, 'depends_on', ['condition', 'required', 'restart']).entries.get(
              'condition',
            )
            const wanted = condition ? textOf(condition.value, 'condition') : STARTED
            if (!DEPENDENCY_CONDITIONS.includes(wanted))
              throw invalidAt(options.line, `depends_on: the condition "${wanted}" is not supported`)
            return [name, { condition: wanted }] as const
          })
        : textsOf(value, 'depends_on').map((name) => [name.text, { condition: STARTED }] as const)
    spec.depends_on = Object.fromEntries(entries)
  },
  healthcheck(value, { spec }) {
    const known = ['test', 'interval', 'timeout', 'retries', 'start_period', 'start_interval', 'disable']
    const check: Record<string, unknown> = {}
    for (const [key, { value: given }] of knownMap(value, 'healthcheck', known).entries)
      if (key === 'test') check.test = wordsOf(given, key)
      else if (key === 'disable') check.disable = booleanOf(given, key)
      // Not in format 2.4: the first checks are at `interval` as well.
      else if (key === 'start_interval') secondsOf(given, `healthcheck: ${key}`, 1, 86_400)
      else if (key === 'retries') check.retries = integerOf(given, key, 1, 100)
      // A check is a process: often repeated, it would occupy the router.
      else check[key] = secondsOf(given, `healthcheck: ${key}`, 1, 86_400)
    spec.healthcheck = check
  },
  ulimits(value, { spec }) {
    const limits: Record<string, unknown> = {}
    for (const [key, { value: given }] of knownMap(value, 'ulimits', ['nofile']).entries)
      limits[key] =
        given.kind === 'map'
          ? Object.fromEntries(
              [...knownMap(given, key, ['soft', 'hard']).entries].map(([end, entry]) => [
                end,
                integerOf(entry.value, end, 1, 65_536),
              ]),
            )
          : integerOf(given, key, 1, 65_536)
    spec.ulimits = limits
  },
  extra_hosts(value, { spec }) {
    const hosts =
      value.kind === 'map'
        ? [...value.entries].map(([name, entry]) => `${name}:${textOf(entry.value, name)}`)
        : textsOf(value, 'extra_hosts').map((host) => host.text.replace('=', ':'))
    for (const host of hosts)
      if (!/^[A-Za-z0-9.-]{1,253}:(\d{1,3}(\.\d{1,3}){3}|host-gateway)$/.test(host))
        throw invalidAt(value.line, `extra_hosts: "${host}" is not NAME:ADDRESS`)
    spec.extra_hosts = hosts
  },
  networks(value, draft) {
    if (value.kind !== 'map') return void textsOf(value, 'networks')
    for (const { value: options } of value.entries.values()) {
      if (options.kind === 'text' && options.text === '') continue
      const known = ['aliases', 'ipv4_address', 'priority']
      const aliases = knownMap(options, 'networks', known).entries.get('aliases')?.value
      if (aliases) draft.aliases.push(...textsOf(aliases, 'aliases').map((alias) => alias.text))
    }
  },

  // superd decides these: the names, the one network, the limits, the log, and when a plugin runs.
  container_name: ignored,
  profiles: ignored,
  restart: ignored,
  logging: ignored,
  labels: ignored,
  expose: ignored,
  pull_policy: ignored,
  cap_drop: ignored,
  cpus: ignored,
  mem_limit: ignored,
  mem_reservation: ignored,
  memswap_limit: ignored,
  pids_limit: ignored,
  deploy(value) {
    const { entries } = knownMap(value, 'deploy', ['resources', 'restart_policy', 'replicas'])
    const replicas = entries.get('replicas')?.value
    if (replicas) integerOf(replicas, 'replicas', 1, 1)
    const resources = entries.get('resources')?.value
    if (resources)
      for (const [key, { value: amounts }] of knownMap(resources, 'resources', ['limits', 'reservations']).entries)
        knownMap(amounts, key, ['cpus', 'memory', 'pids'])
  },
}
