import { listOperations } from '../api.ts'
import { openProofs } from '../features/access/credentials/proofs.ts'
import { openSessionUse } from '../features/access/credentials/sessionuse.ts'
import { openRenewal } from '../features/machine/tls/renewal.ts'
import { openAutomations } from '../features/messages/automations/automations.ts'
import { prepare } from '../features/messages/automations/preparation.ts'
import { openSandboxes } from '../features/messages/automations/sandboxes.ts'
import { openUiSessions } from '../features/plugins/installed/uisessions.ts'
import { routerMulticastName } from '../model/firewall/multicast/settings.ts'
import { SETUP_NAME } from '../model/home/setup/name.ts'
import type { CheckCall } from '../model/messages/automations/apicall.ts'
import { contracts } from '../model/operations.ts'
import { openEventBusServer } from '../servers/eventbus/server.ts'
import { isFromPublicUplink, isOwnHost } from '../servers/http/auth/callers.ts'
import { openCalls } from '../servers/http/calls.ts'
import { declarationsOf } from '../servers/http/describe/declarations.ts'
import { openHttp } from '../servers/http/server.ts'
import { openSocketApi } from '../servers/http/sockets.ts'
import { openSite } from '../servers/site/site.ts'
import type { Background } from './background.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import { listCollectors } from './metrics.ts'
import type { State } from './state.ts'

/** Opens the API over HTTP, HTTPS and the console, and the sockets for helper programs. */
export async function openServices(
  base: Base,
  state: State,
  enforcement: Enforcement,
  background: Background,
  opened: AsyncDisposableStack,
): Promise<void> {
  const { machine, clock, options, onFailure } = base
  const { facts, vault } = state
  const { bus, change, watch, network, https } = enforcement
  const { pageViews, alerts } = background
  const { siteFolder, port, securePort, console, webRoot } = options
  const proofs = openProofs({ facts, clock, vault })
  const uiSessions = openUiSessions({ facts, clock })
  const sessionUse = openSessionUse({ facts, change, clock, onFailure })
  const sandboxes = openSandboxes(machine)
  const checkCall: CheckCall = (...call) => calls(...call)
  const automations = opened.use(
    openAutomations({ machine, facts, change, clock, bus, sandboxes, checkCall, onFailure }),
  )
  opened.use(watch(automations.learn))
  const { api, sockets } = listOperations(
    base,
    state,
    enforcement,
    background,
    proofs,
    uiSessions,
    sessionUse,
    listCollectors(base, state, enforcement, background),
    {
      checkCall,
      automations,
      prepare: (source) => prepare({ machine, clock, sandboxes }, source),
      declarations: async () => declarationsOf(contracts, JSON.parse(Buffer.from(await http.description()).toString())),
    },
  )
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
      proofs,
      sessionUse,
      operations: api,
      plugins: { machine, data: options.data, uiSessions, watch },
      described: Object.values(sockets).flatMap((served) => served.map(({ operation }) => operation)),
      port,
      securePort,
      console: `${consoleDirectory}/apisock`,
      ...(console ? { local: console } : {}),
      ...(webRoot ? { webRoot } : {}),
      ...(siteFolder ? { site: openSite({ machine, folder: siteFolder, onView: pageViews.count }) } : {}),
      isOwnHost: (name) =>
        isOwnHost(network(), name) ||
        name === routerMulticastName(facts.setting('multicast')) ||
        (name === SETUP_NAME && network().frame.setup !== undefined),
      isFromUplink: (address) => isFromPublicUplink(network(), address),
    }),
  )
  await https.attach(http.secure).catch((error) => onFailure('HTTPS is not answered', error))
  opened.use(openRenewal({ facts, change, watch, clock, vault, onFailure }))
}
