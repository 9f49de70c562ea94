import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPrograms } from '../../../bin/packages.js'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { MITMPROXY_IMAGE } from '../../guests/containers.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Files, GitServer } from '../../guests/git.ts'
import { openEngine } from '../../home/engine.ts'
import type { Home } from '../../home/home.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'

/** The reason why the plugin mitmproxy cannot run on this machine, or false. */
export const lacksMitmproxy = (): string | false =>
  missingPrograms(['test']).some(({ program }) => program === 'mitmdump') && 'mitmproxy is not installed'

/** Its files, with an image of the lab, and the authority of the virtual internet as the one that it trusts. */
function pluginFiles(ca: string): Files {
  const directory = join(ROOT, 'plugins/mitmproxy')
  const paths = [...globSync('**/*.*', { cwd: directory }), 'Dockerfile']
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'utf8')]))
  const compose = files['docker-compose.yml'] ?? ''
  assert.match(compose, /BASE: debian:bookworm-slim/)
  return {
    ...files,
    'docker-compose.yml': compose.replace('debian:bookworm-slim', MITMPROXY_IMAGE.name),
    'ca.pem': readFileSync(ca, 'utf8'),
    Dockerfile: `${files.Dockerfile}COPY ca.pem /etc/ssl/certs/ca-certificates.crt\n`,
  }
}

export interface Listed {
  readonly ID: number
  readonly Device: string
  readonly Method: string
  readonly Scheme: string
  readonly Host: string
  readonly Path: string
  readonly Status: number
  readonly Size: number
  readonly Error: string
}
export const RULE = { Name: 'Inspect', When: { Tags: ['mitmproxy'] }, Do: { Kind: 'proxy', Plugin: 'mitmproxy' } }
export const SECRET = 'hunter2-of-the-phone'
export const PAGE = 'https://www.test/whoami?from=phone'

export const listed = async ({ router }: Pick<Home, 'router'>): Promise<Listed[]> =>
  ((await router.api('/plugins/mitmproxy/requests')) as { Requests: Listed[] }).Requests
export const explained = async ({ router }: Pick<Home, 'router'>, device: HouseholdDevice): Promise<string> => {
  const from = encodeURIComponent(device.mac)
  return ((await router.api(`/explain?from=${from}&to=${WEB}&port=443`)) as { Text: string }).Text
}
export const enable = async ({ router }: Pick<Home, 'router'>, Enabled: boolean): Promise<void> => {
  const all = (await router.api('/plugins_api/')) as { Name: string }[]
  await router.api('/plugins_api/mitmproxy', { ...all.find(({ Name }) => Name === 'mitmproxy'), Enabled })
}

/** Installs the plugin from a git server, with no right that would need a confirmation, and the rule that sends it the web connections of tagged devices. */
export async function installMitmproxy(home: Home, data: string, git: GitServer): Promise<void> {
  const { router, authority, internet } = home
  await internet.names.lead('mitm.it', HOSTS[3]!)
  await openEngine(router, data, MITMPROXY_IMAGE)
  await git.commit('mitmproxy', pluginFiles(authority.ca))
  const plan = (await router.api('/plugin/download_info', git.urlOf('mitmproxy'))) as { Rights: []; ScopedPaths: [] }
  assert.deepEqual([plan.Rights, plan.ScopedPaths], [[], []])
  await router.api('/plugin/complete_install', plan)
  await until('the plugin', async () => (await router.ask({ path: '/plugins/mitmproxy/ca' })).status === 200, 60_000)
  await router.api('/plugins/pfw/rules', RULE)
}
