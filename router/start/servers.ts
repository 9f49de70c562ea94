import { SETUP_NAME } from '../model/dns/names/domain.ts'
import { routerMulticastName } from '../model/firewall/multicast/settings.ts'
import type { CheckCall } from '../model/messages/automations/apicall.ts'
import { contracts } from '../model/operations.ts'
import { openEventBusServer } from '../servers/eventbus/server.ts'
import { isFromPublicUplink, isOwnHost } from '../servers/http/auth/callers.ts'
import { openCalls } from '../servers/http/calls.ts'
import { declarationsOf } from '../servers/http/describe/declarations.ts'
import { openHttp } from '../servers/http/server.ts'
import { openSocketApi } from '../servers/http/sockets.ts'
import { openSite } from '../servers/site/site.ts'
import type { Base } from './base.ts'
import { openCore } from './core.ts'
import type { Enforcement } from './enforcement.ts'
import { openParts } from './parts.ts'
import { auditing } from './served.ts'
import type { State } from './state.ts'

/** Opens all parts, their operations over HTTP, HTTPS and the console, and the sockets for helper programs. */
export async function openServers(
  base: Base,
  state: State,
  enforcement: Enforcement,
  opened: AsyncDisposableStack,
): Promise<void> {
  const { machine, options, onFailure } = base
  const { facts } = state
  const { bus, watch, network, https } = enforcement
  const { siteFolder, host, port, securePort, console, webRoot, trialFile } = options
  const checkCall: CheckCall = (...call) => calls(...call)
  const declarations = async (): Promise<string> =>
    declarationsOf(contracts, JSON.parse(Buffer.from(await http.description()).toString()))
  const isFromUplink = (address: string): boolean => isFromPublicUplink(network(), address)
  const core = openCore(base, state, enforcement, opened)
  const parts = openParts(core, base, state, enforcement, { checkCall, declarations, isFromUplink })
  const { alerts, auth, pageViews, uiSessions, limited } = parts
  const audited = auditing(parts)
  const api = parts.operations.map(limited).map(audited)
  const sockets = { ...parts.sockets, access: parts.sockets.access.map(audited) }
  const calls = openCalls(contracts, api)
  for (const [name, operations] of Object.entries(sockets)) {
    const directory = `${options.data}/state/${name}`
    machine.makeDirectory(directory)
    opened.use(await openSocketApi({ machine, bus, operations, path: `${directory}/apisock`, mode: 0o600 }))
  }
  const consoleDirectory = `${options.data}/state/api`
  machine.makeDirectory(consoleDirectory)
  opened.use(await openEventBusServer({ machine, bus, path: `${consoleDirectory}/eventbus.sock` }))
  const http = opened.use(
    await openHttp({
      machine,
      bus,
      alerts,
      facts,
      auth,
      operations: api,
      plugins: { machine, data: options.data, uiSessions, watch },
      described: Object.values(sockets).flatMap((served) => served.map(({ operation }) => operation)),
      ...(host ? { host } : {}),
      port,
      securePort,
      console: `${consoleDirectory}/apisock`,
      ...(console ? { local: console } : {}),
      ...(webRoot ? { webRoot } : {}),
      ...(siteFolder ? { site: openSite({ machine, folder: siteFolder, onView: pageViews.count }) } : {}),
      isOnTrial: () => trialFile !== undefined && machine.readFile(trialFile) !== undefined,
      isOwnHost: (name) =>
        isOwnHost(network(), name) ||
        name === routerMulticastName(facts.setting('multicast')) ||
        (name === SETUP_NAME && network().frame.setup !== undefined),
    }),
  )
  await https.attach(http.secure).catch((error) => onFailure('HTTPS is not answered', error))
}
