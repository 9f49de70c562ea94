import { isFromPublicUplink, isOwnHost } from '../callers.ts'
import { openProofs } from '../features/access/proofs.ts'
import { ownName } from '../features/multicast/settings.ts'
import { openRenewal } from '../features/tls/renewal.ts'
import { operations } from '../operations.ts'
import { openHttp } from '../servers/http/server.ts'
import { openSocketApi } from '../servers/http/sockets.ts'
import { openSite } from '../servers/site/site.ts'
import type { Enforcement } from './enforcement.ts'
import type { Ground } from './ground.ts'
import type { Stores } from './stores.ts'
import type { Upkeep } from './upkeep.ts'

/** Who asks is answered: over HTTP, HTTPS and the console, and helpers of this machine on sockets of their own. */
export async function openServices(
  parts: Ground & Stores & Enforcement & Upkeep,
  opened: AsyncDisposableStack,
): Promise<void> {
  const { machine, options, facts, bus, network, entrance, pageViews, onFailure } = parts
  const { siteFolder } = options
  const proofs = openProofs(parts)
  const { api, sockets } = operations({ ...parts, proofs })
  for (const [name, served] of Object.entries(sockets)) {
    const directory = `${options.data}/state/${name}`
    machine.makeDirectory(directory)
    opened.use(await openSocketApi({ machine, bus, operations: served, path: `${directory}/apisock`, mode: 0o600 }))
  }
  const http = opened.use(
    await openHttp({
      machine,
      bus,
      facts,
      proofs,
      operations: api,
      described: Object.values(sockets).flatMap((served) => served.map(({ operation }) => operation)),
      port: options.port,
      securePort: options.securePort,
      ...(options.console ? { local: options.console } : {}),
      ...(options.webRoot ? { webRoot: options.webRoot } : {}),
      ...(siteFolder ? { site: openSite({ machine, folder: siteFolder, onView: pageViews.count }) } : {}),
      isOwnHost: (name) => isOwnHost(network(), name) || name === ownName(facts.setting('multicast')),
      isFromUplink: (address) => isFromPublicUplink(network(), address),
    }),
  )
  await entrance.attach(http.secure).catch((error) => onFailure('HTTPS is not answered', error))
  opened.use(openRenewal(parts))
}
